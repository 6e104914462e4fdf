import { proofHeaders } from '../../../domain/payments/dispatch/description/notification-proof';
import type { Description } from '../../../domain/payments/dispatch/description/schema';
import type { PartnerOrder } from '../port';
import { NotJudged, PartnerFault, type Bench, type Bent, type DescribedSubject, type Scenario } from './bench';
import { requireKnown, requireUnknown, take } from './expect';
import { changing } from './lines';

/** A captured request or notification that comes again after so long. */
const STALE_MS = 86_400_000;

/** @throws NotJudged for a partner that is not described */
function describedOf({ described }: Bench): DescribedSubject {
  if (described === null) throw new NotJudged('the partner is not described.');
  return described;
}

/**
 * The name of the header that proves requests, in lower case.
 * @throws NotJudged where the certificate of the connection proves them
 */
function proofHeaderOf({ authentication }: Description): string {
  switch (authentication.kind) {
    case 'none':
      throw new NotJudged('requests are proved by the certificate of the connection alone.');
    case 'oauth':
      return 'authorization';
    case 'header':
    case 'hmac':
      return authentication.header.toLowerCase();
  }
}

/**
 * Submits an order that the bank must not trust.
 * @throws PartnerFault where it takes or rejects the order
 */
async function requireTurnedAway(
  bench: Bench,
  bent: Bent,
  { fault, message, order = bench.order() }: { fault: string; message: string; order?: PartnerOrder },
): Promise<void> {
  const result = await bench.adapter(bent).submit(order);
  if (result.kind === 'taken') throw new PartnerFault(fault, message);
  if (result.kind === 'rejected') {
    const words =
      `An order without right credentials is read as rejected for good ("${result.message}"): once a credential of ` +
      'ours expires, payments fail that could wait.';
    throw new PartnerFault('credentials_reject_order', words);
  }
  await requireUnknown(bench.adapter(), order.instructionId, { fault, message });
}

/** @returns another credential of the same length */
const altered = (value: string): string => value.replace(/[A-Za-z0-9]/g, (one) => (one === 'x' ? 'y' : 'x'));

async function submitWrongCredentials(bench: Bench): Promise<void> {
  proofHeaderOf(describedOf(bench).description);
  const message = 'An order that was proved by a wrong credential was taken.';
  await requireTurnedAway(bench, { credential: altered }, { fault: 'wrong_credentials_taken', message });
}

async function submitWithoutCredentials(bench: Bench): Promise<void> {
  const header = proofHeaderOf(describedOf(bench).description);
  const call = changing(({ headers }) => ({
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== header)),
  }));
  const message = 'An order without credentials was taken.';
  await requireTurnedAway(bench, { call }, { fault: 'no_credentials_taken', message });
}

/** @throws NotJudged unless requests have a keyed hash over that part */
function requireSigned({ description: { authentication } }: DescribedSubject, part: 'body' | 'timestamp'): void {
  if (authentication.kind !== 'hmac') throw new NotJudged('requests carry no keyed hash.');
  const isSigned = authentication.signed.some((one) => one === part || one === `${part}-sha256`);
  if (!isSigned) throw new NotJudged(`the hash of requests does not cover the ${part}.`);
}

async function submitChangedBody(bench: Bench): Promise<void> {
  requireSigned(describedOf(bench), 'body');
  const order = bench.order();
  const { name } = order.privateData.beneficiary;
  const call = changing(({ body, purpose }) =>
    body === null || purpose !== 'dispatch' ? {} : { body: body.replace(name, `${name}x`) },
  );
  const message = 'An order that was changed after it was signed was taken.';
  await requireTurnedAway(bench, { call }, { fault: 'changed_body_taken', message, order });
}

async function submitStale(bench: Bench): Promise<void> {
  requireSigned(describedOf(bench), 'timestamp');
  const result = await bench.adapter({ nowMs: () => Date.now() - STALE_MS }).submit(bench.order());
  if (result.kind !== 'taken') return;
  bench.warn('stale_call_taken', 'An order that was signed a day ago was taken: captured requests can be sent again.');
}

/** Names of faults by the code of a note. */
const NOTE_FAULTS: Readonly<Record<string, string>> = {
  untranslated: 'status_not_described',
  no_rule: 'answer_not_described',
  absent: 'member_absent',
  other_id: 'other_id',
  invalid: 'figure_unreadable',
};

/** Makes a whole payment and warns of members that the bank's answers lack by its description. */
async function checkDescribedMembers(bench: Bench): Promise<void> {
  const described = describedOf(bench);
  const adapter = bench.adapter();
  const order = bench.order();
  const { partnerReference } = await take(adapter, order);
  await requireKnown(adapter, order.instructionId, partnerReference);
  await adapter.cancel(order.instructionId).catch(() => undefined);
  await requireKnown(adapter, order.instructionId, partnerReference);
  // Cancellations are judged by their own scenarios.
  const [first] = described.noted().filter(({ field }) => !field.startsWith('cancel.'));
  if (first === undefined) return;
  const message = 'An answer to an ordinary request has what the description does not.';
  throw new PartnerFault(NOTE_FAULTS[first.code] ?? 'answer_not_described', message);
}

/** Recalls a payment that is not settled: the reply must be usable. */
async function recallUnsettled(bench: Bench): Promise<void> {
  const { description } = describedOf(bench);
  if (description.recall === undefined) throw new NotJudged('the description has no recall.');
  const adapter = bench.adapter();
  const order = bench.order();
  const { partnerReference } = await take(adapter, order);
  const { amount, currency } = order;
  await adapter
    .recall(order.instructionId, { amount, currency, reasonCode: 'CUST', reason: 'Laboratory' })
    .catch((fault: unknown) => {
      const said = fault instanceof Error ? fault.message : 'no answer';
      if (/does not know/.test(said)) throw new PartnerFault('denies_order', `A recall found no order: ${said}.`);
      throw new PartnerFault('recall_unusable', `A recall got no answer that the description has: ${said}.`);
    });
  await requireKnown(adapter, order.instructionId, partnerReference);
}

/** What is done to a genuine notification before it is taken in. */
type Forgery = readonly [what: string, change: (genuine: Notice) => Notice];
interface Notice {
  bytes: Buffer;
  headers: Record<string, string>;
}

/** Checks that the credential of notifications is set and that only proved ones are accepted. */
async function checkNotificationProof(bench: Bench): Promise<void> {
  const described = describedOf(bench);
  const { notifications } = described.description;
  if (notifications === undefined) throw new NotJudged('the bank does not notify.');
  const { proof } = notifications;
  const secret = await described.credential(proof.credential);
  if (secret === null) {
    const words = `The credential ${proof.credential}, which notifications.proof names, is not set: each one is refused.`;
    throw new PartnerFault('credential_missing', words);
  }
  const bytes = Buffer.from('{"laboratory":true}');
  const provedNotice = (key: string, now = new Date()): Notice => ({
    bytes,
    headers: proofHeaders(proof, key, { bytes, now }),
  });
  const isTaken = ({ bytes: sent, headers }: Notice): Promise<boolean> =>
    described.notify({ bytes: sent, receivedAt: new Date(), header: (name) => headers[name] ?? '' });
  if (!(await isTaken(provedNotice(secret)))) {
    throw new PartnerFault('genuine_notification_refused', 'A notification that is proved as described is refused.');
  }
  const forgeries: Forgery[] = [
    ['a wrong secret', () => provedNotice(altered(secret))],
    ['no proof', ({ bytes: sent }) => ({ bytes: sent, headers: {} })],
  ];
  if (proof.kind === 'hmac') forgeries.push(['a changed body', (one) => ({ ...one, bytes: Buffer.from('{"a":1}') })]);
  if (proof.kind === 'hmac' && proof.timestamp !== undefined) {
    forgeries.push(['a time of yesterday', () => provedNotice(secret, new Date(Date.now() - STALE_MS))]);
  }
  for (const [what, change] of forgeries) {
    if (!(await isTaken(change(provedNotice(secret))))) continue;
    throw new PartnerFault('forged_notification_taken', `A notification with ${what} is taken as the bank's own.`);
  }
}

/** What descriptions add to the protocol of P14. Source: docs/GAPS.md#P20, docs/GAPS.md#described */
export const DESCRIBED_SCENARIOS: readonly Scenario[] = [
  {
    name: 'wrong_credentials',
    title: 'takes nothing that is proved by a wrong credential, and rejects nothing for it',
    kind: 'described',
    test: submitWrongCredentials,
  },
  {
    name: 'no_credentials',
    title: 'takes nothing without credentials, and rejects nothing for it',
    kind: 'described',
    test: submitWithoutCredentials,
  },
  {
    name: 'changed_request',
    title: 'takes nothing that was changed after it was signed',
    kind: 'described',
    test: submitChangedBody,
  },
  {
    name: 'stale_request',
    title: 'takes nothing that was signed a day ago',
    kind: 'described',
    test: submitStale,
  },
  {
    name: 'described_answers',
    title: 'answers with what its description has: members, rules and statuses',
    kind: 'described',
    test: checkDescribedMembers,
  },
  {
    name: 'recall_before_settlement',
    title: 'answers the recall of an order that is not settled, and keeps the order',
    kind: 'described',
    test: recallUnsettled,
  },
  {
    name: 'notification_proof',
    title: 'has the credential by which its notifications are proved',
    kind: 'notices',
    test: checkNotificationProof,
  },
];
