import type { PartnerRequest } from '../partner-call';
import { PartnerFault, type Bench, type MakeCall, type Scenario } from './bench';
import { requireUnknown, take } from './expect';
import { changing } from './lines';

const SIGNATURES = ['x-corridor-signature', 'x-service-signature'];
/** A captured request that is sent again after so long. */
const STALE_MS = 3_600_000;

/** @returns another hexadecimal text of the same length */
const forge = (value: string): string =>
  value.replace(/[0-9a-f](?=[0-9a-f]{0,63}(,|$))/g, (digit) => (digit === '0' ? '1' : '0'));

/** A call whose signature headers are changed, or left out where the change returns null. */
function withSignatures(change: (value: string) => string | null): MakeCall {
  return changing(({ headers }) => {
    const entries = Object.entries(headers).flatMap(([name, value]) => {
      const changed = SIGNATURES.includes(name) ? change(value) : value;
      return changed === null ? [] : [[name, changed] as const];
    });
    return { headers: Object.fromEntries(entries) };
  });
}

/**
 * Submits an order in a way that a partner must not trust.
 * @throws PartnerFault where the partner takes the order
 */
async function requireRefused(
  bench: Bench,
  bent: Parameters<Bench['adapter']>[0],
  { fault, message }: { fault: string; message: string },
): Promise<void> {
  const order = bench.order();
  const result = await bench.adapter(bent).submit(order);
  if (result.kind === 'taken') throw new PartnerFault(fault, message);
  if (result.kind === 'rejected') {
    bench.warn(
      'forgery_rejected',
      'A forged call is answered as a rejection of the order; 401 says that it was forged.',
    );
  }
  await requireUnknown(bench.adapter(), order.instructionId, { fault, message });
}

const raiseAmount = changing(({ body, purpose }: PartnerRequest) =>
  body === null || purpose !== 'dispatch' ? {} : { body: body.replace(/"amount":\s*/, '"amount":9') },
);

/** Inquires with a forged signature; an answer with the state is a warning. */
async function inquireForged(bench: Bench): Promise<void> {
  const order = bench.order();
  await take(bench.adapter(), order);
  const inquiry = await bench.adapter({ call: withSignatures(forge) }).inquire(order.instructionId);
  if (inquiry.kind !== 'known') return;
  bench.warn('forged_inquiry_answered', 'An inquiry with a forged signature was answered with the state of a payment.');
}

/** Cancels with a forged signature: it must not be carried out. */
async function cancelForged(bench: Bench): Promise<void> {
  const order = bench.order();
  await take(bench.adapter(), order);
  const forging = bench.adapter({ call: withSignatures(forge) });
  const answer = await forging.cancel(order.instructionId).catch(() => null);
  if (answer !== 'cancelled') return;
  throw new PartnerFault('forged_cancellation', 'A cancellation with a forged signature was carried out.');
}

/** Submits an order after its `X-Corridor-Valid-Until`; taking it is a warning. */
async function submitLate(bench: Bench): Promise<void> {
  const order = { ...bench.order(), takenAt: new Date(Date.now() - STALE_MS) };
  const result = await bench.adapter().submit(order);
  if (result.kind !== 'taken') return;
  const message = 'A call after its X-Corridor-Valid-Until was taken; 425 keeps a delayed one from being paid twice.';
  bench.warn('late_call_taken', message);
}

/** Calls that only look like ours. Source: docs/GAPS.md#P14, docs/PARTNERS.md */
export const SIGNATURE_SCENARIOS: readonly Scenario[] = [
  {
    name: 'wrong_signature',
    title: 'takes nothing with a wrong signature',
    kind: 'secret',
    test: (bench) =>
      requireRefused(
        bench,
        { call: withSignatures(forge) },
        { fault: 'wrong_signature_taken', message: 'An order with a wrong signature was taken.' },
      ),
  },
  {
    name: 'no_signature',
    title: 'takes nothing without a signature',
    kind: 'secret',
    test: (bench) =>
      requireRefused(
        bench,
        { call: withSignatures(() => null) },
        { fault: 'unsigned_taken', message: 'An order without a signature was taken.' },
      ),
  },
  {
    name: 'changed_amount',
    title: 'takes nothing whose amount was changed after it was signed',
    kind: 'secret',
    test: (bench) =>
      requireRefused(
        bench,
        { call: raiseAmount },
        { fault: 'changed_body_taken', message: 'An order whose amount was changed after it was signed was taken.' },
      ),
  },
  {
    name: 'stale_timestamp',
    title: 'takes nothing that was signed an hour ago',
    kind: 'secret',
    test: (bench) =>
      requireRefused(
        bench,
        { nowMs: () => Date.now() - STALE_MS },
        {
          fault: 'stale_call_taken',
          message: 'An order with a timestamp of an hour ago was taken: captured calls can be sent again.',
        },
      ),
  },
  {
    name: 'later_signatures',
    title: 'ignores parts of the signature that it does not know',
    kind: 'secret',
    async test(bench) {
      const call = changing(({ headers }) => {
        const known = headers['x-corridor-signature'] ?? '';
        return { headers: { ...headers, 'x-corridor-signature': `v9=${'0'.repeat(64)},${known}` } };
      });
      const result = await bench.adapter({ call }).submit(bench.order());
      if (result.kind === 'taken') return;
      const message = 'A call with a further part in X-Corridor-Signature was refused.';
      throw new PartnerFault('later_signature_refused', message);
    },
  },
  { name: 'late_call', title: 'refuses a call after the end of its validity', kind: 'secret', test: submitLate },
  {
    name: 'forged_inquiry',
    title: 'tells nothing to an inquiry with a wrong signature',
    kind: 'secret',
    test: inquireForged,
  },
  {
    name: 'forged_cancellation',
    title: 'cancels nothing with a wrong signature',
    kind: 'secret',
    test: cancelForged,
  },
];
