import { eventually, instructionBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startStack, type Answer, type Stack } from '../support/stack';

const PREVIEW = '/api/v1/payments/preview';
const CREATE = '/api/v1/payments/instructions';

let stack: Stack;
let north: TestPartner;
let south: TestPartner;
let key: string;

beforeAll(async () => {
  stack = await startStack({ workers: false });
  const { database, vault } = stack;
  north = await startTestPartner(database, vault, { name: 'north', route: { currencies: ['USD'], priority: 1 } });
  south = await startTestPartner(database, vault, {
    name: 'south',
    route: { currencies: ['USD', 'CAD'], priority: 2 },
  });
  key = await stack.createKey('acme');
});

interface Shown {
  fees: { estimated: number };
  route: { routeId: string };
  quote: { quoteId: string; expiresAt: string } | null;
}

function preview(overrides: Record<string, unknown> = {}, query = ''): Promise<Answer> {
  return stack.call('POST', PREVIEW + query, { key, body: instructionBody(overrides) });
}

const dataOf = ({ body }: Answer): Shown => body['data'] as Shown;

async function quote(overrides: Record<string, unknown> = {}): Promise<string> {
  return dataOf(await preview(overrides, '?hold_for=600')).quote?.quoteId ?? '';
}

function create(overrides: Record<string, unknown>, headers: Record<string, string> = {}, by = key): Promise<Answer> {
  return stack.call('POST', CREATE, { key: by, body: instructionBody(overrides), headers });
}

/** What keeps a quote from being kept, as `field:code`. */
function whyNot({ status, body }: Answer): string[] {
  expect(status).toBe(409);
  const { code, details } = body['error'] as { code: string; details: { field: string; code: string }[] };
  expect(code).toBe('QUOTE_CHANGED');
  return details.map((fault) => `${fault.field}:${fault.code}`);
}

/** Source: docs/GAPS.md#quotes */
describe('a quote', () => {
  it('binds the fee and the route of one creation, whatever they have become', async () => {
    const quoteId = await quote();
    const before = dataOf(await preview());
    expect(before).toMatchObject({ quote: null, route: { routeId: north.routeId }, fees: { estimated: 6.25 } });
    await stack.database.query('update routes set fee_fixed = 50, priority = 9 where id = $1', [north.routeId]);
    await eventually(
      async () => dataOf(await preview()),
      ({ route }) => route.routeId === south.routeId,
      'another route is the best',
    );
    const headers = { 'idempotency-key': 'quoted-1' };
    const made = await create({ quoteId }, headers);
    expect(made.status).toBe(201);
    expect(dataOf(made)).toMatchObject({ route: { routeId: north.routeId }, fees: { estimated: 6.25 } });
    expect((await create({ quoteId }, headers)).body).toEqual(made.body);
    expect(whyNot(await create({ quoteId }))).toEqual(['quoteId:used']);
  });

  it('is for the instruction that was previewed', async () => {
    const quoteId = await quote();
    const wish = { settlementTimeline: 't_plus_1' };
    expect(whyNot(await create({ quoteId, amount: 9, settlementRoute: wish }))).toEqual([
      'amount:changed',
      'settlementRoute.settlementTimeline:changed',
    ]);
    const beneficiary = { ...(instructionBody()['beneficiary'] as object), name: 'Another Name Ltd' };
    expect((await create({ quoteId, beneficiary })).status).toBe(201);
  });

  it('is not kept by a route that is disabled, nor on a date that has become another one', async () => {
    const cad = { currency: 'CAD' };
    const [first, second] = [await quote(cad), await quote(cad)];
    await stack.database.query("update payment_quotes set expected_date = '2026-01-06' where id = $1", [first]);
    expect(whyNot(await create({ ...cad, quoteId: first }))).toEqual([
      'settlementDetails.expectedSettlementDate:changed',
    ]);
    await stack.database.query('update routes set enabled = false where id = $1', [south.routeId]);
    await eventually(
      () => preview(cad),
      ({ status }) => status === 400,
      'the route is disabled',
    );
    expect(whyNot(await create({ ...cad, quoteId: second }))).toEqual(['settlementRoute:changed']);
  });

  it('ends, and is its account’s own', async () => {
    const quoteId = await quote();
    const other = await create({ quoteId }, {}, await stack.createKey('globex'));
    expect(other.body['error']).toMatchObject({ details: [{ field: 'quoteId', code: 'unknown_quote' }] });
    await stack.database.query('update payment_quotes set expires_at = now() where id = $1', [quoteId]);
    expect(whyNot(await create({ quoteId }))).toEqual(['quoteId:expired']);
  });

  it.each(['0', '901', '-1', '1.5', 'x'])('is held for no %j seconds', async (seconds) => {
    expect((await preview({}, `?hold_for=${seconds}`)).status).toBe(400);
  });
});
