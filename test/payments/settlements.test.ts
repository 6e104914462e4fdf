import { findEventType } from '../../domain/webhooks/events';
import { settlementBody } from '../support/builders';
import { minutesFromNow, PaymentScene } from '../support/payment-scene';

let scene: PaymentScene;
beforeAll(async () => {
  scene = await PaymentScene.open();
});

describe('settlement confirmation', () => {
  it('settles, keeps what was confirmed and compares it', async () => {
    const id = await scene.create();
    const body = settlementBody({
      fees: {
        amount: 6.25,
        currency: 'USD',
        breakdown: [
          { type: 'transfer_fee', amount: 5 },
          { type: 'swift_fee', amount: 1.25 },
        ],
      },
      beneficiaryReceived: { amount: 1244.25, currency: 'USD' },
    });
    const answer = await scene.settle(id, body);
    expect(answer.status).toBe(200);
    expect(answer.body['data']).toMatchObject({
      instructionId: id,
      status: 'settled',
      previousStatus: 'submitted',
      disposition: 'applied',
      settlement: body,
      reconciliation: { status: 'matched', discrepancies: [] },
    });
    const shown = await scene.show(id);
    expect(shown.settlementDetails.settledAt).toBe(body['confirmedAt']);
    expect(shown.settlement).toEqual(body);
  });

  it('attaches to a settlement that was reported, without a second event', async () => {
    const id = await scene.create();
    await scene.report(id, { status: 'settled' });
    const confirmedAt = minutesFromNow(1);
    const answer = await scene.settle(id, settlementBody({ confirmedAt }));
    expect(answer.body['data']).toMatchObject({ previousStatus: 'settled', status: 'settled', disposition: 'applied' });
    const shown = await scene.show(id);
    expect(shown.statusHistory.map((entry) => entry.status)).toEqual(['submitted', 'settled']);
    expect(shown.settlementDetails.settledAt).toBe(confirmedAt);
    const events = await scene.stack.database.query<{ type: string; payload: unknown }>(
      'select type, payload from events where subject = $1',
      [id],
    );
    expect(events).toHaveLength(2);
    for (const { type, payload } of events) expect(findEventType(type)?.object.parse(payload)).toEqual(payload);
  });

  it('takes the same moment in another zone for the same confirmation', async () => {
    const id = await scene.create();
    await scene.settle(id, settlementBody({ confirmedAt: '2026-01-31T12:00:00Z' }));
    const repeat = await scene.settle(id, settlementBody({ confirmedAt: '2026-01-31T13:00:00+01:00' }));
    expect(repeat.body['data']).toMatchObject({
      disposition: 'duplicate',
      settlement: { confirmedAt: '2026-01-31T12:00:00.000Z' },
    });
  });

  it('takes an identical repeat and refuses a different one, keeping its facts', async () => {
    const id = await scene.create();
    const body = settlementBody();
    await scene.settle(id, body);
    const repeat = await scene.settle(id, body);
    expect(repeat.body['data']).toMatchObject({ disposition: 'duplicate', settlement: body });
    const different = await scene.settle(id, settlementBody({ actualAmount: 9 }));
    expect(different.status).toBe(409);
    expect(different.body['error']).toMatchObject({ code: 'CONFLICTING_REPORT', current: 'settled' });
    expect(await scene.countCases(id)).toBe(1);
  });

  it('refuses a settlement of what failed', async () => {
    const id = await scene.create();
    await scene.report(id, { status: 'failed' });
    expect((await scene.settle(id)).status).toBe(409);
    expect((await scene.show(id)).status).toBe('failed');
    expect(await scene.countCases(id)).toBe(1);
  });

  it('names every fault at once', async () => {
    const id = await scene.create();
    const answer = await scene.settle(id, {
      settlementReference: 7,
      actualAmount: 0,
      actualCurrency: 'USD',
      beneficiaryReceived: { amount: 1 },
      fees: { amount: 1, currency: 'USD', breakdown: [{ type: '', amount: 1 }] },
    });
    const { error } = answer.body as unknown as { error: { details: { field: string }[] } };
    expect(error.details.map((fault) => fault.field).sort()).toEqual([
      'actualAmount',
      'beneficiaryReceived.currency',
      'fees.breakdown.0.type',
      'settlementReference',
    ]);
  });

  it.each([
    [1e308, 'unverified'],
    [5e-324, 'unverified'],
    [0.736, 'matched'],
  ])('takes a settlement at the rate %d, %s, and can still be read', async (rate, status) => {
    const id = await scene.create();
    const exchangeRate = { rate, timestamp: new Date().toISOString() };
    const beneficiaryReceived = { amount: 920.37, currency: 'EUR' };
    const answer = await scene.settle(id, settlementBody({ exchangeRate, beneficiaryReceived }));
    expect([answer.status, answer.body['data']]).toEqual([200, expect.objectContaining({ status: 'settled' })]);
    const shown = await scene.show(id);
    expect([shown.settlement?.['exchangeRate'], shown.reconciliation?.status]).toEqual([exchangeRate, status]);
  });

  it('leaves out a rate that is no number above 0, and verifies nothing by it', async () => {
    for (const rate of [0, -1, '0.9']) {
      const exchangeRate = { rate, timestamp: new Date().toISOString() };
      const answer = await scene.settle(await scene.create(), settlementBody({ exchangeRate }));
      const reconciliation = {
        status: 'unverified',
        discrepancies: [{ type: 'unreadable', expected: 'exchangeRate' }],
      };
      expect(answer.body['data']).toMatchObject({ status: 'settled', ignored: ['exchangeRate'], reconciliation });
    }
  });

  it('says that a settlement was confirmed from before the dispatch', async () => {
    const id = await scene.create();
    const answer = await scene.settle(id, settlementBody({ confirmedAt: minutesFromNow(-60) }));
    const types = (await scene.show(id)).reconciliation?.discrepancies.map(({ type }) => type);
    expect([answer.status, types]).toEqual([200, ['date_early']]);
  });

  it('settles although the amount differs, and says so', async () => {
    const id = await scene.create();
    const answer = await scene.settle(id, settlementBody({ actualAmount: 1200 }), 'PUT');
    expect(answer.status).toBe(200);
    expect(answer.body['data']).toMatchObject({
      status: 'settled',
      reconciliation: { status: 'mismatched', discrepancies: [{ type: 'amount', expected: 1250.5, actual: 1200 }] },
    });
    expect(await scene.countCases(id)).toBe(1);
    const events = await scene.stack.database.query<{ payload: object }>(
      `select payload from events where subject = $1 and type = 'payment.reconciliation_mismatch'`,
      [id],
    );
    expect(events.map(({ payload }) => payload)).toEqual([
      {
        instructionId: id,
        clientReference: null,
        status: 'mismatched',
        discrepancies: [{ type: 'amount', expected: 1250.5, actual: 1200 }],
      },
    ]);
  });

  it('attaches after a return when it agrees with what was returned, and is a case when it does not', async () => {
    const agreeing = await scene.create();
    const differing = await scene.create();
    for (const id of [agreeing, differing]) {
      await scene.report(id, { status: 'settled' });
      await scene.report(id, { status: 'returned' });
    }
    expect((await scene.settle(agreeing)).body['data']).toMatchObject({ status: 'returned', disposition: 'applied' });
    const refused = await scene.settle(differing, settlementBody({ actualAmount: 1 }));
    expect(refused.body['error']).toMatchObject({ code: 'CONFLICTING_REPORT', current: 'returned' });
    expect(await scene.countCases(differing)).toBe(1);
  });
});
