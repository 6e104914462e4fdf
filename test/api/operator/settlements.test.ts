import { fetch } from 'undici';
import { eventually, instructionBody, settlementBody } from '../../support/builders';
import { startTestPartner, type TestPartner } from '../../support/partner';
import { startStack, type Answer, type Stack } from '../../support/stack';

const PATH = '/api/v1/payments/settlements';
const INSTRUCTIONS = '/api/v1/payments/instructions';

let stack: Stack;
let partner: TestPartner;
let key: string;
let operator: string;

beforeAll(async () => {
  stack = await startStack();
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north' });
  key = await stack.createKey('acme');
  operator = await stack.createOperator();
});

async function create(overrides: Record<string, unknown> = {}): Promise<{ id: string; date: string }> {
  const { body } = await stack.call('POST', INSTRUCTIONS, { key, body: instructionBody(overrides) });
  const { instructionId, settlementDetails } = body['data'] as {
    instructionId: string;
    settlementDetails: { expectedSettlementDate: string };
  };
  await eventually(
    () => stack.call('GET', `${INSTRUCTIONS}/${instructionId}`, { key }),
    (shown) => (shown.body['data'] as { status: string }).status !== 'pending',
    'the payment is sent',
  );
  return { id: instructionId, date: settlementDetails.expectedSettlementDate };
}

function list(query: string, by = operator): Promise<Answer> {
  return stack.call('GET', `${PATH}?partner=${partner.id}&${query}`, { key: by });
}

interface Page {
  items: { instructionId: string; state: string }[];
  nextCursor: string | null;
  totals: unknown[];
}

async function day(query: string): Promise<Page> {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  return body['data'] as Page;
}

/** Source: docs/GAPS.md#settlements */
describe('the settlements of a partner on a day', () => {
  it('say what is confirmed, reported, expected, overdue and ended, with totals', async () => {
    const { date } = await create({ clientReference: 'expected' });
    const [confirmed, reported, failed, late] = await Promise.all([create(), create(), create(), create()]);
    const confirmation = settlementBody({ settlementReference: 'S-9', actualAmount: 1250 });
    const report = (id: string, status: string) =>
      stack.call('PUT', `${INSTRUCTIONS}/${id}/status`, { key: partner.key, body: { status } });
    await stack.call('POST', `${INSTRUCTIONS}/${confirmed.id}/settlement`, { key: partner.key, body: confirmation });
    await report(reported.id, 'settled');
    await report(failed.id, 'failed');
    await stack.database.query(
      `update payment_instructions set expected_date = '2026-01-06', version = version + 1 where id = $1`,
      [late.id],
    );

    const { items, totals, nextCursor } = await day(`date=${date}`);
    const states = Object.fromEntries(items.map(({ instructionId, state }) => [instructionId, state]));
    expect(states).toMatchObject({ [confirmed.id]: 'confirmed', [reported.id]: 'reported', [failed.id]: 'ended' });
    expect(Object.values(states).filter((state) => state === 'expected')).toHaveLength(1);
    expect(states[late.id]).toBeUndefined();
    expect(items.find(({ instructionId }) => instructionId === confirmed.id)).toMatchObject({
      settlementReference: 'S-9',
      amount: 1250.5,
      actualAmount: 1250,
      reconciliation: 'mismatched',
    });
    expect(nextCursor).toBeNull();
    expect(totals).toContainEqual({ currency: 'USD', state: 'expected', count: 1, amount: 1250.5 });

    expect((await day('date=2026-01-06')).items).toMatchObject([{ instructionId: late.id, state: 'overdue' }]);
    expect((await day('date=2026-01-06&state=confirmed')).items).toEqual([]);
    const first = await day(`date=${date}&limit=2`);
    expect(first.items).toHaveLength(2);
    const rest = await day(`date=${date}&cursor=${first.nextCursor ?? ''}`);
    expect([...first.items, ...rest.items]).toEqual(items);
  });

  it('are one file of RFC 4180 too, in which nothing is a formula', async () => {
    const { id, date } = await create({ clientReference: '=1+1,"a"' });
    const response = await fetch(`${stack.baseUrl}${PATH}?partner=${partner.id}&date=${date}&format=csv`, {
      headers: { authorization: `Bearer ${operator}` },
    });
    expect(response.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="settlements-ptn_/);
    const lines = (await response.text()).split('\r\n');
    expect(lines[0]).toMatch(/^instructionId,environment,account,clientReference/);
    expect(lines.find((line) => line.startsWith(id))).toContain(`,"'=1+1,""a""",`);
    expect(lines).toHaveLength((await day(`date=${date}&limit=100`)).items.length + 2);
  });

  it('are for operators, of partners that there are, on days that there are', async () => {
    expect((await list('date=2026-11-20', key)).status).toBe(403);
    expect((await list('date=2026-02-30')).status).toBe(400);
    const unknown = await stack.call('GET', `${PATH}?partner=ptn_nobody&date=2026-11-20`, { key: operator });
    expect(unknown.status).toBe(404);
  });
});
