import type { PartnerOrder } from '../port';
import { NotJudged, PartnerFault, type Bench, type MakeCall, type Scenario } from './bench';
import { nameAnswer, requireUnknown } from './expect';
import { changing } from './lines';
import { fullOrder, NO_CURRENCY, unpayableOrder, unusualOrder } from './unusual-orders';

/** @returns a way that changes the bodies of submissions, and signs them as they are then */
function withBody(bench: Bench, change: (text: string) => string): MakeCall {
  return changing((request) => {
    const { body, purpose } = request;
    return body === null || purpose !== 'dispatch' ? {} : bench.sign({ ...request, body: change(body) });
  });
}

/** Submits an order with the end of its body cut off: it must not be taken. */
async function submitCutBody(bench: Bench): Promise<void> {
  if (bench.described?.description.requestFormat === 'form')
    throw new NotJudged('a form that is cut off is a form, too.');
  const order = bench.order();
  const call = withBody(bench, (text) => text.slice(0, -2));
  const result = await bench.adapter({ call }).submit(order);
  const message = 'An order whose body was cut off was taken.';
  if (result.kind === 'taken') throw new PartnerFault('broken_json_taken', message);
  if (result.kind === 'ambiguous' && result.isOutage) {
    bench.warn(
      'broken_json_outage',
      `A body that was cut off was answered as a fault of the partner: ${result.fault}.`,
    );
  }
  await requireUnknown(bench.adapter(), order.instructionId, { fault: 'broken_json_taken', message });
}

/** Submits an order in a currency that does not exist: it should be rejected for good. */
async function submitUnpayable(bench: Bench): Promise<void> {
  const adapter = bench.adapter();
  const order = unpayableOrder(bench);
  const result = await adapter.submit(order);
  if (result.kind === 'taken') {
    bench.warn('unpayable_taken', `An order in the currency ${NO_CURRENCY}, which does not exist, was taken.`);
    return;
  }
  if (result.kind === 'not_taken') {
    const message = `An order that cannot be paid is not rejected, so that it would wait for ever: ${result.fault}.`;
    throw new PartnerFault(nameAnswer(result.fault), message);
  }
  if (result.kind === 'rejected') await requireRejected(bench, order);
}

/** @throws PartnerFault unless a rejected order stays rejected, since it may be at another partner by then */
async function requireRejected(bench: Bench, order: PartnerOrder): Promise<void> {
  const adapter = bench.adapter();
  const inquiry = await adapter.inquire(order.instructionId);
  if (inquiry.kind === 'known' && inquiry.status !== 'failed' && inquiry.status !== 'cancelled') {
    const message = `An order that was rejected is ${inquiry.status} by inquiry: it may be at another partner by then.`;
    throw new PartnerFault('rejected_and_taken', message);
  }
  const again = await adapter.submit({ ...order, isFirstSend: false });
  if (again.kind !== 'taken') return;
  throw new PartnerFault('rejected_and_taken', 'An order that was rejected was taken when it was repeated.');
}

/** Submits an order with names outside of ASCII: it must be taken, or at least rejected. */
async function submitUnusualNames(bench: Bench): Promise<void> {
  const result = await bench.adapter().submit(unusualOrder(bench));
  if (result.kind === 'taken') return;
  if (result.kind === 'rejected') {
    bench.warn('name_rejected', `A name outside of ASCII was rejected: ${result.message}`);
    return;
  }
  const message = `An order with a name outside of ASCII was neither taken nor rejected: ${result.fault}.`;
  throw new PartnerFault('unicode_refused', message);
}

/** Submits an order. @throws PartnerFault of that name unless it is taken */
async function refusalNamed(bench: Bench, order: PartnerOrder, fault: string, call?: MakeCall): Promise<void> {
  const result = await bench.adapter(call === undefined ? {} : { call }).submit(order);
  if (result.kind === 'taken') return;
  const said = 'fault' in result ? result.fault : result.message;
  throw new PartnerFault(fault, `An order like others, but for what this scenario changes, was not taken: ${said}.`);
}

/** Requests that are unusual or broken. Source: docs/GAPS.md#P14, docs/PARTNERS.md */
export const HTTP_SCENARIOS: readonly Scenario[] = [
  {
    name: 'broken_json',
    title: 'takes nothing from a body that is cut off',
    kind: 'calls',
    test: submitCutBody,
  },
  {
    name: 'unpayable_order',
    title: 'rejects an order that cannot be paid with a reason, and for good',
    kind: 'calls',
    test: submitUnpayable,
  },
  {
    name: 'unusual_names',
    title: 'takes or rejects a name outside of ASCII',
    kind: 'calls',
    test: submitUnusualNames,
  },
  {
    name: 'optional_members',
    title: 'takes an order with the members that may be absent',
    kind: 'calls',
    test: (bench) => refusalNamed(bench, fullOrder(bench), 'optional_members_refused'),
  },
  {
    name: 'unknown_members',
    title: 'ignores members that it does not know',
    kind: 'http',
    async test(bench) {
      const call = withBody(bench, (text) => `{"laterMember":{"of":["a","later","release"]},${text.slice(1)}`);
      await refusalNamed(bench, bench.order(), 'unknown_member_refused', call);
    },
  },
  {
    name: 'other_spelling',
    title: 'reads JSON with other spaces and escapes, and verifies the bytes as they came',
    kind: 'http',
    async test(bench) {
      const respell = (text: string): string => JSON.stringify(JSON.parse(text), null, 1).replaceAll('/', '\\/');
      await refusalNamed(bench, bench.order(), 'body_not_raw', withBody(bench, respell));
    },
  },
];
