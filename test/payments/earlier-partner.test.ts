import { settlementBody } from '../support/builders';
import { FailoverScene, REFUSAL } from '../support/failover-scene';
import type { TestPartner } from '../support/partner';
import { INSTRUCTIONS } from '../support/payment-scene';

let scene: FailoverScene;
beforeAll(async () => {
  scene = await FailoverScene.open();
});

describe('what the earlier partner says afterwards', () => {
  let first: TestPartner;
  let second: TestPartner;

  beforeAll(async () => {
    first = await scene.partner('left', 'SGD', 1, {
      react: ({ path }) => (path === '/instructions' ? REFUSAL : undefined),
    });
    second = await scene.partner('holder', 'SGD', 2);
  });

  it.each(['accepted', 'processing', 'settled', 'returned'])(
    '%s is kept, opens a case and counts for nothing',
    async (status) => {
      const created = await scene.submitted('SGD');
      const answer = await scene.report(first, created, status);
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ error: { code: 'CONFLICTING_REPORT', current: 'submitted' } });
      expect(await scene.casesOf(created)).toEqual([{ kind: 'earlier_partner', count: 1 }]);
      const shown = await scene.show(created);
      expect(shown.status).toBe('submitted');
      expect(shown.statusHistory).not.toContainEqual(expect.objectContaining({ status }));
      const reports = await scene.stack.call('GET', `${INSTRUCTIONS}/${created.instructionId}/reports`, {
        key: scene.key,
      });
      expect(reports.body['data']).toMatchObject({ items: [{ status, disposition: 'conflicting' }] });
      expect((await scene.report(second, created, 'accepted')).status).toBe(200);
      expect((await scene.show(created)).status).toBe('accepted');
      // A creation that waits longer than its client is `pending` first.
      const events = (await scene.eventsOf(created)).filter((type) => type !== 'payment.pending');
      expect(events).toEqual(['payment.submitted', 'payment.accepted']);
    },
  );

  it.each(['failed', 'cancelled'])('%s agrees with its refusal: it is kept as stale, with a case', async (status) => {
    const created = await scene.submitted('SGD');
    const answer = await scene.report(first, created, status);
    expect(answer).toMatchObject({ status: 200, body: { data: { disposition: 'stale', status: 'submitted' } } });
    expect(await scene.casesOf(created)).toMatchObject([{ kind: 'earlier_partner' }]);
    expect((await scene.show(created)).statusHistory.at(-1)).toMatchObject({ status: 'submitted' });
    // Once its present partner has refused it too, it is paid by nobody: that case keeps it from nothing.
    expect((await scene.report(second, created, 'failed')).status).toBe(200);
    const again = `${INSTRUCTIONS}/${created.instructionId}/resubmit`;
    expect((await scene.stack.call('POST', again, { key: scene.key, body: {} })).status).toBe(201);
  });

  it('a settlement settles nothing and attaches nothing', async () => {
    const created = await scene.submitted('SGD');
    const path = `${INSTRUCTIONS}/${created.instructionId}/settlement`;
    const body = settlementBody({ actualAmount: 1000, actualCurrency: 'SGD' });
    const answer = await scene.stack.call('POST', path, { key: first.key, body });
    expect(answer.status).toBe(409);
    expect(await scene.show(created)).toMatchObject({
      status: 'submitted',
      settlement: null,
      settlementDetails: { bankReference: null },
    });
    expect(await scene.casesOf(created)).toMatchObject([{ kind: 'earlier_partner' }]);
    const settled = await scene.stack.call('POST', path, { key: second.key, body });
    expect(settled).toMatchObject({ status: 200, body: { data: { status: 'settled', disposition: 'applied' } } });
  });

  it('has it asked to stop when it works on the payment', async () => {
    const created = await scene.submitted('SGD');
    await scene.report(first, created, 'processing');
    const path = `/instructions/${created.instructionId}/cancel`;
    await first.server.until((requests) => requests.some((request) => request.path === path), 'the cancellation');
    expect(second.server.requests.some((request) => request.path === path)).toBe(false);
    expect((await scene.show(created)).status).toBe('submitted');
  });

  it('is said once however often it is said, and a partner that never had it is told nothing', async () => {
    const created = await scene.submitted('SGD');
    await scene.report(first, created, 'settled');
    await scene.report(first, created, 'settled');
    expect(await scene.casesOf(created)).toEqual([{ kind: 'earlier_partner', count: 1 }]);
    const stranger = await scene.partner('stranger', 'SGD', 3);
    expect((await scene.report(stranger, created, 'settled')).status).toBe(404);
  });
});
