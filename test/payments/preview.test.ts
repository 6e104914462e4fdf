import fc from 'fast-check';
import { eventually, instructionBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startStack, type Answer, type Stack } from '../support/stack';

let stack: Stack;
let north: TestPartner;
let south: TestPartner;
let key: string;

beforeAll(async () => {
  stack = await startStack();
  const { database, vault } = stack;
  north = await startTestPartner(database, vault, { name: 'north', route: { currencies: ['USD'], priority: 1 } });
  south = await startTestPartner(database, vault, {
    name: 'south',
    route: {
      channel: 'swift',
      currencies: ['USD', 'EUR', 'JPY'],
      countries: ['US', 'DE', 'JP'],
      timelines: ['t_plus_2', 'same_day', 't_plus_n'],
      minAmount: '100',
      maxAmount: '5000',
      feeFixed: '0.5',
      feeBps: '35',
      feeMin: '2',
      cutOff: '00:00',
      cutOffZone: 'Asia/Tokyo',
      priority: 2,
    },
  });
  key = await stack.createKey('acme');
});

const PREVIEW = '/api/v1/payments/preview';
const CREATE = '/api/v1/payments/instructions';

const preview = (body: unknown, by = key): Promise<Answer> => stack.call('POST', PREVIEW, { key: by, body });

interface Decided {
  settlementDetails: Record<string, unknown>;
  fees: unknown;
  route: unknown;
}

/** What both answers must have in common: the terms, or the faults. */
function termsOf({ status, body }: Answer): object {
  if (status >= 300) return { status, details: (body['error'] as { details?: unknown }).details };
  const { settlementDetails, fees, route } = body['data'] as Decided;
  const shared = Object.entries(settlementDetails).filter(([name]) => name !== 'earliestSettlementDate');
  return { settlementDetails: Object.fromEntries(shared), fees, route };
}

/** A digest of the rows of every table but those that requests or time move: counters of limits, log of requests, leases of lanes. */
async function digestOfRows(): Promise<Map<string, string>> {
  const tables = await stack.database.query<{ name: string }>(
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename not in ('rate_buckets', 'rate_refusals', 'request_log', 'relay_lanes')`,
  );
  const digests = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await stack.database.query<{ digest: string | null }>(
      `select md5(string_agg(t::text, ',' order by t::text)) as digest from "${name}" t`,
    );
    digests.set(name, row?.digest ?? '');
  }
  return digests;
}

const account = fc.constantFrom(
  { accountNumber: '9876543210', swiftBic: 'BOFAUS3N', country: 'US' },
  { accountNumber: '9876543210', country: 'US' },
  { accountNumber: 'DE89370400440532013000', country: 'DE' },
  { accountNumber: 'DE89370400440532013000', swiftBic: 'COBADEFF', country: 'DE' },
  { accountNumber: '1234567', swiftBic: 'BOTKJPJT', country: 'JP' },
);

function daysAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

function bodies() {
  const wish = fc.record(
    {
      routeId: fc.constantFrom(undefined, undefined, north.routeId, south.routeId, 'rt_nothing'),
      partnerPreference: fc.constantFrom('north', 'south', 'nobody'),
      channelPreference: fc.constantFrom('api', 'swift', 'cheque'),
      settlementTimeline: fc.constantFrom(
        undefined,
        'instant',
        'same_day',
        't_plus_1',
        't_plus_2',
        't_plus_n',
        'never',
      ),
    },
    { requiredKeys: [] },
  );
  const parts = fc.record({
    amount: fc.oneof(
      fc.integer({ min: 1, max: 700_000 }).map((cents) => cents / 100),
      fc.constantFrom(0, 0.001, 100, 5000),
    ),
    currency: fc.constantFrom('USD', 'USD', 'USD', 'EUR', 'JPY', 'GBP', 'XAU'),
    country: fc.constantFrom('US', 'US', 'DE', 'JP', 'FR', 'UK'),
    account,
    wish: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 3, arbitrary: wish }),
    valueDate: fc.option(fc.integer({ min: -30, max: 380 }).map(daysAhead), { freq: 1, nil: undefined }),
  });
  return parts.map(({ amount, currency, country, account: bankAccount, wish: settlementRoute, valueDate }) =>
    instructionBody({
      amount,
      currency,
      settlementRoute,
      beneficiary: { name: 'Example Trading Ltd', country, bankAccount },
      ...(valueDate === undefined ? {} : { valueDate }),
    }),
  );
}

describe('POST /api/v1/payments/preview', () => {
  it('tells route, fee, dates and why the other routes lost', async () => {
    const answer = await preview(instructionBody({ clientReference: 'p-1' }));
    expect(answer.status).toBe(200);
    expect(answer.body['data']).toMatchObject({
      clientReference: 'p-1',
      settlementDetails: { settlementTimeline: 'same_day', partnerName: 'north', channel: 'api' },
      // 5 fixed and 10 basis points of 1250.50, half up at the cent
      fees: { estimated: 6.25, currency: 'USD' },
      route: { routeId: north.routeId },
      losingRoutes: [{ routeId: south.routeId, partnerName: 'south', reasons: [{ code: 'lower_priority' }] }],
      heldUntil: null,
      screening: { class: 'not_screened' },
    });
  });

  it('names each condition that a losing route failed, and wishes that it did not meet', async () => {
    const losing = async (overrides: Record<string, unknown>) => {
      const { body } = await preview(instructionBody(overrides));
      const { losingRoutes } = body['data'] as { losingRoutes: { reasons: { code: string; message: string }[] }[] };
      return losingRoutes[0]?.reasons.map(({ code, message }) => `${code}: ${message}`) ?? [];
    };
    expect(await losing({ amount: 50, settlementRoute: { settlementTimeline: 't_plus_1' } })).toEqual([
      'unfit: The route does not offer t_plus_1 (settlementRoute.settlementTimeline).',
      expect.stringMatching(/^unfit: The route starts at 100/),
    ]);
    expect(await losing({ settlementRoute: { partnerPreference: 'south' } })).toEqual([
      expect.stringMatching(/^partner_not_preferred/),
    ]);
    expect(await losing({ settlementRoute: { channelPreference: 'swift' } })).toEqual([
      expect.stringMatching(/^channel_not_preferred/),
    ]);
    expect(await losing({ settlementRoute: { routeId: south.routeId } })).toEqual([
      expect.stringMatching(/^not_named/),
    ]);
  });

  it('gives the date of the fastest timeline beside the expected one', async () => {
    const { body } = await preview(
      instructionBody({ valueDate: daysAhead(30), settlementRoute: { routeId: south.routeId } }),
    );
    const { settlementDetails, heldUntil } = body['data'] as {
      settlementDetails: { earliestSettlementDate: string; expectedSettlementDate: string };
      heldUntil: string;
    };
    const { earliestSettlementDate: earliest, expectedSettlementDate: expected } = settlementDetails;
    expect(earliest >= daysAhead(30)).toBe(true);
    expect(earliest < expected).toBe(true);
    expect(Date.parse(heldUntil)).toBeGreaterThan(Date.now());
  });

  it('shows no route of the other environment and finds none for it', async () => {
    const live = await stack.createKey('acme', { environment: 'live' });
    const answer = await preview(instructionBody(), live);
    expect(answer.status).toBe(400);
    expect(answer.body['error']).toMatchObject({ details: [{ field: 'settlementRoute', code: 'no_route' }] });
  });

  it('changes no row and calls no partner', async () => {
    const before = await eventually(
      digestOfRows,
      (rows) => rows.get('outbox') === '',
      'the relay has carried what the tests before left to it',
    );
    expect(before.size).toBeGreaterThan(20);
    await preview(instructionBody({ clientReference: 'unused' }));
    await preview(instructionBody({ currency: 'GBP', settlementRoute: { routeId: 'rt_nothing' } }));
    expect(await digestOfRows()).toEqual(before);
    expect(north.server.requests).toEqual([]);
    expect(south.server.requests).toEqual([]);
  });

  it('agrees with the creation of the same body, whatever it is', async () => {
    const sample = fc.sample(bodies(), { numRuns: 300, seed: 20_261_122 });
    let made = 0;
    for (const body of sample) {
      const [foreseen, created] = await Promise.all([preview(body), stack.call('POST', CREATE, { key, body })]);
      expect(termsOf(foreseen)).toEqual(termsOf(created));
      expect(foreseen.status).toBe(created.status === 201 ? 200 : created.status);
      made += created.status === 201 ? 1 : 0;
    }
    expect(made).toBeGreaterThan(30);
    expect(made).toBeLessThan(270);
  });
});
