import { randomUUID } from 'node:crypto';
import { listBatchRows } from '../../db/payments/batches/read-batch';
import { eventually, instructionBody } from '../support/builders';
import { INSTRUCTIONS, PaymentScene } from '../support/payment-scene';
import { Batches, BATCHES, faultsIn, shownOf, type ShownBatch } from './support/batches';

let scene: PaymentScene;
let batches: Batches;
beforeAll(async () => {
  scene = await PaymentScene.open();
  batches = new Batches(scene);
});

/** Source: docs/GAPS.md#P18 */
describe('a batch', () => {
  it('makes its payments once each, by the path of a creation', async () => {
    const references = Array.from({ length: 5 }, () => randomUUID());
    const answer = await batches.send(
      references.map((clientReference) => instructionBody({ clientReference, colour: 'red' })),
    );
    expect(answer.status).toBe(202);
    const made = shownOf(answer);
    expect(made).toMatchObject({ status: 'making', counts: { total: 5, waiting: 5, refused: 0 }, refused: [] });
    expect(made.ignored).toEqual(references.map((_, index) => `items[${index}].colour`));
    expect(answer.headers.get('location')).toBe(`${BATCHES}/${made.batchId}`);
    const done = await batches.until(made.batchId, 'completed');
    expect(done.counts).toEqual({ total: 5, waiting: 0, made: 5, refused: 0, cancelled: 0, failed: 0 });
    const rows = await batches.rowsOf(made.batchId);
    expect(rows.map(({ row }) => row)).toEqual([0, 1, 2, 3, 4]);
    for (const [index, { instructionId }] of rows.entries()) {
      const payment = await scene.until(String(instructionId), 'submitted');
      expect(payment).toMatchObject({
        clientReference: references[index],
        beneficiary: { name: 'Example Trading Ltd' },
      });
    }
    expect((await batches.show(made.batchId)).byStatus).toEqual({ submitted: 5 });
    const sealed = await scene.stack.database.query(
      'select from payment_batch_rows where batch_id = $1 and body_sealed is not null',
      [made.batchId],
    );
    expect(sealed).toEqual([]);
  });

  it('is refused as a whole for a fault of any row, with all faults of all rows', async () => {
    const reference = randomUUID();
    await scene.instruct({ clientReference: reference });
    const answer = await batches.send([
      instructionBody(),
      instructionBody({ currency: 'EURO', amount: -1 }),
      'nothing',
      instructionBody({ clientReference: reference }),
      instructionBody({ clientReference: 'twice' }),
      instructionBody({ clientReference: 'twice', settlementRoute: { routeId: 'rt_unknown' } }),
      instructionBody({ clientReference: 'twice' }),
    ]);
    expect(answer.status).toBe(400);
    expect(faultsIn(answer).map(({ field, code }) => `${field} ${code}`)).toEqual([
      'items[1].currency currency',
      'items[1].amount not_positive',
      'items[2] invalid_type',
      'items[3].clientReference duplicate',
      'items[5].settlementRoute.routeId unknown_route',
      'items[6].clientReference duplicate',
    ]);
    expect((await scene.stack.database.query('select from payment_batches where status = $1', ['making'])).length).toBe(
      0,
    );
  });

  it('pays saved beneficiaries, as they are when a payment is made', async () => {
    const { beneficiary, ...rest } = instructionBody();
    const saved = await scene.stack.call('POST', '/api/v1/beneficiaries', {
      key: scene.key,
      body: { ...(beneficiary as object), label: 'supplier' },
    });
    const { id } = saved.body['data'] as { id: string };
    const refused = await batches.send([
      { ...rest, beneficiaryId: 'ben_00000000007000000000000000' },
      { ...rest, beneficiary, beneficiaryId: id },
      rest,
    ]);
    expect(faultsIn(refused).map(({ field, code }) => `${field} ${code}`)).toEqual([
      'items[0].beneficiaryId unknown_beneficiary',
      'items[1].beneficiaryId exclusive',
      'items[2].beneficiary invalid_type',
    ]);
    const made = shownOf(await batches.send([{ ...rest, beneficiaryId: id }]));
    await batches.until(made.batchId, 'completed');
    const [row] = await batches.rowsOf(made.batchId);
    const payment = await scene.until(String(row?.['instructionId']), 'submitted');
    expect(payment).toMatchObject({ beneficiaryId: id, beneficiaryVersion: 1 });
  });

  it('names at most 1,000 faults', async () => {
    const answer = await batches.send(Array.from({ length: 600 }, () => ({ amount: 1 })));
    expect(answer.status).toBe(400);
    expect(faultsIn(answer)).toHaveLength(1000);
  });

  it('is bounded, and refuses members that are not known where the client prefers that', async () => {
    expect((await batches.send([])).status).toBe(400);
    expect((await batches.send(Array.from({ length: 1001 }, () => 1))).status).toBe(400);
    expect((await batches.send([instructionBody()], { mode: 'some' })).status).toBe(400);
    const headers = { Prefer: 'handling=strict' };
    const strict = await batches.send([instructionBody({ colour: 'red' })], { headers });
    expect([strict.status, faultsIn(strict)[0]?.field]).toEqual([400, 'items[0].colour']);
  });

  it('keeps refused rows with their faults where it takes valid ones only', async () => {
    const { batchId, counts, refused } = shownOf(
      await batches.send([instructionBody(), instructionBody({ currency: 'XAU' }), instructionBody()], {
        mode: 'valid_only',
      }),
    );
    expect(counts).toMatchObject({ total: 3, waiting: 2, refused: 1 });
    expect(refused).toEqual([{ row: 1, faults: [expect.objectContaining({ field: 'currency', code: 'currency' })] }]);
    const done = await batches.until(batchId, 'completed');
    expect(done.counts).toMatchObject({ made: 2, refused: 1 });
    expect(await batches.rowsOf(batchId, scene.key, '?state=refused')).toMatchObject([{ row: 1, instructionId: null }]);
  });

  it('refuses a row that a list blocks when it is made, and goes on', async () => {
    const bankAccount = { accountNumber: '9876543210', swiftBic: 'BOFAUS3N', country: 'US' };
    const blocked = instructionBody({ beneficiary: { name: 'Example', country: 'KP', bankAccount } });
    const { batchId } = shownOf(await batches.send([blocked, instructionBody()]));
    const done = await batches.until(batchId, 'completed');
    expect(done.counts).toMatchObject({ made: 1, refused: 1 });
    expect(done.refused).toMatchObject([{ row: 0, faults: [{ field: '', code: 'COMPLIANCE_BLOCK' }] }]);
  });

  it('is made once under an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const items = [instructionBody()];
    const first = await batches.send(items, { headers });
    const again = await batches.send(items, { headers });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(shownOf(again).batchId).toBe(shownOf(first).batchId);
    expect((await batches.send([instructionBody({ amount: 2 })], { headers })).status).toBe(409);
    // The key is on the batch itself, as after a restore of the keys alone.
    await scene.stack.database.query('delete from idempotency_keys where key = $1', [headers['Idempotency-Key']]);
    const late = await batches.send(items, { headers });
    expect([late.status, late.headers.get('idempotency-replayed'), shownOf(late).batchId]).toEqual([
      202,
      'true',
      shownOf(first).batchId,
    ]);
    await scene.stack.database.query('delete from idempotency_keys where key = $1', [headers['Idempotency-Key']]);
    const other = await batches.send([instructionBody({ amount: 2 })], { headers });
    expect([other.status, (other.body['error'] as { code: string }).code]).toEqual([409, 'DUPLICATE']);
  });

  it('is not seen by another account, and stands in the list of its own', async () => {
    const { batchId } = shownOf(await batches.send([instructionBody()]));
    const other = await scene.stack.createKey('other');
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/rows'],
      ['POST', '/cancel'],
    ] as const) {
      const answer = await scene.stack.call(method, `${BATCHES}/${batchId}${path}`, {
        key: other,
        ...(method === 'POST' ? { body: {} } : {}),
      });
      expect(answer.status).toBe(404);
    }
    const list = async (query: string) =>
      (await scene.stack.call('GET', `${BATCHES}${query}`, { key: scene.key })).body['data'] as {
        items: ShownBatch[];
        nextCursor: string;
      };
    const first = await list('?limit=1');
    expect(first.items.map((batch) => batch.batchId)).toEqual([batchId]);
    const second = await list(`?limit=1&cursor=${first.nextCursor}`);
    expect(second.items[0]?.batchId).not.toBe(batchId);
    expect((await scene.stack.call('GET', BATCHES, { key: other })).body['data']).toMatchObject({ items: [] });
  });

  it('shows its own rows alone, whatever row the cursor names', async () => {
    const { batchId: first } = shownOf(await batches.send([instructionBody(), instructionBody()]));
    const other = await scene.stack.createKey('pages');
    const { batchId: own } = shownOf(await batches.send([instructionBody(), instructionBody()], { key: other }));
    const { batchId: last } = shownOf(await batches.send([instructionBody(), instructionBody()]));
    const before = 'bat_00000000000000000000000000';
    const { database } = scene.stack;
    for (const foreign of [before, first, last].map((id) => `${id}:00000`)) {
      const cursor = Buffer.from(foreign, 'latin1').toString('base64url');
      for (const query of [`?cursor=${cursor}`, `?state=made&cursor=${cursor}`]) {
        const answer = await scene.stack.call('GET', `${BATCHES}/${own}/rows${query}`, { key: other });
        expect([answer.status, faultsIn(answer)[0]]).toMatchObject([400, { field: 'cursor', code: 'cursor' }]);
      }
      // As the console asks, which ignores such a cursor.
      const rows = await listBatchRows(database, own, { state: undefined, after: foreign, limit: 100 });
      expect(rows.map(({ id }) => id)).toEqual([`${own}:00000`, `${own}:00001`]);
    }
    const page = await scene.stack.call('GET', `${BATCHES}/${own}/rows?limit=1`, { key: other });
    const { nextCursor } = page.body['data'] as { nextCursor: string };
    expect(await batches.rowsOf(own, other, `?limit=5&cursor=${nextCursor}`)).toMatchObject([{ row: 1 }]);
    await Promise.all([
      batches.until(first, 'completed'),
      batches.until(last, 'completed'),
      batches.until(own, 'completed', other),
    ]);
  });

  it('is made within the limits of its key, of which it leaves a quarter', async () => {
    const key = await scene.stack.createKey('slow');
    const sender = await scene.stack.createKey('slow', { plan: 'free', endpointLimits: true });
    const items = Array.from({ length: 10 }, () => instructionBody());
    const { batchId } = shownOf(await batches.send(items, { key: sender }));
    // Ten a minute, of which the batch itself took one; two stay for others.
    await eventually(
      () => batches.countPayments(batchId),
      (count) => count >= 7,
      'the first payments',
    );
    expect(await batches.countPayments(batchId)).toBeLessThan(10);
    const { counts } = await batches.show(batchId, key);
    expect(counts['waiting']).toBeGreaterThan(0);
    expect((await scene.stack.call('POST', `${BATCHES}/${batchId}/cancel`, { key, body: {} })).status).toBe(202);
  });
});

describe('a cancelled batch', () => {
  it('stops what is not sent, once, and leaves what is sent', async () => {
    const key = await scene.stack.createKey('cancels');
    const sender = await scene.stack.createKey('cancels', { plan: 'free', endpointLimits: true });
    const valueDate = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    const items = [instructionBody(), ...Array.from({ length: 9 }, () => instructionBody({ valueDate }))];
    const { batchId } = shownOf(await batches.send(items, { key: sender }));
    await eventually(
      () => batches.show(batchId, key),
      ({ byStatus }) => byStatus['submitted'] === 1 && (byStatus['pending'] ?? 0) >= 6,
      'payments are made',
    );
    const cancel = () =>
      scene.stack.call('POST', `${BATCHES}/${batchId}/cancel`, { key, body: { reason: 'wrong file' } });
    const answer = await cancel();
    expect(answer.status).toBe(202);
    const done = await batches.until(batchId, 'cancelled', key);
    const { made = NaN, cancelled: unmade = NaN } = done.counts;
    expect(done.byStatus).toEqual({ submitted: 1, cancelled: made - 1 });
    expect(made + unmade).toBe(10);
    expect((await cancel()).status).toBe(200);
    const [row] = await batches.rowsOf(batchId, key, '?state=cancelled');
    expect(row).toMatchObject({ instructionId: null });
    const cancelled = (await batches.rowsOf(batchId, key))[1]?.['instructionId'];
    const shown = await scene.stack.call('GET', `${INSTRUCTIONS}/${String(cancelled)}`, { key });
    expect(shown.body['data']).toMatchObject({ cancellation: { status: 'cancelled', reason: 'wrong file' } });
  });

  it('cannot be cancelled once everything is sent', async () => {
    const { batchId } = shownOf(await batches.send([instructionBody()]));
    await batches.until(batchId, 'completed');
    await eventually(
      () => batches.show(batchId),
      ({ byStatus }) => byStatus['submitted'] === 1,
      'the payment is sent',
    );
    const answer = await scene.stack.call('POST', `${BATCHES}/${batchId}/cancel`, { key: scene.key, body: {} });
    expect([answer.status, (answer.body['error'] as { code: string }).code]).toEqual([409, 'CANCELLATION_NOT_ALLOWED']);
  });
});
