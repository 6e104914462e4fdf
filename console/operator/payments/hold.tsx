import type { VNode } from 'preact';
import type { operatorPaymentView } from '../../../api/operator/payment-views';
import { MAX_QUESTION } from '../../../domain/payments/review/information-schema';
import type { ReleaseProposal } from '../../../domain/payments/review/compliance-hold';
import { Questions } from '../../payments/information';
import { Field, Form, Id, Moment, Notice, Reason, TextArea } from '../../parts';
import type { Faults } from '../../forms/read-form';

/** A payment that is held for a compliance review. Source: docs/GAPS.md#P13 */
export interface Review {
  /** Whether two operators have to agree to a release. */
  needsSecond: boolean;
  /** The first one's word; null before it, and where one is enough. */
  proposal: ReleaseProposal | null;
  /** Whether the proposal is the visitor's own, who cannot agree to it as well. */
  isOwn: boolean;
}

/** Form by which an operator asks the client a question. */
function QuestionForm(parts: { payment: string; entered: string; faults: Faults; formToken: string }): VNode {
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

interface HoldProps {
  payment: Pick<ReturnType<typeof operatorPaymentView>, 'instructionId' | 'informationRequests'>;
  review: Review;
  entered: { reason: string; rememberUntil: string; question: string };
  faults: Faults;
  formToken: string;
  reasonHint: string;
}

function ProposalNotice({ proposal, isOwn }: { proposal: ReleaseProposal; isOwn: boolean }): VNode {
  return (
    <Notice tone="wait">
      <p>
        {isOwn ? 'You have' : <Id of={proposal.by} />}
        {isOwn ? '' : ' has'} proposed to release it, <Moment at={new Date(proposal.at)} />: {proposal.reason}
      </p>
      {isOwn && <p>Another operator must confirm before it is sent.</p>}
    </Notice>
  );
}

function releaseLabel({ needsSecond, proposal }: Review): string {
  if (!needsSecond) return 'Release and send it';
  return proposal === null ? 'Propose to release it' : 'Confirm, release and send it';
}

/** A compliance hold: the questions with their answers, and the forms that decide it or ask more. */
export function HoldSection({ payment, review, entered, faults, formToken, reasonHint }: HoldProps): VNode {
  const { needsSecond, proposal, isOwn } = review;
  const here = `/console/operator/payments/${payment.instructionId}`;
  return (
    <>
      <Questions requests={payment.informationRequests} />
      <section aria-labelledby="decide">
        <h2 id="decide">Decide</h2>
        {proposal !== null && <ProposalNotice proposal={proposal} isOwn={isOwn} />}
        <Form action={`${here}/screening`} formToken={formToken}>
          <Field
            name="rememberUntil"
            type="date"
            label="Remember a release for this payee until"
            value={entered.rememberUntil}
            required={false}
            fault={faults['remember.until']}
          />
          <Reason id="hold-reason" hint={reasonHint} value={entered.reason} fault={faults['reason']} />
          <p class="actions">
            {!(needsSecond && isOwn) && (
              <button name="decision" value="release">
                {releaseLabel(review)}
              </button>
            )}
            <button name="decision" value="reject" class="danger">
              Reject: the payment fails
            </button>
          </p>
        </Form>
      </section>
      <section aria-labelledby="ask">
        <h2 id="ask">Ask the client</h2>
        <QuestionForm payment={here} entered={entered.question} faults={faults} formToken={formToken} />
      </section>
    </>
  );
}
