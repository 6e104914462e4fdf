import { createServer } from 'node:net';
import { eventually } from '../support/builders';
import type { Reaction } from '../support/http-server';
import { FailoverScene, REFUSAL } from '../support/failover-scene';
import { readRoutesAgain, type TestPartner } from '../support/partner';
import { listenOn } from '../../lib/listen-on';

let scene: FailoverScene;
beforeAll(async () => {
  scene = await FailoverScene.open();
});

/** An address of this machine at which nothing listens. */
async function closedPort(): Promise<string> {
  const server = createServer();
  const port = await listenOn(server);
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

const idempotencyKeys = (one: TestPartner) => one.submissions().map(({ headers }) => headers['idempotency-key']);

describe('a partner that refuses a payment for good', () => {
  it('loses it to the next route: one submitted, one event, two attempts', async () => {
    const first = await scene.partner('first', 'USD', 1, { react: () => REFUSAL });
    const second = await scene.partner('second', 'USD', 2, { feeFixed: '7.5' });
    const created = await scene.create('USD');
    const shown = await scene.until(created, 'submitted');
    expect(shown).toMatchObject({
      fees: { estimated: 7.5 },
      route: { routeId: second.routeId, partnerName: 'second', channel: 'api' },
    });
    expect(shown.route.reasons[0]).toEqual({
      code: 'failover',
      message: 'first rejected the payment; the next route was chosen.',
    });
    // On a busy machine it begins as `pending`, while the partners are asked.
    expect(shown.statusHistory.filter(({ status }) => status !== 'pending')).toMatchObject([{ status: 'submitted' }]);
    expect((await scene.eventsOf(created)).filter((type) => type !== 'payment.pending')).toEqual(['payment.submitted']);
    expect(await scene.attemptsOf(created)).toMatchObject([
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
    await scene.partner('today', 'SEK', 1, { react: () => REFUSAL, timelines: ['same_day'] });
    const slow = await scene.partner('in two days', 'SEK', 2, { timelines: ['t_plus_2'] });
    const { settlementDetails } = await scene.create('SEK');
    const [sent] = slow.submissions();
    expect(settlementDetails).toMatchObject({ settlementTimeline: 't_plus_2' });
    expect(JSON.parse(sent?.body.toString() ?? '{}')).toMatchObject({ settlementTimeline: 't_plus_2' });
  });

  it('ends it as failed when no route is left, in the words of the last one', async () => {
    await scene.partner('first no', 'NOK', 1, { react: () => REFUSAL });
    await scene.partner('second no', 'NOK', 2, {
      react: () => ({ status: 400, body: { message: 'Name does not match' } }),
    });
    const created = await scene.create('NOK');
    expect(created.status).toBe('failed');
    const { statusHistory } = await scene.show(created);
    expect(statusHistory).toMatchObject([{ status: 'failed', message: 'Name does not match' }]);
    expect(await scene.attemptsOf(created)).toMatchObject([{ state: 'rejected' }, { state: 'rejected' }]);
  });

  it('ends it as failed at once when its client named the route', async () => {
    const named = await scene.partner('named', 'DKK', 1, { react: () => REFUSAL });
    const other = await scene.partner('other', 'DKK', 2);
    const created = await scene.create('DKK', { settlementRoute: { routeId: named.routeId } });
    expect(created.status).toBe('failed');
    expect(other.submissions()).toHaveLength(0);
  });

  it('never loses it to the other environment, to a disabled route or to one that does not carry it', async () => {
    await scene.partner('alone', 'PLN', 1, { react: () => REFUSAL });
    const disabled = await scene.partner('disabled', 'PLN', 2);
    const small = await scene.partner('small', 'PLN', 3);
    const live = await scene.partner('live', 'PLN', 4, { environment: 'live', url: 'https://127.0.0.1:9' });
    await scene.stack.database.query('update routes set enabled = false where id = $1', [disabled.routeId]);
    await scene.stack.database.query('update routes set max_amount = 999 where id = $1', [small.routeId]);
    await readRoutesAgain(scene.stack.database);
    expect((await scene.create('PLN')).status).toBe('failed');
    expect([...disabled.submissions(), ...small.submissions(), ...live.submissions()]).toEqual([]);
  });
});

describe('a creation whose payment went over', () => {
  it('is answered with the route, the fee and the date of the partner that took it', async () => {
    await scene.partner('says no', 'KWD', 1, { react: () => REFUSAL });
    const second = await scene.partner('says yes', 'KWD', 2, { feeFixed: '7.5' });
    const created = await scene.create('KWD');
    const { expectedSettlementDate } = (await scene.show(created)).settlementDetails;
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
    const away = await scene.partner('away', 'CZK', 1, { url: await closedPort() });
    const second = await scene.partner('here', 'CZK', 2);
    const shown = await scene.submitted('CZK');
    expect(shown.route.partnerName).toBe('here');
    expect(shown.route.reasons[0]?.message).toBe('away could not be reached; the next route was chosen.');
    // On a busy machine it begins as `pending`, while the partners are asked.
    expect(shown.statusHistory.filter(({ status }) => status !== 'pending')).toMatchObject([{ status: 'submitted' }]);
    expect(await scene.attemptsOf(shown)).toMatchObject([
      { attempt: 1, partnerId: away.id, state: 'not_delivered', sends: 0 },
      { attempt: 2, partnerId: second.id, state: 'delivered', sends: 1 },
    ]);
  });

  it('loses it also when its breaker is open, and nothing is tried there', async () => {
    const away = await scene.partner('long away', 'HUF', 1, { url: await closedPort() });
    const second = await scene.partner('still here', 'HUF', 2);
    await scene.stack.database.query(
      `insert into partner_health (partner_id, consecutive_faults, opened_at, open_until, is_unreachable)
       values ($1, 5, now(), now() + interval '1 hour', true)`,
      [away.id],
    );
    const created = await scene.create('HUF');
    await scene.until(created, 'submitted');
    expect(await scene.attemptsOf(created)).toMatchObject([{ attempt: 1, partnerId: second.id, state: 'delivered' }]);
  });

  it('keeps it, waiting, when no other route fits, and when its client named the route', async () => {
    const alone = await scene.partner('alone and away', 'RON', 1, { url: await closedPort() });
    await scene.partner('the only one', 'RSD', 1, { url: await closedPort() });
    const other = await scene.partner('not asked for', 'RON', 2);
    const named = await scene.create('RON', { settlementRoute: { routeId: alone.routeId } });
    for (const waiting of [named, await scene.create('RSD')]) {
      const shown = await eventually(
        () => scene.show(waiting),
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
    ['silence', 'SGD'],
    ['reset', 'TRY'],
    [{ status: 500, body: { message: 'broken' } }, 'ILS'],
    [{ status: 409, body: { code: 'duplicate' } }, 'ZAR'],
    [{ status: 200, body: {} }, 'MXN'],
  ];

  it('never loses it to another route: silence, a reset, 500, 409 and 200 without a reference', async () => {
    await Promise.all(
      DOUBTFUL.map(async ([reaction, currency]) => {
        const first = await scene.partner(`doubtful ${currency}`, currency, 1, {
          react: ({ method }) => (method === 'POST' ? reaction : { status: 404, body: { code: 'unknown' } }),
        });
        const second = await scene.partner(`certain ${currency}`, currency, 2);
        const created = await scene.create(currency);
        expect(created.status).toBe('pending');
        // It said twice that it never had it: the same attempt goes out again, to the same partner.
        const sent = () => scene.submissionsOf(first, created);
        await first.server.until(() => sent().length > 1, 'a second send');
        expect(new Set(sent().map(({ headers }) => headers['idempotency-key']))).toEqual(
          new Set([`${created.instructionId}:1`]),
        );
        expect(scene.submissionsOf(second, created)).toHaveLength(0);
      }),
    );
  });

  it('is not left when it refuses a later send of the attempt', async () => {
    const first = await scene.partner('late no', 'THB', 1, {
      react: ({ method }) => {
        if (method === 'GET') return { status: 404, body: { code: 'unknown' } };
        return first.submissions().length === 1 ? 'reset' : REFUSAL;
      },
    });
    const second = await scene.partner('never asked', 'THB', 2);
    const created = await scene.create('THB');
    await first.server.until(() => first.submissions().length > 1, 'a second send');
    await scene.until(created, 'failed');
    expect(scene.submissionsOf(second, created)).toHaveLength(0);
  });

  it('waits for one that takes nothing at the moment', async () => {
    await scene.partner('busy', 'MYR', 1, { react: () => ({ status: 429, headers: { 'retry-after': '60' } }) });
    const second = await scene.partner('idle', 'MYR', 2);
    const created = await scene.create('MYR');
    expect(await scene.show(created)).toMatchObject({ status: 'pending', waitingReason: 'partner_refusing' });
    expect(scene.submissionsOf(second, created)).toHaveLength(0);
  });
});
