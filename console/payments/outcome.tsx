import type { VNode } from 'preact';
import type { retrievedView } from '../../api/payments/instruction/instruction-view';
import { REASON_ACTORS, type ReasonActor } from '../../domain/facts/reasons';
import type { Recall } from '../../domain/payments/settlement/recall';
import { English, Facts, Id, Moment, Money, Notice, StatusBadge } from '../parts';
import { useWords, type Words } from '../words/use-words';

type View = Pick<ReturnType<typeof retrievedView>, 'failure' | 'return'>;

type Reader = 'account' | 'operator';

/** Who is to act, as a reader of that kind is told. */
function actorText(actor: ReasonActor, reader: Reader, { outcome }: Words['payment']): string {
  return reader === 'operator' && actor === 'client' ? 'the client' : outcome.actors[actor];
}

function Code({ code, partnerCode }: { code: string | null; partnerCode: string | null }): VNode {
  const { outcome } = useWords().payment;
  if (code === null && partnerCode === null) return <span class="none">{outcome.noCode}</span>;
  return (
    <>
      {code !== null && <Id of={code} />}
      {code !== null && partnerCode !== null && ', '}
      {partnerCode !== null && (
        <>
          {outcome.partnersOwn}
          <Id of={partnerCode} />
        </>
      )}
    </>
  );
}

/**
 * Why a payment failed or came back, and what can be done; nothing for any other.
 * Source: docs/GAPS.md#reasons, docs/GAPS.md#returns
 */
export function Outcome({ payment, reader }: { payment: View; reader: Reader }): VNode | null {
  const { payment: words } = useWords();
  const { outcome } = words;
  const reason = payment.failure ?? payment.return;
  if (reason === null) return null;
  const returned = payment.return?.returned ?? null;
  const actor = REASON_ACTORS.find((one) => one === reason.whoMustAct) ?? 'unknown';
  const shortfall = returned?.shortfall ?? 0;
  return (
    <section aria-labelledby="outcome">
      <h2 id="outcome">{payment.failure === null ? outcome.cameBackTitle : outcome.failedTitle}</h2>
      <Facts
        rows={[
          [outcome.means, <English>{reason.text}</English>],
          [outcome.code, <Code {...reason} />],
          [outcome.whoMustAct, actorText(actor, reader, words)],
          [outcome.again, reason.retryable ? outcome.mayPass : outcome.wouldFail],
          [outcome.likelyWrong, reason.correct.length === 0 ? outcome.nothingWrong : reason.correct.join(', ')],
          [outcome.inWords, reason.message ?? outcome.nothingSaid],
          ...(returned === null
            ? []
            : [
                [outcome.cameBack, <Money amount={returned.amount} currency={returned.currency} />] satisfies [
                  string,
                  VNode,
                ],
              ]),
          ...(returned === null || shortfall === 0
            ? []
            : [[outcome.lessBy, <Money amount={shortfall} currency={returned.currency} />] satisfies [string, VNode]]),
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
  const { outcome } = useWords().payment;
  const linkTo = (id: string) => (text: string) => <a href={to(id)}>{text}</a>;
  if (resubmissionOf === null && resubmittedAs === null) return null;
  return (
    <Notice>
      {resubmissionOf !== null && <p>{outcome.instructsAgain(linkTo(resubmissionOf), resubmissionOf)}</p>}
      {resubmittedAs !== null && <p>{outcome.resubmittedAs(linkTo(resubmittedAs), resubmittedAs)}</p>}
    </Notice>
  );
}

/** State of a recall. */
export function RecallState({ recall }: { recall: Recall | null }): VNode | null {
  const { common, payment: words } = useWords();
  if (recall === null) return null;
  const { status, reasonCode, reason, requestedAt, answeredAt } = recall;
  return (
    <section aria-labelledby="recall">
      <h2 id="recall">{words.recall.title}</h2>
      <Facts
        rows={[
          [common.columns.state, <StatusBadge status={status} />],
          [words.recall.askedBack, <Moment at={new Date(requestedAt)} />],
          [
            words.recall.because,
            `${words.recall.reasons[reasonCode]} (${reasonCode})${reason === null ? '' : `: ${reason}`}`,
          ],
          [words.recall.answered, answeredAt === null ? words.recall.notYet : <Moment at={new Date(answeredAt)} />],
        ]}
      />
    </section>
  );
}
