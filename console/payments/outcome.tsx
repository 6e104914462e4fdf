import type { ComponentChildren, VNode } from 'preact';
import type { retrievedView } from '../../api/payments/instruction/instruction-view';
import { REASON_ACTORS, type ReasonActor } from '../../domain/facts/reasons';
import type { Recall } from '../../domain/payments/settlement/recall';
import { English, Facts, Moment, Money, Notice, StatusBadge } from '../parts';
import { labelOfPath } from '../forms/schema/words';
import { useWords, wordFor, type Words } from '../words/use-words';

type View = Pick<ReturnType<typeof retrievedView>, 'failure' | 'return'>;

type Reader = 'account' | 'operator';

/** Who is to act, as a reader of that kind is told. */
function actorText(actor: ReasonActor, reader: Reader, { outcome }: Words['payment']): string {
  return reader === 'operator' && actor === 'client' ? 'the client' : outcome.actors[actor];
}

/**
 * Why a payment failed or came back, and what can be done; null for any other payment.
 * @param act link to what the reader does next
 * Source: docs/GAPS.md#reasons, docs/GAPS.md#returns
 */
export function Outcome(parts: { payment: View; reader: Reader; act?: ComponentChildren }): VNode | null {
  const { payment, reader, act } = parts;
  const words = useWords();
  const { outcome } = words.payment;
  const reason = payment.failure ?? payment.return;
  if (reason === null) return null;
  const { code, partnerCode, correct, retryable, message } = reason;
  const actor = REASON_ACTORS.find((one) => one === reason.whoMustAct) ?? 'unknown';
  const meaning = wordFor(outcome.reasons, code) ?? <English>{reason.text}</English>;
  const given = code ?? partnerCode;
  return (
    <Notice tone="bad">
      <p>
        <strong>{payment.failure === null ? outcome.cameBackTitle : outcome.failedTitle}:</strong> {meaning}
        {given !== null && ` (${given})`} {message !== null && <q class="words">{message}</q>}
      </p>
      <p>
        {retryable ? outcome.mayPass : outcome.wouldFail}{' '}
        {correct.length > 0 &&
          outcome.likelyWrong({ fields: correct.map((path) => labelOfPath(words, path)).join(', ') })}{' '}
        {outcome.whoMustAct({ actor: actorText(actor, reader, words.payment) })}
      </p>
      <ReturnedAmount of={payment.return} />
      {act}
    </Notice>
  );
}

/** How much of the money came back, and what is missing; null if the amount is unknown. */
function ReturnedAmount({ of: cameBack }: { of: View['return'] }): VNode | null {
  const { outcome } = useWords().payment;
  const returned = cameBack?.returned ?? null;
  if (returned === null) return null;
  const { amount, currency, shortfall } = returned;
  return (
    <p>
      {outcome.cameBack}: <Money {...{ amount, currency }} />
      {shortfall !== null && shortfall > 0 && (
        <>
          ; {outcome.lessBy} <Money amount={shortfall} currency={currency} />
        </>
      )}
    </p>
  );
}

/** Links to the payment that this one repeats, and to the one that repeats it. */
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
      {resubmissionOf !== null && <p>{outcome.instructsAgain({ link: linkTo(resubmissionOf), id: resubmissionOf })}</p>}
      {resubmittedAs !== null && <p>{outcome.resubmittedAs({ link: linkTo(resubmittedAs), id: resubmittedAs })}</p>}
    </Notice>
  );
}

/** State of a recall; null without one. */
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
