import type { VNode } from 'preact';
import type { retrievedView } from '../../api/payments/instruction/instruction-view';
import { REASON_ACTORS, type ReasonActor } from '../../facts/reasons';
import type { Recall } from '../../domain/payments/settlement/recall';
import { Facts, Id, Moment, Money, Notice, StatusBadge } from '../parts';

type View = Pick<ReturnType<typeof retrievedView>, 'failure' | 'return'>;

/** Who is to act, as a reader of that kind is told. */
const ACTORS: Record<'account' | 'operator', Record<ReasonActor, string>> = {
  account: {
    client: 'you',
    beneficiary: 'the beneficiary',
    partner: 'the partner, or a bank behind it',
    nobody: 'nobody',
    unknown: 'not known',
  },
  operator: {
    client: 'the client',
    beneficiary: 'the beneficiary',
    partner: 'the partner, or a bank behind it',
    nobody: 'nobody',
    unknown: 'not known',
  },
};

function Code({ code, partnerCode }: { code: string | null; partnerCode: string | null }): VNode {
  if (code === null && partnerCode === null) return <span class="none">none was given</span>;
  return (
    <>
      {code !== null && <Id of={code} />}
      {code !== null && partnerCode !== null && ', '}
      {partnerCode !== null && (
        <>
          the partner's own <Id of={partnerCode} />
        </>
      )}
    </>
  );
}

/**
 * Why a payment failed or came back, and what can be done; nothing for any other.
 * Source: docs/GAPS.md#reasons, docs/GAPS.md#returns
 */
export function Outcome({ payment, reader }: { payment: View; reader: 'account' | 'operator' }): VNode | null {
  const reason = payment.failure ?? payment.return;
  if (reason === null) return null;
  const returned = payment.return?.returned ?? null;
  const actor = REASON_ACTORS.find((one) => one === reason.whoMustAct) ?? 'unknown';
  const shortfall = returned?.shortfall ?? 0;
  return (
    <section aria-labelledby="outcome">
      <h2 id="outcome">{payment.failure === null ? 'Why it came back' : 'Why it failed'}</h2>
      <Facts
        rows={[
          ['What it means', reason.text],
          ['Reason code', <Code {...reason} />],
          ['Who must act', ACTORS[reader][actor]],
          ['Instructed again', reason.retryable ? 'may go through, corrected' : 'would fail too'],
          ['Likely to be wrong', reason.correct.length === 0 ? 'nothing in particular' : reason.correct.join(', ')],
          ['In words', reason.message ?? 'nothing was said'],
          ...(returned === null
            ? []
            : [
                ['Came back', <Money amount={returned.amount} currency={returned.currency} />] satisfies [
                  string,
                  VNode,
                ],
              ]),
          ...(returned === null || shortfall === 0
            ? []
            : [
                ['Less than paid by', <Money amount={shortfall} currency={returned.currency} />] satisfies [
                  string,
                  VNode,
                ],
              ]),
        ]}
      />
    </section>
  );
}

/** Other payments that this one was instructed again as, or instructs again. */
export function Resubmissions(parts: {
  resubmissionOf: string | null;
  resubmittedAs: string | null;
  /** Address of a payment's page. */
  to: (instructionId: string) => string;
}): VNode | null {
  const { resubmissionOf, resubmittedAs, to } = parts;
  if (resubmissionOf === null && resubmittedAs === null) return null;
  return (
    <Notice>
      {resubmissionOf !== null && (
        <p>
          It instructs <a href={to(resubmissionOf)}>{resubmissionOf}</a> again.
        </p>
      )}
      {resubmittedAs !== null && (
        <p>
          It was resubmitted as <a href={to(resubmittedAs)}>{resubmittedAs}</a>.
        </p>
      )}
    </Notice>
  );
}

export const RECALL_WORDS: Record<Recall['reasonCode'], string> = {
  CUST: 'It is no longer wanted',
  DUPL: 'It was paid twice',
  AC03: 'The account is the wrong one',
  AM09: 'The amount is wrong',
  FRAD: 'Fraud',
  TECH: 'A technical fault',
};

/** State of a recall. */
export function RecallState({ recall }: { recall: Recall | null }): VNode | null {
  if (recall === null) return null;
  const { status, reasonCode, reason, requestedAt, answeredAt } = recall;
  return (
    <section aria-labelledby="recall">
      <h2 id="recall">Recall</h2>
      <Facts
        rows={[
          ['State', <StatusBadge status={status} />],
          ['Asked back', <Moment at={new Date(requestedAt)} />],
          ['Because', `${RECALL_WORDS[reasonCode]} (${reasonCode})${reason === null ? '' : `: ${reason}`}`],
          ['Answered', answeredAt === null ? 'not yet' : <Moment at={new Date(answeredAt)} />],
        ]}
      />
    </section>
  );
}
