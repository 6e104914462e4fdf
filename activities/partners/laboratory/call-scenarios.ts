import { PartnerFault, type Bench, type Scenario } from './bench';
import { establish, requireKnown, requireUnknown, take, takeAgain } from './expect';
import { dribbling, losingAnswers, resetting } from './lines';

/** After a lost answer, sends the order again; if the partner has it, it must stay one payment. */
async function resolveLostAnswer(bench: Bench, order: ReturnType<Bench['order']>): Promise<void> {
  const adapter = bench.adapter();
  const known = await establish(bench, adapter, order.instructionId);
  if (known === null) {
    const { partnerReference } = await take(adapter, order);
    await requireKnown(adapter, order.instructionId, partnerReference);
    return;
  }
  if (known.partnerReference !== null) await takeAgain(adapter, order, known.partnerReference);
}

async function loseAnswer(bench: Bench): Promise<void> {
  const order = bench.order();
  await bench.adapter({ call: losingAnswers }).submit(order);
  await resolveLostAnswer(bench, order);
}

/** Loses several answers to the same attempt, which must stay one payment. */
async function loseSeveral(bench: Bench): Promise<void> {
  const order = bench.order();
  const losing = bench.adapter({ call: losingAnswers });
  await losing.submit(order);
  await losing.submit({ ...order, isFirstSend: false });
  const adapter = bench.adapter();
  const { partnerReference } = await take(adapter, order);
  await requireKnown(adapter, order.instructionId, partnerReference);
  await takeAgain(adapter, order, partnerReference);
}

/** Resets the connection half-way through the body: that must not count as an order. */
async function resetDuringBody(bench: Bench): Promise<void> {
  const order = bench.order();
  await bench.adapter({ call: resetting }).submit(order);
  await bench.pause(bench.waits.afterResetMs);
  const adapter = bench.adapter();
  const message = 'A request whose connection was reset in the middle of its body counts as an order.';
  await requireUnknown(adapter, order.instructionId, { fault: 'half_request_taken', message });
  await take(adapter, order);
}

/** Sends another body under a used Idempotency-Key: it must not become a second payment. */
async function reuseKeyForOtherBody(bench: Bench): Promise<void> {
  const adapter = bench.adapter();
  const order = bench.order();
  const { partnerReference } = await take(adapter, order);
  const other = await adapter.submit({ ...order, amount: order.amount + 1, isFirstSend: false });
  if (other.kind === 'taken' && other.partnerReference !== partnerReference) {
    const message = 'Another body under the same Idempotency-Key became a second payment.';
    throw new PartnerFault('key_reused', message);
  }
  await requireKnown(adapter, order.instructionId, partnerReference);
}

/** Cancels an order before it is submitted: the reply must be usable, and the order not be paid after a success. */
async function cancelUnknown(bench: Bench): Promise<void> {
  const adapter = bench.adapter();
  const order = bench.order();
  const answer = await adapter.cancel(order.instructionId).catch((fault: unknown) => {
    const said = fault instanceof Error ? fault.message : 'no answer';
    const message = `A cancellation of an unknown instruction got no usable answer: ${said}.`;
    throw new PartnerFault('cancellation_unusable', message);
  });
  const { kind } = await adapter.submit(order);
  if (answer !== 'cancelled' || kind !== 'taken') return;
  const message = 'A cancellation of an instruction was answered with 200 before it came, and then it was taken.';
  throw new PartnerFault('cancelled_then_taken', message);
}

/** Loses the reply to a cancellation: repeating it must not be refused if the payment is cancelled. */
async function loseCancellation(bench: Bench): Promise<void> {
  const adapter = bench.adapter();
  const order = bench.order();
  const { partnerReference } = await take(adapter, order);
  await bench
    .adapter({ call: losingAnswers })
    .cancel(order.instructionId)
    .catch(() => undefined);
  const { status } = await requireKnown(adapter, order.instructionId, partnerReference);
  const answer = await adapter.cancel(order.instructionId).catch(() => null);
  if (answer === 'refused' && status === 'cancelled') {
    const message = 'After a lost answer the repeated cancellation of a cancelled order was answered with 409.';
    throw new PartnerFault('cancel_repeat_refused', message);
  }
}

/** What happens to requests on their way. Source: docs/GAPS.md#P14, docs/GAPS.md#P20 */
export const CALL_SCENARIOS: readonly Scenario[] = [
  {
    name: 'lost_answer',
    title: 'knows an order whose answer was lost, or takes it when it is sent again',
    kind: 'calls',
    test: loseAnswer,
  },
  {
    name: 'lost_answers',
    title: 'makes one payment of an order of which several answers were lost',
    kind: 'calls',
    test: loseSeveral,
  },
  {
    name: 'reset_in_request',
    title: 'takes no order from a request that was reset in the middle',
    kind: 'calls',
    test: resetDuringBody,
  },
  {
    name: 'slow_request',
    title: 'takes an order that arrives in pieces',
    kind: 'calls',
    test: async (bench) =>
      void (await take(bench.adapter({ call: dribbling(bench.waits.betweenPiecesMs) }), bench.order())),
  },
  {
    name: 'same_key_other_body',
    title: 'makes no second payment of another body under the same key',
    kind: 'calls',
    test: reuseKeyForOtherBody,
  },
  {
    name: 'cancel_before_submission',
    title: 'does not take an order of which it has said that it is cancelled',
    kind: 'calls',
    test: cancelUnknown,
  },
  {
    name: 'lost_cancellation',
    title: 'answers the repetition of a cancellation whose answer was lost as the first one',
    kind: 'calls',
    test: loseCancellation,
  },
];
