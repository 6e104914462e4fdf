import { createServer } from 'node:net';
import { eventually, instructionBody, settlementBody } from '../support/builders';
import type { HttpRequest, Reaction } from '../support/http-server';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startStack, type Stack } from '../support/stack';

const PATH = '/api/v1/payments/instructions';
const LIMIT_MS = 40_000;

let stack: Stack;
let key: string;
const partners: TestPartner[] = [];

beforeAll(async () => {
  stack = await startStack();
  key = await stack.createKey('acme');
});

afterAll(async () => {
  await stack.stop();
  await Promise.all(partners.map(({ server }) => server.close()));
});

const REFUSAL: Reaction = { status: 422, body: { code: 'account_closed', message: 'Account closed' } };

/** Each test has a currency of its own, so that its partners are the only ones with a route. */
async function partner(
  name: string,
  currency: string,
  priority: number,
  parts: {
    react?: (request: HttpRequest) => Reaction | undefined;
    url?: string;
    feeFixed?: string;
    timelines?: string[];
  } = {},
): Promise<TestPartner> {
  const { feeFixed = '5', timelines = ['same_day'], ...rest } = parts;
  const route = { currencies: [currency], priority, feeFixed, feeBasisPoints: '0', timelines };
  const made = await startTestPartner(stack.database, stack.vault, { name, route, ...rest });
  partners.push(made);
  return made;
}

/** An address of this machine at which nothing listens. */
function closedPort(): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(`http://127.0.0.1:${port}`));
    });
  });
}

interface Shown {
  instructionId: string;
  status: string;
  statusHistory: { status: string; message?: string }[];
  settlementDetails: { expectedSettlementDate: string; partnerReference: string | null; bankReference: string | null };
  fees: { estimated: number };
  route: { routeId: string; partnerName: string; reasons: { code: string; message: string }[] };
  attempts: Record<string, unknown>[];
  waitingReason: string | null;
}

async function create(currency: string, overrides: Record<string, unknown> = {}): Promise<Shown> {
  const answer = await stack.call('POST', PATH, {
    key,
    body: instructionBody({ currency, amount: 1000, ...overrides }),
  });
  expect(answer.status).toBe(201);
  return answer.body['data'] as Shown;
}

async function show({ instructionId }: { instructionId: string }): Promise<Shown> {
  const answer = await stack.call('GET', `${PATH}/${instructionId}`, { key });
  return answer.body['data'] as Shown;
}

function until(payment: { instructionId: string }, status: string): Promise<Shown> {
  return eventually(
    () => show(payment),
    (shown) => shown.status === status,
    status,
  );
}

async function submitted(currency: string): Promise<Shown> {
  return until(await create(currency), 'submitted');
}

const attemptsOf = ({ instructionId }: { instructionId: string }) =>
  stack.database.query<Record<string, unknown>>(
    `select attempt, partner_id as "partnerId", route_id as "routeId", state, sends, fault, fee_estimated::float as fee,
       expected_date::text as "expectedDate"
     from dispatches where instruction_id = $1 order by attempt`,
    [instructionId],
  );

const eventsOf = async ({ instructionId }: { instructionId: string }) =>
  (
    await stack.database.query<{ type: string }>('select type from events where subject = $1 order by sequence', [
      instructionId,
    ])
  ).map(({ type }) => type);

const casesOf = ({ instructionId }: { instructionId: string }) =>
  stack.database.query<{ kind: string; count: number }>(
    'select kind, count from reconciliation_cases where instruction_id = $1 order by id',
    [instructionId],
  );

const idempotencyKeys = (one: TestPartner) => one.submissions().map(({ headers }) => headers['idempotency-key']);

function report(one: TestPartner, payment: { instructionId: string }, status: string) {
  return stack.call('PUT', `${PATH}/${payment.instructionId}/status`, { key: one.key, body: { status } });
}

describe('a partner that refuses a payment for good', () => {
  it('loses it to the next route: one submitted, one event, two attempts', async () => {
    const first = await partner('first', 'USD', 1, { react: () => REFUSAL });
    const second = await partner('second', 'USD', 2, { feeFixed: '7.5' });
    const created = await create('USD');
    const shown = await until(created, 'submitted');
    expect(shown).toMatchObject({
      fees: { estimated: 7.5 },
      route: { routeId: second.routeId, partnerName: 'second', channel: 'api' },
    });
    expect(shown.route.reasons[0]).toEqual({
      code: 'failover',
      message: 'first rejected the payment (Account closed); the next route was taken.',
    });
    expect(shown.statusHistory.map(({ status }) => status)).toEqual(['submitted']);
    expect(await eventsOf(created)).toEqual(['payment.submitted']);
    expect(await attemptsOf(created)).toMatchObject([
      { attempt: 1, partnerId: first.id, routeId: first.routeId, state: 'rejected', fault: 'Account closed', fee: 5 },
      { attempt: 2, partnerId: second.id, routeId: second.routeId, state: 'delivered', fault: null, fee: 7.5 },
    ]);
    expect(idempotencyKeys(first)).toEqual([`${created.instructionId}:1`]);
    expect(idempotencyKeys(second)).toEqual([`${created.instructionId}:2`]);
    expect(shown.attempts).toMatchObject([
      {
        attempt: 1,
        outcome: 'rejected',
        message: 'Account closed',
        route: { routeId: first.routeId, partnerName: 'first', reasons: [{ code: 'ranked' }, {}] },
        fees: { estimated: 5, currency: 'USD' },
      },
      {
        attempt: 2,
        outcome: 'delivered',
        message: null,
        route: shown.route,
        fees: { estimated: 7.5, currency: 'USD' },
        expectedSettlementDate: shown.settlementDetails.expectedSettlementDate,
      },
    ]);
  });

  it('leaves date and timeline to the route that takes it', async () => {
    await partner('today', 'SEK', 1, { react: () => REFUSAL, timelines: ['same_day'] });
    const slow = await partner('in two days', 'SEK', 2, { timelines: ['t_plus_2'] });
    const { settlementDetails } = await create('SEK');
    const [sent] = slow.submissions();
    expect(settlementDetails).toMatchObject({ settlementTimeline: 't_plus_2' });
    expect(JSON.parse(sent?.body.toString() ?? '{}')).toMatchObject({ settlementTimeline: 't_plus_2' });
  });

  it('ends it as failed when no route is left, in the words of the last one', async () => {
    await partner('first no', 'NOK', 1, { react: () => REFUSAL });
    await partner('second no', 'NOK', 2, { react: () => ({ status: 400, body: { message: 'Name does not match' } }) });
    const created = await create('NOK');
    expect(created.status).toBe('failed');
    const { statusHistory } = await show(created);
    expect(statusHistory).toMatchObject([{ status: 'failed', message: 'Name does not match' }]);
    expect(await attemptsOf(created)).toMatchObject([{ state: 'rejected' }, { state: 'rejected' }]);
  });

  it('ends it as failed at once when its client named the route', async () => {
    const named = await partner('named', 'DKK', 1, { react: () => REFUSAL });
    const other = await partner('other', 'DKK', 2);
    const created = await create('DKK', { settlementRoute: { routeId: named.routeId } });
    expect(created.status).toBe('failed');
    expect(other.submissions()).toHaveLength(0);
  });

  it('never loses it to the other environment, to a disabled route or to one that does not carry it', async () => {
    await partner('alone', 'PLN', 1, { react: () => REFUSAL });
    const disabled = await partner('disabled', 'PLN', 2);
    const small = await partner('small', 'PLN', 3);
    const live = await startTestPartner(stack.database, stack.vault, {
      name: 'live',
      environment: 'live',
      url: 'https://127.0.0.1:9',
      route: { currencies: ['PLN'] },
    });
    partners.push(live);
    await stack.database.query('update routes set enabled = false where id = $1', [disabled.routeId]);
    await stack.database.query('update routes set max_amount = 999 where id = $1', [small.routeId]);
    expect((await create('PLN')).status).toBe('failed');
    expect([...disabled.submissions(), ...small.submissions(), ...live.submissions()]).toEqual([]);
  });
});

describe('a creation whose payment went over', () => {
  it('is answered with the route, the fee and the date of the partner that took it', async () => {
    await partner('says no', 'KWD', 1, { react: () => REFUSAL });
    const second = await partner('says yes', 'KWD', 2, { feeFixed: '7.5' });
    const created = await create('KWD');
    const { expectedSettlementDate } = (await show(created)).settlementDetails;
    expect(created).toMatchObject({
      status: 'submitted',
      fees: { estimated: 7.5 },
      settlementDetails: { partnerName: 'says yes', expectedSettlementDate },
      route: { routeId: second.routeId, partnerName: 'says yes', reasons: [{ code: 'failover' }, {}, {}] },
    });
  });
});

describe('a partner that cannot be reached', () => {
  it('loses the payment to the next route at once', async () => {
    const away = await partner('away', 'CZK', 1, { url: await closedPort() });
    const second = await partner('here', 'CZK', 2);
    const shown = await submitted('CZK');
    expect(shown.route.partnerName).toBe('here');
    expect(shown.route.reasons[0]?.message).toBe('away could not be reached; the next route was taken.');
    expect(shown.statusHistory.map(({ status }) => status)).toEqual(['submitted']);
    expect(await attemptsOf(shown)).toMatchObject([
      { attempt: 1, partnerId: away.id, state: 'not_delivered', sends: 0 },
      { attempt: 2, partnerId: second.id, state: 'delivered', sends: 1 },
    ]);
  });

  it('loses it also when its breaker is open, and nothing is tried there', async () => {
    const away = await partner('long away', 'HUF', 1, { url: await closedPort() });
    const second = await partner('still here', 'HUF', 2);
    await stack.database.query(
      `insert into partner_health (partner_id, consecutive_faults, opened_at, open_until, is_unreachable)
       values ($1, 5, now(), now() + interval '1 hour', true)`,
      [away.id],
    );
    const created = await create('HUF');
    await until(created, 'submitted');
    expect(await attemptsOf(created)).toMatchObject([{ attempt: 1, partnerId: second.id, state: 'delivered' }]);
  });

  it('keeps it, waiting, when no other route fits, and when its client named the route', async () => {
    const alone = await partner('alone and away', 'RON', 1, { url: await closedPort() });
    await partner('the only one', 'RSD', 1, { url: await closedPort() });
    const other = await partner('not asked for', 'RON', 2);
    const named = await create('RON', { settlementRoute: { routeId: alone.routeId } });
    for (const waiting of [named, await create('RSD')]) {
      const shown = await eventually(
        () => show(waiting),
        ({ waitingReason }) => waitingReason === 'partner_outage',
        'the wait',
      );
      expect(shown.status).toBe('pending');
    }
    expect(other.submissions()).toHaveLength(0);
  });
});

describe('a partner that may have the payment', () => {
  const DOUBTFUL: readonly (readonly [Reaction, string])[] = [
    ['silence', 'BGN'],
    ['reset', 'TRY'],
    [{ status: 500, body: { message: 'broken' } }, 'ILS'],
    [{ status: 409, body: { code: 'duplicate' } }, 'ZAR'],
    [{ status: 200, body: {} }, 'MXN'],
  ];

  it(
    'never loses it to another route: silence, a reset, 500, 409 and 200 without a reference',
    async () => {
      await Promise.all(
        DOUBTFUL.map(async ([reaction, currency]) => {
          const first = await partner(`doubtful ${currency}`, currency, 1, {
            react: ({ method }) => (method === 'POST' ? reaction : { status: 404, body: { code: 'unknown' } }),
          });
          const second = await partner(`certain ${currency}`, currency, 2);
          const created = await create(currency);
          expect(created.status).toBe('pending');
          // It said twice that it never had it: the same attempt goes out again, to the same partner.
          await first.server.until(() => first.submissions().length > 1, 'a second send');
          expect(new Set(idempotencyKeys(first))).toEqual(new Set([`${created.instructionId}:1`]));
          expect(second.submissions()).toHaveLength(0);
        }),
      );
    },
    LIMIT_MS,
  );

  it(
    'is not left when it refuses a later send of the attempt',
    async () => {
      const first = await partner('late no', 'THB', 1, {
        react: ({ method }) => {
          if (method === 'GET') return { status: 404, body: { code: 'unknown' } };
          return first.submissions().length === 1 ? 'reset' : REFUSAL;
        },
      });
      const second = await partner('never asked', 'THB', 2);
      const created = await create('THB');
      await first.server.until(() => first.submissions().length > 1, 'a second send');
      await until(created, 'failed');
      expect(second.submissions()).toHaveLength(0);
    },
    LIMIT_MS * 2,
  );

  it('waits for one that takes nothing at the moment', async () => {
    await partner('busy', 'MYR', 1, { react: () => ({ status: 429, headers: { 'retry-after': '60' } }) });
    const second = await partner('idle', 'MYR', 2);
    const created = await create('MYR');
    expect(await show(created)).toMatchObject({ status: 'pending', waitingReason: 'partner_refusing' });
    expect(second.submissions()).toHaveLength(0);
  });
});

describe('what the earlier partner says afterwards', () => {
  let first: TestPartner;
  let second: TestPartner;

  beforeAll(async () => {
    first = await partner('left', 'SGD', 1, { react: ({ path }) => (path === '/instructions' ? REFUSAL : undefined) });
    second = await partner('holder', 'SGD', 2);
  });

  it.each(['accepted', 'processing', 'settled', 'returned'])(
    '%s is kept, opens a case and counts for nothing',
    async (status) => {
      const created = await submitted('SGD');
      const answer = await report(first, created, status);
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ error: { code: 'CONFLICTING_REPORT', current: 'submitted' } });
      expect(await casesOf(created)).toEqual([{ kind: 'earlier_partner', count: 1 }]);
      expect(await show(created)).toMatchObject({ status: 'submitted', statusHistory: [{ status: 'submitted' }] });
      const reports = await stack.call('GET', `${PATH}/${created.instructionId}/reports`, { key });
      expect(reports.body['data']).toMatchObject({ items: [{ status, disposition: 'conflicting' }] });
      expect((await report(second, created, 'accepted')).status).toBe(200);
      expect((await show(created)).status).toBe('accepted');
      expect(await eventsOf(created)).toEqual(['payment.submitted', 'payment.accepted']);
    },
  );

  it.each(['failed', 'cancelled'])('%s agrees with its refusal: it is kept as stale, with a case', async (status) => {
    const created = await submitted('SGD');
    const answer = await report(first, created, status);
    expect(answer).toMatchObject({ status: 200, body: { data: { disposition: 'stale', status: 'submitted' } } });
    expect(await casesOf(created)).toMatchObject([{ kind: 'earlier_partner' }]);
    expect((await show(created)).statusHistory).toHaveLength(1);
  });

  it('a settlement settles nothing and attaches nothing', async () => {
    const created = await submitted('SGD');
    const path = `${PATH}/${created.instructionId}/settlement`;
    const body = settlementBody({ actualAmount: 1000, actualCurrency: 'SGD' });
    const answer = await stack.call('POST', path, { key: first.key, body });
    expect(answer.status).toBe(409);
    expect(await show(created)).toMatchObject({
      status: 'submitted',
      settlement: null,
      settlementDetails: { bankReference: null },
    });
    expect(await casesOf(created)).toMatchObject([{ kind: 'earlier_partner' }]);
    const settled = await stack.call('POST', path, { key: second.key, body });
    expect(settled).toMatchObject({ status: 200, body: { data: { status: 'settled', disposition: 'applied' } } });
  });

  it('has it asked to stop when it works on the payment', async () => {
    const created = await submitted('SGD');
    await report(first, created, 'processing');
    const path = `/instructions/${created.instructionId}/cancel`;
    await first.server.until((requests) => requests.some((request) => request.path === path), 'the cancellation');
    expect(second.server.requests.some((request) => request.path === path)).toBe(false);
    expect((await show(created)).status).toBe('submitted');
  });

  it('is said once however often it is said, and a partner that never had it is told nothing', async () => {
    const created = await submitted('SGD');
    await report(first, created, 'settled');
    await report(first, created, 'settled');
    expect(await casesOf(created)).toEqual([{ kind: 'earlier_partner', count: 1 }]);
    const stranger = await partner('stranger', 'SGD', 3);
    expect((await report(stranger, created, 'settled')).status).toBe(404);
  });
});
