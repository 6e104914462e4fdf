import { PartnerFault, type Bench, type Scenario } from './bench';
import { requireKnown, requireSame, requireUnknown, take, takeAgain } from './expect';

/** The same order so often at the same moment. */
const AT_ONCE = 6;
/** So many orders at the same moment. */
const BURST = 12;

const CLAIMS_UNKNOWN = {
  fault: 'claims_unknown',
  message: 'An inquiry about an instruction that was never sent was answered as if it had been taken.',
};

/** @returns an id that differs in its last character, and in nothing else */
function similarId(id: string): string {
  return id.slice(0, -1) + (id.endsWith('z') ? 'y' : 'z');
}

/** Cancels an order that was taken: after a success it must not go on. */
async function cancelTaken(bench: Bench): Promise<void> {
  const adapter = bench.adapter();
  const order = bench.order();
  const { partnerReference } = await take(adapter, order);
  const answer = await usableCancellation(() => adapter.cancel(order.instructionId));
  if (answer !== 'cancelled') return;
  const { status } = await requireKnown(adapter, order.instructionId, partnerReference);
  if (status === 'processing' || status === 'settled') {
    const message = `A cancellation was answered with 200, and an inquiry then says ${status}.`;
    throw new PartnerFault('cancelled_in_words', message);
  }
  if (status !== 'cancelled') {
    bench.warn('cancelled_status_late', `After a cancellation with 200 an inquiry says ${status}.`);
  }
}

/** Makes a cancellation. @throws PartnerFault where the partner gives no reply of the protocol */
async function usableCancellation<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (fault) {
    const message = `A cancellation got no usable answer: ${fault instanceof Error ? fault.message : 'no answer'}.`;
    throw new PartnerFault('cancellation_unusable', message);
  }
}

/** Cancels an order twice: a repeated cancellation must not be refused after a success. */
async function cancelTwice(bench: Bench): Promise<void> {
  const adapter = bench.adapter();
  const order = bench.order();
  await take(adapter, order);
  const first = await usableCancellation(() => adapter.cancel(order.instructionId));
  const second = await usableCancellation(() => adapter.cancel(order.instructionId));
  if (first === 'cancelled' && second === 'refused') {
    const message =
      'A cancellation was answered with 200 and its repetition with 409: after a lost answer it counts as refused.';
    throw new PartnerFault('cancel_repeat_refused', message);
  }
}

/**
 * Submits one order several times at once: at least one submission must be taken, all that are taken must get the same
 * reference, and none may be rejected.
 */
async function submitSameOrderConcurrently(bench: Bench): Promise<void> {
  const adapter = bench.adapter();
  const order = bench.order();
  const sent = Array.from({ length: AT_ONCE }, () => adapter.submit({ ...order, isFirstSend: true }));
  const results = await Promise.all(sent);
  const references = results.flatMap((result) => (result.kind === 'taken' ? [result.partnerReference] : []));
  const [reference] = references;
  if (reference === undefined) {
    const message = 'None of several identical submissions at the same moment was taken.';
    throw new PartnerFault('concurrent_refused', message);
  }
  if (references.some((other) => other !== reference)) {
    const message =
      'Equal submissions at the same moment were given several references: they would be paid several times.';
    throw new PartnerFault('concurrent_duplicates', message);
  }
  if (results.some(({ kind }) => kind === 'rejected')) {
    const message =
      'Of identical submissions at the same moment one was taken and one rejected as definitive: it would go ' +
      'elsewhere, too.';
    throw new PartnerFault('concurrent_rejected', message);
  }
  await requireKnown(adapter, order.instructionId, reference);
}

/** Submits several orders at once: each must be taken under a reference of its own. */
async function submitBurst(bench: Bench): Promise<void> {
  const adapter = bench.adapter();
  const taken = await Promise.all(Array.from({ length: BURST }, () => take(adapter, bench.order())));
  if (new Set(taken.map(({ partnerReference }) => partnerReference)).size < BURST) {
    throw new PartnerFault('shared_reference', 'Different orders at the same moment were given one reference.');
  }
}

/** What every partner must do, whatever it is reached by. Source: docs/GAPS.md#P14, docs/GAPS.md#P20 */
export const ORDER_SCENARIOS: readonly Scenario[] = [
  {
    name: 'takes_order',
    title: 'takes an order and names a reference for it',
    kind: 'adapter',
    async test(bench) {
      const { partnerReference } = await take(bench.adapter(), bench.order());
      if (!/\S/.test(partnerReference)) throw new PartnerFault('no_reference', 'The reference is empty.');
    },
  },
  {
    name: 'repeated_submission',
    title: 'makes one payment of an order that is sent again under the same key',
    kind: 'adapter',
    async test(bench) {
      const adapter = bench.adapter();
      const order = bench.order();
      const { partnerReference } = await take(adapter, order);
      for (let time = 0; time < 3; time += 1) await takeAgain(adapter, order, partnerReference);
    },
  },
  {
    name: 'two_orders',
    title: 'tells two equal orders with different keys apart',
    kind: 'adapter',
    async test(bench) {
      const adapter = bench.adapter();
      const order = bench.order();
      const first = await take(adapter, order);
      const second = await take(adapter, { ...order, instructionId: bench.newId() });
      if (first.partnerReference !== second.partnerReference) return;
      const message = 'Two orders were given one reference: reports and statements could not be told apart.';
      throw new PartnerFault('shared_reference', message);
    },
  },
  {
    name: 'inquiry_after_submission',
    title: 'knows by inquiry what it took, by the same reference each time',
    kind: 'adapter',
    async test(bench) {
      const adapter = bench.adapter();
      const order = bench.order();
      const { partnerReference } = await take(adapter, order);
      const first = await requireKnown(adapter, order.instructionId, partnerReference);
      const second = await requireKnown(adapter, order.instructionId, partnerReference);
      if (first.partnerReference !== null && second.partnerReference !== null) {
        requireSame(first.partnerReference, second.partnerReference);
      }
    },
  },
  {
    name: 'unknown_inquiry',
    title: 'says of an instruction that was never sent that it never received it',
    kind: 'adapter',
    test: (bench) => requireUnknown(bench.adapter(), bench.newId(), CLAIMS_UNKNOWN),
  },
  {
    name: 'similar_inquiry',
    title: 'does not take one instruction for another whose id is similar',
    kind: 'adapter',
    async test(bench) {
      const adapter = bench.adapter();
      const order = bench.order();
      await take(adapter, order);
      const message = 'An inquiry about an instruction was answered with another one whose id is similar.';
      for (const other of [similarId(order.instructionId), `${order.instructionId}0`]) {
        await requireUnknown(adapter, other, { fault: 'confuses_ids', message });
      }
    },
  },
  {
    name: 'cancel_after_submission',
    title: 'answers a cancellation, and does what it has answered',
    kind: 'adapter',
    test: cancelTaken,
  },
  {
    name: 'repeated_cancellation',
    title: 'answers a repeated cancellation as the first one',
    kind: 'adapter',
    test: cancelTwice,
  },
  {
    name: 'concurrent_duplicates',
    title: 'makes one payment of identical submissions at the same moment',
    kind: 'adapter',
    test: submitSameOrderConcurrently,
  },
  {
    name: 'burst',
    title: 'takes a dozen orders at the same moment, each with its own reference',
    kind: 'adapter',
    test: submitBurst,
  },
];
