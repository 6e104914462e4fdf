import { eventually, instructionBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startStack, type Answer, type Stack } from '../support/stack';

const PATH = '/api/v1/payments/instructions';

let stack: Stack;
let partner: TestPartner;
let key: string;

beforeAll(async () => {
  stack = await startStack();
  const { database, vault } = stack;
  partner = await startTestPartner(database, vault, { name: 'north', route: { currencies: ['USD'] } });
  await startTestPartner(database, vault, {
    name: 'strict',
    route: { currencies: ['CAD'] },
    react: () => ({ status: 422, body: { code: 'RC04', message: 'No such bank' } }),
  });
  await startTestPartner(database, vault, {
    name: 'verbose',
    route: { currencies: ['SEK'] },
    react: () => ({ status: 422, body: { code: 'AC04\u0000', message: `${'x'.repeat(139)}😀 is closed` } }),
  });
  key = await stack.createKey('acme');
});

interface Reason {
  code: string | null;
  partnerCode: string | null;
  whoMustAct: string;
  retryable: boolean;
  correct: string[];
}
interface Shown {
  status: string;
  failure: Reason | null;
  return: Reason | null;
}

async function show(id: string): Promise<Shown> {
  return (await stack.call('GET', `${PATH}/${id}`, { key })).body['data'] as Shown;
}

async function create(currency = 'USD'): Promise<string> {
  const { body } = await stack.call('POST', PATH, { key, body: instructionBody({ currency }) });
  const { instructionId: id } = body['data'] as { instructionId: string };
  await eventually(
    () => show(id),
    ({ status }) => status !== 'pending',
    'the payment is sent',
  );
  return id;
}

function report(id: string, status: string, details: Record<string, unknown>): Promise<Answer> {
  return stack.call('PUT', `${PATH}/${id}/status`, { key: partner.key, body: { status, details } });
}

/** Why the events of a payment say that it ended, by their type. */
async function reasonsOfEvents(id: string): Promise<Record<string, unknown>> {
  const rows = await stack.database.query<{ type: string; payload: Record<string, unknown> }>(
    'select type, payload from events where subject = $1',
    [id],
  );
  return Object.fromEntries(rows.map(({ type, payload }) => [type, payload['failure'] ?? payload['return']]));
}

/** Meanings: docs/GAPS.md#reasons */
describe('the reason why a payment failed', () => {
  it('is told with who must act and what to correct, on retrieval, in reports and in the event', async () => {
    const id = await create();
    const answer = await report(id, 'failed', { message: 'Closed in May', reasonCode: 'AC04' });
    expect(answer.status).toBe(200);
    const stated = {
      code: 'AC04',
      partnerCode: null,
      text: 'The account is closed',
      whoMustAct: 'beneficiary',
      retryable: true,
      correct: ['beneficiary.bankAccount.accountNumber'],
    };
    expect(await show(id)).toMatchObject({ failure: { ...stated, message: 'Closed in May' }, return: null });
    const { body } = await stack.call('GET', `${PATH}/${id}/reports`, { key });
    expect(body['data']).toMatchObject({ items: [{ status: 'failed', reasonCode: 'AC04' }] });
    expect((await reasonsOfEvents(id))['payment.failed']).toEqual(stated);
  });

  it('keeps a code of the partner’s own, and leaves the event as it is where there is none', async () => {
    const [own, none] = [await create(), await create()];
    await report(own, 'failed', { reasonCode: 'N-4711' });
    await report(none, 'failed', { message: 'Refused' });
    expect((await show(own)).failure).toMatchObject({ code: null, partnerCode: 'N-4711', whoMustAct: 'unknown' });
    expect((await show(none)).failure).toMatchObject({ code: null, partnerCode: null, message: 'Refused' });
    expect((await reasonsOfEvents(none))['payment.failed']).toBeUndefined();
  });

  it('is read from the answer that rejects a submission', async () => {
    const id = await create('CAD');
    expect((await show(id)).failure).toMatchObject({ code: 'RC04', whoMustAct: 'client', message: 'No such bank' });
  });

  it('is kept where its words are such as Postgres does not take, or would be so cut', async () => {
    const id = await create('SEK');
    expect((await show(id)).failure).toMatchObject({ code: 'AC04', message: `${'x'.repeat(139)}😀` });
  });

  it('is dropped and named where it is no code', async () => {
    const id = await create();
    const { status, body } = await report(id, 'failed', { reasonCode: 'account closed' });
    expect([status, body['data']]).toMatchObject([200, { ignored: ['details.reasonCode'] }]);
  });
});

describe('the reason why a payment came back', () => {
  it('is kept while the report waits for the settlement', async () => {
    const id = await create();
    expect((await report(id, 'returned', { reasonCode: 'FOCR' })).status).toBe(202);
    await report(id, 'settled', {});
    const shown = await show(id);
    expect(shown).toMatchObject({ status: 'returned', failure: null, return: { code: 'FOCR', retryable: false } });
    expect((await reasonsOfEvents(id))['payment.returned']).toMatchObject({ code: 'FOCR' });
    // Tracked, it has the day that was expected, as all that are not settled, and the moment at which it had been.
    const tracked = await stack.call('GET', `/api/v1/payments/track?instructionIds=${id}`, { key });
    const settlementDetails = { expectedSettlementDate: expect.any(String), settledAt: expect.any(String) };
    expect(tracked.body['data']).toMatchObject({ instructions: [{ status: 'returned', settlementDetails }] });
  });
});
