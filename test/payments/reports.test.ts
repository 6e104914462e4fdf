import fc from 'fast-check';
import { listOpenCases } from '../../db/payments/settlement/reconciliation-cases';
import type { PaymentStatus } from '../../domain/payments/instruction/status';
import { settlementBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import {
  INSTRUCTIONS,
  instructionIdOf,
  minutesFromNow,
  PaymentScene,
  type ShownPayment,
} from '../support/payment-scene';
import { begun, clientOf } from '../support/temporal';
import { expectAsInTable, ONE_OF_EACH } from './report-table';

let scene: PaymentScene;
let other: TestPartner;
beforeAll(async () => {
  scene = await PaymentScene.open();
  const { database, vault } = scene.stack;
  other = await startTestPartner(database, vault, { name: 'south', route: { priority: 50 } });
});

/** On a busy machine a payment begins as `pending`, while the partner is asked. */
function movesOf({ statusHistory }: ShownPayment): PaymentStatus[] {
  return statusHistory.map(({ status }) => status).filter((status) => status !== 'pending');
}

describe('partner status reports', () => {
  it.each(ONE_OF_EACH)('%s, reported %s: as the table says', (...report) => expectAsInTable(scene, report));

  it('records message, references and time', async () => {
    const id = await scene.create();
    const timestamp = minutesFromNow(1);
    const details = { message: 'Taken', bankReference: 'B-1' };
    const answer = await scene.report(id, { status: 'accepted', partnerReference: 'P-77', timestamp, details });
    expect(answer.body['data']).toMatchObject({
      disposition: 'applied',
      reportId: expect.stringMatching(/^rep_/) as string,
    });
    const shown = await scene.show(id);
    expect(shown.settlementDetails.partnerReference).toBe('P-77');
    expect(shown.statusHistory.at(-1)).toEqual({ status: 'accepted', timestamp, message: 'Taken' });
  });

  it('places a late report in the history by its time', async () => {
    const id = await scene.create();
    await scene.report(id, { status: 'processing', timestamp: minutesFromNow(3) });
    const answer = await scene.report(id, { status: 'accepted', timestamp: minutesFromNow(2) });
    expect(answer.body['data']).toMatchObject({ disposition: 'stale', status: 'processing' });
    expect(movesOf(await scene.show(id))).toEqual(['submitted', 'accepted', 'processing']);
  });

  it('places a report from before the dispatch right after it', async () => {
    const id = await scene.create();
    await scene.report(id, { status: 'accepted', timestamp: '2020-01-01T00:00:00Z' });
    expect(movesOf(await scene.show(id))).toEqual(['submitted', 'accepted']);
  });

  it('lets an early return wait and applies it with the settlement', async () => {
    const id = await scene.create();
    const early = await scene.report(id, { status: 'returned' });
    expect(early.status).toBe(202);
    expect(early.body['data']).toMatchObject({ disposition: 'waiting', status: 'submitted' });
    await scene.settle(id);
    const shown = await scene.show(id);
    expect(shown.status).toBe('returned');
    expect(movesOf(shown).sort()).toEqual(['returned', 'settled', 'submitted']);
  });

  it.each([
    ['the one that is named', [null, 1200], ['return_mismatch'], 1200],
    ['the one that is named first', [1250.5, null, 1200], ['return_mismatch'], 1250.5],
    ['none where nobody names one', [null, null], [], null],
  ])('takes of several early returns as the amount %s', async (_name, amounts, kinds, amount) => {
    const id = await scene.create();
    for (const [index, each] of amounts.entries()) {
      const returned = each === null ? {} : { returned: { amount: each, currency: 'USD' } };
      const body = { status: 'returned', details: { message: `return ${index}`, ...returned } };
      expect((await scene.report(id, body)).status).toBe(202);
    }
    await scene.settle(id);
    const { status, return: back } = await scene.show(id);
    expect([status, back?.returned?.amount ?? null]).toEqual(['returned', amount]);
    const cases = await listOpenCases(scene.stack.database, { limit: 1_000 });
    expect(cases.filter(({ instructionId }) => instructionId === id).map(({ kind }) => kind)).toEqual(kinds);
    const [event] = await scene.stack.database.query<{ amount: number | null }>(
      `select (payload #>> '{returned,amount}')::float as amount from events where subject = $1 and type = 'payment.returned'`,
      [id],
    );
    expect(event?.amount).toBe(amount);
  });

  it('takes a return, said in answer to an inquiry, as a proof of the dispatch, and applies it with the settlement', async () => {
    const { database, vault } = scene.stack;
    const silent = await startTestPartner(database, vault, {
      name: 'silent',
      react: ({ method }) =>
        method === 'POST'
          ? { status: 503, body: {} }
          : { status: 200, body: { partnerReference: 'S-1', status: 'returned' } },
    });
    const id = instructionIdOf(await scene.instruct({ settlementRoute: { routeId: silent.routeId } }));
    expect((await scene.until(id, 'submitted')).settlementDetails.partnerReference).toBe('S-1');
    const body = settlementBody();
    await scene.stack.call('POST', `${INSTRUCTIONS}/${id}/settlement`, { key: silent.key, body });
    const shown = await scene.show(id);
    expect(shown.statusHistory.map(({ status }) => status).sort()).toEqual([
      'pending',
      'returned',
      'settled',
      'submitted',
    ]);
    expect(shown.status).toBe('returned');
    expect(silent.server.requests.filter(({ method }) => method === 'GET')).toHaveLength(1);
  });

  it('answers a repeat as a duplicate of the first report', async () => {
    const id = await scene.create();
    const body = { status: 'accepted', details: { message: 'once' } };
    const first = await scene.report(id, body);
    const second = await scene.report(id, body);
    expect(second.status).toBe(200);
    const { reportId } = (first.body as unknown as { data: { reportId: string } }).data;
    expect(second.body['data']).toMatchObject({ disposition: 'duplicate', reportId });
    expect(movesOf(await scene.show(id))).toHaveLength(2);
  });

  it('refuses the same Idempotency-Key for another report', async () => {
    const id = await scene.create();
    const headers = { 'Idempotency-Key': 'r-1' };
    expect((await scene.report(id, { status: 'accepted' }, headers)).status).toBe(200);
    const answer = await scene.report(id, { status: 'processing' }, headers);
    expect(answer.status).toBe(409);
    expect(answer.body['error']).toMatchObject({ code: 'DUPLICATE' });
  });

  it('knows nothing of an instruction that was given to another partner', async () => {
    const id = await scene.create();
    const answer = await scene.stack.call('PUT', `${INSTRUCTIONS}/${id}/status`, {
      key: other.key,
      body: { status: 'accepted' },
    });
    expect(answer.status).toBe(404);
    expect(answer.body['error']).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('refuses client keys here and partner keys elsewhere', async () => {
    const id = await scene.create();
    const wrong = await scene.stack.call('PUT', `${INSTRUCTIONS}/${id}/status`, {
      key: scene.key,
      body: { status: 'accepted' },
    });
    expect(wrong.status).toBe(403);
    expect((await scene.stack.call('GET', `${INSTRUCTIONS}/${id}`, { key: scene.partner.key })).status).toBe(403);
  });

  it('refuses a time more than five minutes ahead', async () => {
    const id = await scene.create();
    const answer = await scene.report(id, { status: 'accepted', timestamp: minutesFromNow(6) });
    expect(answer.status).toBe(400);
    expect(answer.body['error']).toMatchObject({ details: [{ field: 'timestamp' }] });
  });

  it('ends in the same state whatever the order and repetition of a consistent life', async () => {
    const life: PaymentStatus[] = ['submitted', 'accepted', 'processing', 'settled', 'returned'];
    const bodies = life.map((status, index) => ({ status, timestamp: minutesFromNow(index - 4) }));
    const orders = fc.shuffledSubarray([...bodies, ...bodies], { minLength: 10, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const id = await scene.create();
        for (const body of order) expect((await scene.report(id, body)).status).toBeLessThan(300);
        const shown = await scene.show(id);
        expect(shown.status).toBe('returned');
        expect(movesOf(shown)).toEqual(life);
      }),
      { numRuns: 40 },
    );
  });

  it('applies 20 equal reports at once exactly one time', async () => {
    const id = await scene.create();
    const answers = await Promise.all(Array.from({ length: 20 }, () => scene.report(id, { status: 'accepted' })));
    const dispositions = answers.map(
      (answer) => (answer.body as unknown as { data: { disposition: string } }).data.disposition,
    );
    expect(dispositions.filter((disposition) => disposition === 'applied')).toHaveLength(1);
    expect(dispositions.filter((disposition) => disposition === 'duplicate')).toHaveLength(19);
    expect(movesOf(await scene.show(id))).toHaveLength(2);
  });

  it('tells the workflow, which ends with the outcome', async () => {
    const id = await scene.create();
    await scene.report(id, { status: 'accepted' });
    await scene.report(id, { status: 'failed' });
    const handle = await begun(clientOf(scene.stack.services.workflows), `pay/${id}`);
    await expect(handle.result()).resolves.toEqual({ status: 'failed' });
  });
});
