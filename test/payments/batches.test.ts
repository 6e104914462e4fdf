import { randomUUID } from 'node:crypto';
import { createBatchActivities, type BatchContext } from '../../activities/payments/batches';
import { createClientKey, revokeKey } from '../../db/auth/credentials';
import { listBatchRows } from '../../db/payments/batches/read-batch';
import { WatchLists } from '../../db/compliance/watch-lists';
import { DomainError } from '../../domain/errors';
import { batchPayments } from '../../process/batch-payments';
import { eventually, instructionBody } from '../support/builders';
import { INSTRUCTIONS, PaymentScene } from '../support/payment-scene';
import type { Answer } from '../support/stack';

const BATCHES = '/api/v1/payments/batches';

interface Shown {
  batchId: string;
  status: string;
  counts: Record<string, number>;
  byStatus: Record<string, number>;
  refused: { row: number; faults: { field: string; code: string; message: string }[] }[];
  ignored?: string[];
}

let scene: PaymentScene;
beforeAll(async () => {
  scene = await PaymentScene.open();
});

const shownOf = ({ body }: Answer): Shown => body['data'] as Shown;
const faultsIn = ({ body }: Answer) => (body['error'] as { details: { field: string; code: string }[] }).details;
const item = (overrides: Record<string, unknown> = {}) => instructionBody(overrides);

function send(
  items: unknown[],
  { mode = 'all_or_nothing', key = scene.key, headers = {} }: { mode?: string; key?: string; headers?: object } = {},
): Promise<Answer> {
  return scene.stack.call('POST', BATCHES, { key, body: { name: 'March', mode, items }, headers: { ...headers } });
}

async function show(batchId: string, key = scene.key): Promise<Shown> {
  return shownOf(await scene.stack.call('GET', `${BATCHES}/${batchId}`, { key }));
}

function until(batchId: string, status: string, key = scene.key): Promise<Shown> {
  return eventually(
    () => show(batchId, key),
    (batch) => batch.status === status,
    `the batch is ${status}`,
  );
}

async function rowsOf(batchId: string, key = scene.key, query = ''): Promise<Record<string, unknown>[]> {
  const { body } = await scene.stack.call('GET', `${BATCHES}/${batchId}/rows${query}`, { key });
  return (body['data'] as { items: Record<string, unknown>[] }).items;
}

async function countPayments(batchId: string): Promise<number> {
  const [row] = await scene.stack.database.query<{ count: number }>(
    'select count(*)::integer from payment_instructions where idempotency_key like $1',
    [`${batchId}:%`],
  );
  return row?.count ?? NaN;
}

/** Source: docs/GAPS.md#P18 */
describe('a batch', () => {
  it('makes its payments once each, by the path of a creation', async () => {
    const references = Array.from({ length: 5 }, () => randomUUID());
    const answer = await send(references.map((clientReference) => item({ clientReference, colour: 'red' })));
    expect(answer.status).toBe(202);
    const made = shownOf(answer);
    expect(made).toMatchObject({ status: 'making', counts: { total: 5, waiting: 5, refused: 0 }, refused: [] });
    expect(made.ignored).toEqual(references.map((_, index) => `items[${index}].colour`));
    expect(answer.headers.get('location')).toBe(`${BATCHES}/${made.batchId}`);
    const done = await until(made.batchId, 'completed');
    expect(done.counts).toEqual({ total: 5, waiting: 0, made: 5, refused: 0, cancelled: 0 });
    const rows = await rowsOf(made.batchId);
    expect(rows.map(({ row }) => row)).toEqual([0, 1, 2, 3, 4]);
    for (const [index, { instructionId }] of rows.entries()) {
      const payment = await scene.until(String(instructionId), 'submitted');
      expect(payment).toMatchObject({
        clientReference: references[index],
        beneficiary: { name: 'Example Trading Ltd' },
      });
    }
    expect((await show(made.batchId)).byStatus).toEqual({ submitted: 5 });
    const sealed = await scene.stack.database.query(
      'select from payment_batch_rows where batch_id = $1 and body_sealed is not null',
      [made.batchId],
    );
    expect(sealed).toEqual([]);
  });

  it('is refused as a whole for a fault of any row, with all faults of all rows', async () => {
    const reference = randomUUID();
    await scene.instruct({ clientReference: reference });
    const answer = await send([
      item(),
      item({ currency: 'EURO', amount: -1 }),
      'nothing',
      item({ clientReference: reference }),
      item({ clientReference: 'twice' }),
      item({ clientReference: 'twice', settlementRoute: { routeId: 'rt_unknown' } }),
      item({ clientReference: 'twice' }),
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
    const { beneficiary, ...rest } = item();
    const saved = await scene.stack.call('POST', '/api/v1/beneficiaries', {
      key: scene.key,
      body: { ...(beneficiary as object), label: 'supplier' },
    });
    const { id } = saved.body['data'] as { id: string };
    const refused = await send([
      { ...rest, beneficiaryId: 'ben_00000000007000000000000000' },
      { ...rest, beneficiary, beneficiaryId: id },
      rest,
    ]);
    expect(faultsIn(refused).map(({ field, code }) => `${field} ${code}`)).toEqual([
      'items[0].beneficiaryId unknown_beneficiary',
      'items[1].beneficiaryId exclusive',
      'items[2].beneficiary invalid_type',
    ]);
    const made = shownOf(await send([{ ...rest, beneficiaryId: id }]));
    await until(made.batchId, 'completed');
    const [row] = await rowsOf(made.batchId);
    const payment = await scene.until(String(row?.['instructionId']), 'submitted');
    expect(payment).toMatchObject({ beneficiaryId: id, beneficiaryVersion: 1 });
  });

  it('names at most 1,000 faults', async () => {
    const answer = await send(Array.from({ length: 600 }, () => ({ amount: 1 })));
    expect(answer.status).toBe(400);
    expect(faultsIn(answer)).toHaveLength(1000);
  });

  it('is bounded, and refuses members that are not known where the client prefers that', async () => {
    expect((await send([])).status).toBe(400);
    expect((await send(Array.from({ length: 1001 }, () => 1))).status).toBe(400);
    expect((await send([item()], { mode: 'some' })).status).toBe(400);
    const headers = { Prefer: 'handling=strict' };
    const strict = await send([item({ colour: 'red' })], { headers });
    expect([strict.status, faultsIn(strict)[0]?.field]).toEqual([400, 'items[0].colour']);
  });

  it('keeps refused rows with their faults where it takes valid ones only', async () => {
    const { batchId, counts, refused } = shownOf(
      await send([item(), item({ currency: 'XAU' }), item()], { mode: 'valid_only' }),
    );
    expect(counts).toMatchObject({ total: 3, waiting: 2, refused: 1 });
    expect(refused).toEqual([{ row: 1, faults: [expect.objectContaining({ field: 'currency', code: 'currency' })] }]);
    const done = await until(batchId, 'completed');
    expect(done.counts).toMatchObject({ made: 2, refused: 1 });
    expect(await rowsOf(batchId, scene.key, '?state=refused')).toMatchObject([{ row: 1, instructionId: null }]);
  });

  it('refuses a row that a list blocks when it is made, and goes on', async () => {
    const bankAccount = { accountNumber: '9876543210', swiftBic: 'BOFAUS3N', country: 'US' };
    const blocked = item({ beneficiary: { name: 'Example', country: 'KP', bankAccount } });
    const { batchId } = shownOf(await send([blocked, item()]));
    const done = await until(batchId, 'completed');
    expect(done.counts).toMatchObject({ made: 1, refused: 1 });
    expect(done.refused).toMatchObject([{ row: 0, faults: [{ field: '', code: 'COMPLIANCE_BLOCK' }] }]);
  });

  it('is made once under an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const items = [item()];
    const first = await send(items, { headers });
    const again = await send(items, { headers });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(shownOf(again).batchId).toBe(shownOf(first).batchId);
    expect((await send([item({ amount: 2 })], { headers })).status).toBe(409);
  });

  it('is not seen by another account, and stands in the list of its own', async () => {
    const { batchId } = shownOf(await send([item()]));
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
        items: Shown[];
        nextCursor: string;
      };
    const first = await list('?limit=1');
    expect(first.items.map((batch) => batch.batchId)).toEqual([batchId]);
    const second = await list(`?limit=1&cursor=${first.nextCursor}`);
    expect(second.items[0]?.batchId).not.toBe(batchId);
    expect((await scene.stack.call('GET', BATCHES, { key: other })).body['data']).toMatchObject({ items: [] });
  });

  it('shows its own rows alone, whatever row the cursor names', async () => {
    const { batchId: first } = shownOf(await send([item(), item()]));
    const other = await scene.stack.createKey('pages');
    const { batchId: own } = shownOf(await send([item(), item()], { key: other }));
    const { batchId: last } = shownOf(await send([item(), item()]));
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
    expect(await rowsOf(own, other, `?limit=5&cursor=${nextCursor}`)).toMatchObject([{ row: 1 }]);
    await Promise.all([until(first, 'completed'), until(last, 'completed'), until(own, 'completed', other)]);
  });

  it('is made within the limits of its key, of which it leaves a quarter', async () => {
    const key = await scene.stack.createKey('slow');
    const sender = await scene.stack.createKey('slow', { plan: 'free', endpointLimits: true });
    const items = Array.from({ length: 10 }, () => item());
    const { batchId } = shownOf(await send(items, { key: sender }));
    // Ten a minute, of which the batch itself took one; two stay for others.
    await eventually(
      () => countPayments(batchId),
      (count) => count >= 7,
      'the first payments',
    );
    expect(await countPayments(batchId)).toBeLessThan(10);
    const { counts } = await show(batchId, key);
    expect(counts['waiting']).toBeGreaterThan(0);
    expect((await scene.stack.call('POST', `${BATCHES}/${batchId}/cancel`, { key, body: {} })).status).toBe(202);
  });
});

describe('a cancelled batch', () => {
  it('stops what is not sent, once, and leaves what is sent', async () => {
    const key = await scene.stack.createKey('cancels');
    const sender = await scene.stack.createKey('cancels', { plan: 'free', endpointLimits: true });
    const valueDate = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    const items = [item(), ...Array.from({ length: 9 }, () => item({ valueDate }))];
    const { batchId } = shownOf(await send(items, { key: sender }));
    await eventually(
      () => show(batchId, key),
      ({ byStatus }) => byStatus['submitted'] === 1 && (byStatus['pending'] ?? 0) >= 6,
      'payments are made',
    );
    const cancel = () =>
      scene.stack.call('POST', `${BATCHES}/${batchId}/cancel`, { key, body: { reason: 'wrong file' } });
    const answer = await cancel();
    expect(answer.status).toBe(202);
    const done = await until(batchId, 'cancelled', key);
    const { made = NaN, cancelled: unmade = NaN } = done.counts;
    expect(done.byStatus).toEqual({ submitted: 1, cancelled: made - 1 });
    expect(made + unmade).toBe(10);
    expect((await cancel()).status).toBe(200);
    const [row] = await rowsOf(batchId, key, '?state=cancelled');
    expect(row).toMatchObject({ instructionId: null });
    const cancelled = (await rowsOf(batchId, key))[1]?.['instructionId'];
    const shown = await scene.stack.call('GET', `${INSTRUCTIONS}/${String(cancelled)}`, { key });
    expect(shown.body['data']).toMatchObject({ cancellation: { status: 'cancelled', reason: 'wrong file' } });
  });

  it('cannot be cancelled once everything is sent', async () => {
    const { batchId } = shownOf(await send([item()]));
    await until(batchId, 'completed');
    await eventually(
      () => show(batchId),
      ({ byStatus }) => byStatus['submitted'] === 1,
      'the payment is sent',
    );
    const answer = await scene.stack.call('POST', `${BATCHES}/${batchId}/cancel`, { key: scene.key, body: {} });
    expect([answer.status, (answer.body['error'] as { code: string }).code]).toEqual([409, 'CANCELLATION_NOT_ALLOWED']);
  });
});

describe('a batch whose worker dies', () => {
  /** A batch that no workflow works on: its order is taken from the outbox. */
  async function unworked(count: number): Promise<string> {
    await scene.stack.stopWorkers();
    const { batchId } = shownOf(await send(Array.from({ length: count }, () => item())));
    await scene.stack.database.query(`delete from outbox where topic = 'payment.batch' and subject = $1`, [batchId]);
    return batchId;
  }

  const endClaims = (batchId: string) =>
    scene.stack.database.query(`update idempotency_keys set claimed_until = now() - interval '1 s' where key like $1`, [
      `${batchId}:%`,
    ]);

  it('is finished once, whatever step it died at', async () => {
    const batchId = await unworked(8);
    const { database, vault } = scene.stack;
    const makePayment = batchPayments(scene.stack, new WatchLists(database));
    let calls = 0;
    const dying: BatchContext['makePayment'] = async (body, payment) => {
      calls += 1;
      const call = calls;
      if (call === 2) throw new Error('died before it made the payment');
      const made = await makePayment(body, payment);
      if (call >= 4) throw new Error('died after it made the payment');
      return made;
    };
    const first = createBatchActivities({ database, vault, makePayment: dying });
    await expect(first.makeBatchPayments(batchId)).resolves.toMatchObject({ made: 2, isOver: false });
    expect(await countPayments(batchId)).toBeGreaterThan(0);
    expect(await countPayments(batchId)).toBeLessThan(8);

    const second = createBatchActivities({ database, vault, makePayment });
    await endClaims(batchId);
    // Two at once: one of them is a worker that was believed dead.
    const both = await Promise.all([second.makeBatchPayments(batchId), second.makeBatchPayments(batchId)]);
    expect(both.some(({ made }) => made > 0)).toBe(true);
    await endClaims(batchId);
    const last = await second.makeBatchPayments(batchId);
    expect(last).toMatchObject({ total: 8, made: 8, refused: 0, isOver: true });
    expect(await countPayments(batchId)).toBe(8);
    const rows = await rowsOf(batchId);
    expect(new Set(rows.map(({ instructionId }) => instructionId)).size).toBe(8);
    await expect(second.makeBatchPayments(batchId)).resolves.toMatchObject({ made: 8, isOver: true });
  });

  it('makes the rows beside one that cannot be read, and tells an operator', async () => {
    const batchId = await unworked(4);
    const { database, vault } = scene.stack;
    const flags = () =>
      database.query(`select detail from operator_flags where subject = $1 and cleared_at is null`, [batchId]);
    const sealed =
      'body_sealed = set_byte(body_sealed, length(body_sealed) - 1, get_byte(body_sealed, length(body_sealed) - 1) # 1)';
    const flip = () => database.query(`update payment_batch_rows set ${sealed} where id = $1`, [`${batchId}:00001`]);
    await flip();
    // A bucket of its own, which a second fills by a thousandth of a token.
    const subject = `key_${batchId}`;
    const limits = { minute: null, hour: null, day: 100, endpoint: null };
    await database.query('update payment_batches set pace = $2 where id = $1', [
      batchId,
      { plan: subject, endpoint: null, limits },
    ]);
    const makePayment = batchPayments(scene.stack, new WatchLists(database));
    const { makeBatchPayments } = createBatchActivities({ database, vault, makePayment });
    await expect(makeBatchPayments(batchId)).resolves.toMatchObject({ made: 3, refused: 0, isOver: false });
    for (let tries = 2; tries <= 5; tries += 1) {
      expect(await flags()).toEqual([]);
      await endClaims(batchId);
      await expect(makeBatchPayments(batchId)).rejects.toThrow();
    }
    expect(await flags()).toEqual([{ detail: { says: 'rows that cannot be made, from 0: 1' } }]);
    // However often it was tried, each row has taken one token.
    const [bucket] = await database.query<{ left: number }>(
      `select floor(day_level / 86400000)::integer as left from rate_buckets where subject = $1`,
      [subject],
    );
    expect(bucket).toEqual({ left: 96 });
    await flip();
    await endClaims(batchId);
    await expect(makeBatchPayments(batchId)).resolves.toMatchObject({ made: 4, isOver: true });
    expect(await flags()).toEqual([]);
  });

  it('refuses no row that another try has taken over and made', async () => {
    const batchId = await unworked(1);
    const { database, vault } = scene.stack;
    const makePayment = batchPayments(scene.stack, new WatchLists(database));
    const other = createBatchActivities({ database, vault, makePayment });
    const late: BatchContext['makePayment'] = async () => {
      await endClaims(batchId);
      // The row is made meanwhile, and what this try gets is the refusal of its reference.
      const dying: BatchContext['makePayment'] = async (body, payment) => {
        await makePayment(body, payment);
        throw new Error('died after it made the payment');
      };
      await createBatchActivities({ database, vault, makePayment: dying })
        .makeBatchPayments(batchId)
        .catch(() => null);
      throw new DomainError('DUPLICATE', 'This reference was used.');
    };
    const first = await createBatchActivities({ database, vault, makePayment: late }).makeBatchPayments(batchId);
    expect(first).toMatchObject({ made: 0, refused: 0, isOver: false });
    await endClaims(batchId);
    await expect(other.makeBatchPayments(batchId)).resolves.toMatchObject({ made: 1, refused: 0, isOver: true });
    expect(await countPayments(batchId)).toBe(1);
  });

  describe('and whose sender', () => {
    const activities = () => {
      const { database, vault } = scene.stack;
      return createBatchActivities({
        ...{ database, vault },
        makePayment: batchPayments(scene.stack, new WatchLists(database)),
      });
    };

    /** The key of a batch becomes another one of its account, which no other test uses. */
    async function sentByKey(batchId: string, replaces: string | null = null): Promise<string> {
      const { database } = scene.stack;
      const [batch] = await database.query<{ accountId: string }>(
        'select account_id as "accountId" from payment_batches where id = $1',
        [batchId],
      );
      const { id } = await createClientKey(database, {
        ...{ accountId: batch?.accountId ?? '', environment: 'test', label: 'sender', plan: 'enterprise' },
        ...(replaces === null ? {} : { replaces }),
      });
      if (replaces === null)
        await database.query(
          `update payment_batches set pace = jsonb_build_object('plan', $2::text, 'endpoint', null, 'limits', pace -> 'limits')
           where id = $1`,
          [batchId, id],
        );
      return id;
    }

    it('is disabled waits until it is enabled', async () => {
      const batchId = await unworked(1);
      const keyId = await sentByKey(batchId);
      const { database } = scene.stack;
      const { makeBatchPayments } = activities();
      for (const table of ['api_keys', 'accounts']) {
        const set = (to: string) =>
          database.query(
            `update ${table} t set disabled_at = ${to} from payment_batches b
             where b.id = $1 and t.id in (b.pace ->> 'plan', b.account_id)`,
            [batchId],
          );
        await set('now()');
        await expect(makeBatchPayments(batchId)).resolves.toMatchObject({ made: 0, isOver: false, waitMs: 300_000 });
        await set('null');
      }
      await database.query(`update api_keys set expires_at = now() - interval '1 hour' where id = $1`, [keyId]);
      await expect(makeBatchPayments(batchId)).resolves.toMatchObject({ made: 1, isOver: true });
    });

    it('is revoked is cancelled, unless a key that was rotated from it goes on', async () => {
      const batchId = await unworked(1);
      const goesOn = await unworked(1);
      const { database } = scene.stack;
      const { makeBatchPayments } = activities();
      for (const id of [batchId, goesOn]) await revokeKey(database, await sentByKey(id), 'test');
      const [{ plan = '' } = {}] = await database.query<{ plan: string }>(
        `select pace ->> 'plan' as plan from payment_batches where id = $1`,
        [goesOn],
      );
      await sentByKey(goesOn, plan);
      await expect(makeBatchPayments(batchId)).resolves.toMatchObject({ made: 0, cancelled: 1, isOver: true });
      await expect(makeBatchPayments(goesOn)).resolves.toMatchObject({ made: 1, cancelled: 0, isOver: true });
      const entries = await database.query(
        `select actor, detail ->> 'reason' as reason from audit_log where subject = $1 and act = 'payment_batch.cancelled'`,
        [batchId],
      );
      expect(entries).toEqual([{ actor: 'corridor', reason: 'The key that sent the batch was revoked.' }]);
    });

    it('was removed from the account is cancelled', async () => {
      const batchId = await unworked(1);
      const { database } = scene.stack;
      await database.query(
        `with u as (
           insert into users (id, email, name, role, account_id, disabled_at, removed_at)
           select 'usr_00000000007000000000000000', 'gone@example.com', 'Gone', 'developer', account_id, now(), now()
           from payment_batches where id = $1 returning id)
         update payment_batches set pace = jsonb_set(pace, '{plan}', to_jsonb(u.id)) from u where payment_batches.id = $1`,
        [batchId],
      );
      await expect(activities().makeBatchPayments(batchId)).resolves.toMatchObject({ cancelled: 1, isOver: true });
    });
  });

  it('goes on where the next worker finds it', async () => {
    const { batchId } = shownOf(await send([item(), item(), item()]));
    await scene.stack.startWorkers();
    await until(batchId, 'completed');
    expect(await countPayments(batchId)).toBe(3);
  });
});
