import { FINAL_STATUSES } from '../../domain/payments/instruction/status';
import { DemoClient, object, objects, StoryFailure, text, type Json } from './client';
import { bankStatement, withDigitsExchanged } from './statement';

export interface EndingsContext {
  baseUrl: string;
  /** Of an account's test side. */
  apiKey: string;
  operatorKey: string;
  print(line: string): void;
}

/** The client that pays, and the operator. */
interface Parties {
  client: DemoClient;
  operator: DemoClient;
  context: EndingsContext;
  /** What was shown, with the place of its pages in the console. */
  seen: { what: string; places: string[] }[];
}

const PAYMENTS = '/api/v1/payments/instructions';
const STATEMENTS = '/v1/operator/statements';
const PARTNER = 'Corridor Sandbox';
/** Begins the number of every account; its last four digits say what the sandbox does. Source: docs/GAPS.md#P15 */
const ACCOUNT = '987654';
/** Names of importers/starter-data/watch-list.json: with a word left out, and as listed. */
const NEAR = 'Quillon Zhadrek';
const LISTED = 'Yevrakim Tolzhanby Urdoveth';

/** How the sandbox ends a payment: account number, in words, and how one sees that it is over. */
const ENDINGS: readonly { digits: string; means: string; status: string; reconciliation?: string }[] = [
  { digits: '0000', means: 'settles', status: 'settled', reconciliation: 'matched' },
  { digits: '0001', means: 'is rejected when it is submitted', status: 'failed' },
  { digits: '0002', means: 'fails while it is processed', status: 'failed' },
  { digits: '0003', means: 'stays without any report', status: 'submitted' },
  { digits: '0004', means: 'settles short', status: 'settled', reconciliation: 'mismatched' },
  { digits: '0005', means: 'is returned after its settlement', status: 'returned' },
  { digits: '0006', means: 'is reported out of order and twice', status: 'settled', reconciliation: 'matched' },
  { digits: '0007', means: 'settles, and is returned after a recall', status: 'settled' },
];

/** The body of a payment whose account ends with these digits, which select the sandbox scenario. */
function bodyFor(digits: string, name = 'Example Trading Ltd'): Json {
  const bankAccount = { accountNumber: ACCOUNT + digits, swiftBic: 'BOFAUS3N', country: 'US' };
  return {
    amount: 1250.5,
    currency: 'USD',
    beneficiary: { name, country: 'US', bankAccount },
    purpose: { code: 'trade_settlement' },
    settlementRoute: { partnerPreference: PARTNER },
  };
}

async function pay({ client }: Parties, body: Json): Promise<string> {
  return text(object((await client.call('POST', PAYMENTS, 201, body))['data'])['instructionId']);
}

/**
 * Waits until a payment has a status and meets a condition.
 * @returns it as its client sees it
 */
async function followUntil(
  { client }: Parties,
  id: string,
  status: string,
  isThere = (_payment: Json) => true,
): Promise<Json> {
  const hasEnded = (answer: Json): boolean => {
    const payment = object(answer['data']);
    return payment['status'] === status && isThere(payment);
  };
  const otherEnding = (answer: Json): string | null => {
    const payment = object(answer['data']);
    const isOver = FINAL_STATUSES.some((final) => final === payment['status'] && final !== status);
    return isOver ? `it went ${wayOf(payment)}` : null;
  };
  return object((await client.until(`${PAYMENTS}/${id}`, hasEnded, `${id} being ${status}`, otherEnding))['data']);
}

/** The history of a payment in a line, with the reason of its end. */
function wayOf(payment: Json): string {
  const statuses = objects(payment['statusHistory']).map((entry) => text(entry['status']));
  const reason = object(payment['failure'] ?? payment['return']);
  const why = reason['text'] === undefined ? '' : `; ${text(reason['code'])}: ${text(reason['text'])}`;
  const compared = text(object(payment['reconciliation'])['status']);
  return `${statuses.join(', ')}${why}${compared === '' ? '' : `; ${compared}`}`;
}

/** Prints the state of a payment; its pages, of its client and of operators, are printed at the end. */
function show({ context, seen }: Parties, id: string, what: string, how: string): void {
  context.print(`   ${what}${how}`);
  const places = [`test/payments/${id}`, `operator/payments/${id}`];
  if (!seen.some((one) => one.places[0] === places[0])) seen.push({ what, places });
}

/** Prints the addresses of the pages about what was played. */
function showPages({ context, seen }: Parties): void {
  context.print('Their pages, of the client and of operators');
  for (const { what, places } of seen) {
    context.print(`   ${what}`);
    for (const place of places) context.print(`      ${context.baseUrl}/console/${place}`);
  }
}

/**
 * Plays one payment for each ending of the sandbox.
 * @returns their ids by last digits
 */
async function playEndings(parties: Parties): Promise<Map<string, string>> {
  parties.context.print(`1. A payment for every way in which the sandbox ends one, by the last digits of the account`);
  const ids = new Map<string, string>();
  for (const { digits } of ENDINGS) ids.set(digits, await pay(parties, bodyFor(digits)));
  for (const { digits, means, status, reconciliation } of ENDINGS) {
    const id = ids.get(digits) ?? '';
    const isCompared = (payment: Json): boolean =>
      reconciliation === undefined || object(payment['reconciliation'])['status'] === reconciliation;
    show(parties, id, `…${digits} ${means}`, `: ${wayOf(await followUntil(parties, id, status, isCompared))}`);
  }
  const recalled = ids.get('0007') ?? '';
  await parties.client.call('POST', `${PAYMENTS}/${recalled}/recall`, 202, { reasonCode: 'DUPL' });
  show(parties, recalled, '…0007 recalled', `: ${wayOf(await followUntil(parties, recalled, 'returned'))}`);
  return ids;
}

/** Plays a payment that is refused by a watch list, and one that is held and released. */
async function playHold(parties: Parties): Promise<string> {
  const { client, operator, context } = parties;
  context.print(`2. ${LISTED} is on a list of invented names, ${NEAR} is like a name on it`);
  await client.call('POST', PAYMENTS, 422, bodyFor('0000', LISTED));
  context.print('   the first is refused: COMPLIANCE_BLOCK, and nothing more is said');
  const id = await pay(parties, bodyFor('0000', NEAR));
  await followUntil(parties, id, 'pending', (payment) => payment['waitingReason'] === 'compliance_review');
  show(parties, id, 'the second is held', ' until a person has reviewed it');
  const release = { decision: 'release', reason: 'Another person: born in another year' };
  await operator.call('POST', `/v1/operator/payments/${id}/screening`, 200, release);
  show(parties, id, 'released', `: ${wayOf(await followUntil(parties, id, 'settled'))}`);
  return id;
}

/** Plays the resubmission of a failed payment to another account. */
async function playResubmission(parties: Parties, failed: string): Promise<string> {
  parties.context.print('3. The payment that failed is instructed again, with another account');
  const correction = { beneficiary: { bankAccount: { accountNumber: `${ACCOUNT}0000` } } };
  const answer = await parties.client.call('POST', `${PAYMENTS}/${failed}/resubmit`, 201, correction);
  const id = text(object(answer['data'])['instructionId']);
  show(parties, id, `instead of ${failed}`, `: ${wayOf(await followUntil(parties, id, 'settled'))}`);
  return id;
}

/** Imports a statement of three settled payments, with two digits of the last amount exchanged. */
async function playStatement(parties: Parties, ids: readonly string[]): Promise<void> {
  const { client, operator, context, seen } = parties;
  context.print('4. The bank of the partner sends a statement (camt.053); in one amount two digits are exchanged');
  const payments: Json[] = [];
  for (const id of ids) payments.push(object((await client.call('GET', `${PAYMENTS}/${id}`, 200))['data']));
  const booked = payments.map(({ uetr, amount, currency }, at) => {
    const exact = Number(amount).toFixed(2);
    const isLast = at === payments.length - 1;
    return { uetr: text(uetr), amount: isLast ? withDigitsExchanged(exact) : exact, currency: text(currency) };
  });
  const odd = ids.at(-1) ?? '';
  const { partner } = await operator.call('GET', `/v1/operator/payments/${odd}`, 200);
  const file = { file: bankStatement(booked, new Date()), type: 'application/xml' };
  const made = await operator.call('POST', `${STATEMENTS}?partner=${text(object(partner)['id'])}`, 201, file);
  const id = text(made['id']);
  const compared = await operator.until(
    `${STATEMENTS}/${id}`,
    ({ state }) => state === 'compared',
    'the comparison of the statement',
  );
  const { confirmed, contradicted } = object(compared['entries']);
  if (contradicted !== 1) throw new StoryFailure(`${String(contradicted)} entries of the statement contradict`);
  context.print(`   ${String(confirmed)} entries confirm their payments, ${String(contradicted)} contradicts its own`);
  seen.push({ what: 'the statement', places: [`${STATEMENTS.slice('/v1/'.length)}/${id}`] });
  const { cases } = await operator.call('GET', `/v1/operator/payments/${odd}`, 200);
  const [opened] = objects(cases);
  show(
    parties,
    odd,
    `booked ${booked.at(-1)?.amount}`,
    `: case ${text(opened?.['id'])} (${text(opened?.['kind'])}) is open`,
  );
}

/**
 * Plays every outcome of a payment on the running service: each ending of the sandbox, a hold that an operator
 * releases, a resubmission, and a bank statement with a contradiction.
 * @throws Error in plain words at the first step with another result
 */
export async function playEveryEnding(context: EndingsContext): Promise<void> {
  const { baseUrl, apiKey, operatorKey } = context;
  const sayWaiting = (line: string): void => context.print(line);
  const as = (key: string): DemoClient => new DemoClient({ baseUrl, apiKey: key, sayWaiting });
  const [client, operator] = [as(apiKey), as(operatorKey)];
  const parties: Parties = { client, operator, context, seen: [] };
  const ids = await playEndings(parties);
  const released = await playHold(parties);
  const again = await playResubmission(parties, ids.get('0002') ?? '');
  await playStatement(parties, [ids.get('0000') ?? '', released, again]);
  showPages(parties);
  context.print('A login for these pages: npx corridor users create --email you@example.com --role operator');
}
