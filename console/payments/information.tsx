import type { VNode } from 'preact';
import type { Information } from '../../db/payments/review/information';
import type { informationStatus } from '../../domain/payments/review/information';
import { MAX_ANSWER, MAX_QUESTION } from '../../domain/payments/review/information-schema';
import { Form, Moment, TextArea } from '../parts';
import type { Faults } from '../forms/read-form';

/** A question as both readers see it. */
type Shown = Pick<Information, 'question' | 'askedAt' | 'answer' | 'answeredAt'> & {
  informationRequestId: string;
  status: ReturnType<typeof informationStatus>;
};

/** Field of the answer to one question, by which its fault is known. */
export const answerField = (informationRequestId: string): string => `answer-${informationRequestId}`;

function Said({ one }: { one: Shown }): VNode {
  const { status, question, askedAt, answer, answeredAt } = one;
  return (
    <>
      <p class="words">
        <strong>{question ?? 'erased'}</strong>
      </p>
      <p class="hint">
        Asked <Moment at={new Date(askedAt)} />
        {status === 'open' && ', not answered yet'}
        {status === 'closed' && '; the review ended without an answer'}
      </p>
      {answeredAt !== null && (
        <>
          <p class="words">{answer ?? 'erased'}</p>
          <p class="hint">
            Answered <Moment at={new Date(answeredAt)} />
          </p>
        </>
      )}
    </>
  );
}

interface QuestionsProps {
  requests: readonly Shown[];
  /** The form by which one of them is answered; for who may answer. */
  form?: (one: Shown) => VNode | null;
}

/** Questions of a compliance review with their answers; empty without questions. */
export function Questions({ requests, form }: QuestionsProps): VNode | null {
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="information">
      <h2 id="information">{form === undefined ? 'Questions to the client' : 'Questions to you'}</h2>
      <ol>
        {requests.map((one) => (
          <li key={one.informationRequestId}>
            <Said one={one} />
            {form?.(one)}
          </li>
        ))}
      </ol>
    </section>
  );
}

export interface AnswerParts {
  one: Shown;
  /** Address of the payment's page. */
  payment: string;
  /** Text that was entered and not taken. */
  entered: string;
  faults: Faults;
  formToken: string;
}

/** The form by which an account answers an open question. */
export function Answer({ one, payment, entered, faults, formToken }: AnswerParts): VNode | null {
  if (one.status !== 'open') return null;
  const field = answerField(one.informationRequestId);
  const fault = faults[field];
  return (
    <Form
      className="panel"
      action={`${payment}/information-requests/${one.informationRequestId}/answer`}
      formToken={formToken}
    >
      <TextArea
        id={field}
        name="answer"
        label="Your answer"
        hint="The reviewers of the payment read it. It cannot be changed."
        value={fault === undefined ? '' : entered}
        maxlength={MAX_ANSWER}
        fault={fault}
      />
      <button>Answer</button>
    </Form>
  );
}

/** The form by which an operator asks something. */
export function Ask(parts: { payment: string; entered: string; faults: Faults; formToken: string }): VNode {
  const { payment, entered, faults, formToken } = parts;
  return (
    <Form action={`${payment}/information-requests`} formToken={formToken}>
      <TextArea
        name="question"
        label="Question"
        hint="The client reads it as written; do not mention lists. The payment stays held."
        value={entered}
        maxlength={MAX_QUESTION}
        fault={faults['question']}
      />
      <button class="quiet">Ask for information</button>
    </Form>
  );
}
