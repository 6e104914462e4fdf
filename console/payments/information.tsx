import type { VNode } from 'preact';
import type { Information } from '../../db/payments/review/information';
import type { informationStatus } from '../../domain/payments/review/information';
import { MAX_ANSWER } from '../../domain/payments/review/information-schema';
import { Form, Moment, TextArea } from '../parts';
import type { Faults } from '../forms/read-form';
import { useWords } from '../words/use-words';

/** A question as both readers see it. */
type Shown = Pick<Information, 'question' | 'askedAt' | 'answer' | 'answeredAt'> & {
  informationRequestId: string;
  status: ReturnType<typeof informationStatus>;
};

/** Field of the answer to one question, by which its fault is known. */
export const answerField = (informationRequestId: string): string => `answer-${informationRequestId}`;

function QuestionText({ one }: { one: Shown }): VNode {
  const { status, question, askedAt, answer, answeredAt } = one;
  const { common, payment } = useWords();
  const { questions } = payment;
  return (
    <>
      <p class="words">
        <strong>{question ?? common.erased}</strong>
      </p>
      <p class="hint">
        {questions.asked({ at: <Moment at={new Date(askedAt)} /> })}
        {status === 'open' && questions.open}
        {status === 'closed' && questions.closed}
      </p>
      {answeredAt !== null && (
        <>
          <p class="words">{answer ?? common.erased}</p>
          <p class="hint">{questions.answered({ at: <Moment at={new Date(answeredAt)} /> })}</p>
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

/** Questions of a compliance review with their answers; null without questions. */
export function Questions({ requests, form }: QuestionsProps): VNode | null {
  const { questions } = useWords().payment;
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="information">
      <h2 id="information">{form === undefined ? 'Questions to the client' : questions.title}</h2>
      <ol>
        {requests.map((one) => (
          <li key={one.informationRequestId}>
            <QuestionText one={one} />
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

/** Form by which an account answers an open question; null if the question is not open. */
export function AnswerForm({ one, payment, entered, faults, formToken }: AnswerParts): VNode | null {
  if (one.status !== 'open') return null;
  const { questions } = useWords().payment;
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
        label={questions.yourAnswer}
        hint={questions.hint}
        value={fault === undefined ? '' : entered}
        maxlength={MAX_ANSWER}
        fault={fault}
      />
      <button>{questions.answer}</button>
    </Form>
  );
}
