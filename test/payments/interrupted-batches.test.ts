import { randomUUID } from 'node:crypto';
import { createBatchActivities, type BatchContext } from '../../activities/payments/batches';
import { createClientKey, revokeKey } from '../../db/auth/credentials';
import { WatchLists } from '../../db/compliance/watch-lists';
import { claimIdempotencyKey } from '../../db/idempotency';
import { DomainError } from '../../domain/errors';
import { batchPayments } from '../../process/batch-payments';
import { instructionBody } from '../support/builders';
import { PaymentScene } from '../support/payment-scene';
import { Batches, BATCHES, shownOf } from './support/batches';

let scene: PaymentScene;
let batches: Batches;
beforeAll(async () => {
  scene = await PaymentScene.open();
  batches = new Batches(scene);
});

/** Source: docs/GAPS.md#P18 */
describe('a batch whose worker dies', () => {
  /** A batch that no workflow works on: its order is taken from the outbox. */
  async function unworked(count: number): Promise<string> {
    await scene.stack.stopWorkers();
    const { batchId } = shownOf(await batches.send(Array.from({ length: count }, () => instructionBody())));
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
    await expect(first.makeBatchPayments(batchId)).resolves.toMatchObject({ made: 7, isOver: false });
    expect(await batches.countPayments(batchId)).toBe(7);

    const second = createBatchActivities({ database, vault, makePayment });
    await endClaims(batchId);
    // Two at once: one of them is a worker that was believed dead.
    const both = await Promise.all([second.makeBatchPayments(batchId), second.makeBatchPayments(batchId)]);
    expect(both.some(({ made }) => made > 0)).toBe(true);
    await endClaims(batchId);
    const last = await second.makeBatchPayments(batchId);
    expect(last).toMatchObject({ total: 8, made: 8, refused: 0, isOver: true });
    expect(await batches.countPayments(batchId)).toBe(8);
    const rows = await batches.rowsOf(batchId);
    expect(new Set(rows.map(({ instructionId }) => instructionId)).size).toBe(8);
    await expect(second.makeBatchPayments(batchId)).resolves.toMatchObject({ made: 8, isOver: true });
  });

  const spoil = (rowId: string) =>
    scene.stack.database.query(
      `update payment_batch_rows set body_sealed = set_byte(body_sealed, 40, get_byte(body_sealed, 40) # 1) where id = $1`,
      [rowId],
    );
  const activitiesWith = (makePayment: BatchContext['makePayment']) =>
    createBatchActivities({ ...{ database: scene.stack.database, vault: scene.stack.vault }, makePayment });
  const path = () => batchPayments(scene.stack, new WatchLists(scene.stack.database));
  const act = (batchId: string, verb: 'cancel' | 'retry') =>
    scene.stack.call('POST', `${BATCHES}/${batchId}/${verb}`, { key: scene.key, body: {} });

  it('fails a row that cannot be read after five tries, ends, and makes it once that is retried', async () => {
    const batchId = await unworked(4);
    const { database } = scene.stack;
    const flags = () =>
      database.query<{ detail: { says: string } }>(
        `select detail from operator_flags where subject = $1 and cleared_at is null`,
        [batchId],
      );
    await spoil(`${batchId}:00001`);
    // A bucket of its own, which a second fills by a thousandth of a token.
    const subject = `key_${batchId}`;
    const limits = { minute: null, hour: null, day: 100, endpoint: null };
    await database.query('update payment_batches set pace = $2 where id = $1', [
      batchId,
      { plan: subject, endpoint: null, limits },
    ]);
    const { makeBatchPayments } = activitiesWith(path());
    for (let tries = 1; tries < 5; tries += 1) {
      await expect(makeBatchPayments(batchId)).resolves.toMatchObject({ made: 3, failed: 0, isOver: false });
      expect(await flags()).toEqual([]);
    }
    await expect(makeBatchPayments(batchId)).resolves.toMatchObject({ made: 3, failed: 1, isOver: true });
    const [flag] = await flags();
    expect(flag?.detail.says).toMatch(/^rows that could not be made, from 0: 1 \(\w+\)$/);
    const shown = await batches.show(batchId);
    expect(shown).toMatchObject({ status: 'completed', counts: { made: 3, failed: 1, waiting: 0 } });
    const [failed] = await batches.rowsOf(batchId, scene.key, '?state=failed');
    expect(failed).toMatchObject({ row: 1, faults: [{ field: '', code: 'failed' }] });
    // However often it was tried, each row has taken one token.
    const [bucket] = await database.query<{ left: number }>(
      `select floor(day_level / 86400000)::integer as left from rate_buckets where subject = $1`,
      [subject],
    );
    expect(bucket).toEqual({ left: 96 });
    await spoil(`${batchId}:00001`);
    expect(shownOf(await act(batchId, 'retry'))).toMatchObject({ status: 'making', counts: { failed: 0, waiting: 1 } });
    await expect(makeBatchPayments(batchId)).resolves.toMatchObject({ made: 4, failed: 0, isOver: true });
    expect(await flags()).toEqual([]);
    expect((await act(batchId, 'retry')).status).toBe(202);
    expect((await batches.show(batchId)).status).toBe('completed');
  });

  it('makes all others before it tries those again that cannot be made, more than a group of them', async () => {
    const batchId = await unworked(120);
    const makePayment = path();
    let tries = 0;
    const { makeBatchPayments } = activitiesWith((body, payment) => {
      if (Number(payment.held.key.slice(-5)) >= 60) return makePayment(body, payment);
      tries += 1;
      throw new Error('cannot be made');
    });
    let progress = await makeBatchPayments(batchId);
    while (progress.waitMs === 0) progress = await makeBatchPayments(batchId);
    expect(progress).toMatchObject({ made: 60, failed: 0 });
    expect(tries).toBeLessThanOrEqual(120);
  });

  it('cancels its payments beside a row that cannot be made, and those that are not on record', async () => {
    const batchId = await unworked(3);
    const { database } = scene.stack;
    await spoil(`${batchId}:00000`);
    const makePayment = path();
    const { makeBatchPayments } = activitiesWith(makePayment);
    await expect(makeBatchPayments(batchId)).resolves.toMatchObject({ made: 2, isOver: false });
    // As a worker that dies before it records a row leaves it.
    await database.query(
      `with r as (update payment_batch_rows set state = 'making', instruction_id = null, body_sealed = '\\x00'
         where id = $1 || ':00002')
       update payment_batches set made = 1 where id = $1`,
      [batchId],
    );
    expect((await act(batchId, 'cancel')).status).toBe(202);
    expect((await batches.show(batchId)).counts).toMatchObject({ made: 2, cancelled: 1, waiting: 0 });
    await expect(makeBatchPayments(batchId)).resolves.toMatchObject({ isOver: true });
    expect(await batches.show(batchId)).toMatchObject({ status: 'cancelled', byStatus: { cancelled: 2 } });
    expect((await act(batchId, 'retry')).status).toBe(409);
  });

  it('makes no payment once its cancellation is answered, however long a process was frozen with rows in hand', async () => {
    const batchId = await unworked(3);
    const makePayment = path();
    const { makeBatchPayments } = activitiesWith(async (body, payment) => {
      expect((await act(batchId, 'cancel')).status).toBeLessThan(300);
      return makePayment(body, payment);
    });
    await makeBatchPayments(batchId);
    expect((await batches.show(batchId)).counts).toMatchObject({ made: 0, cancelled: 3, waiting: 0 });
    await expect(activitiesWith(makePayment).makeBatchPayments(batchId)).resolves.toMatchObject({ isOver: true });
    expect(await batches.countPayments(batchId)).toBe(0);
  });

  it('refuses no row that another try has taken over and made', async () => {
    const batchId = await unworked(1);
    const { database, vault } = scene.stack;
    const makePayment = batchPayments(scene.stack, new WatchLists(database));
    const other = createBatchActivities({ database, vault, makePayment });
    const late: BatchContext['makePayment'] = async (body, payment) => {
      await endClaims(batchId);
      // The row is made meanwhile, and what this try gets is the refusal of its reference.
      const held = { ...payment.held, token: randomUUID() };
      await claimIdempotencyKey(database, held, held);
      await makePayment(body, { ...payment, held });
      throw new DomainError('DUPLICATE', 'This reference was used.');
    };
    const first = await createBatchActivities({ database, vault, makePayment: late }).makeBatchPayments(batchId);
    expect(first).toMatchObject({ made: 0, refused: 0, isOver: false });
    await endClaims(batchId);
    await expect(other.makeBatchPayments(batchId)).resolves.toMatchObject({ made: 1, refused: 0, isOver: true });
    expect(await batches.countPayments(batchId)).toBe(1);
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
    const { batchId } = shownOf(await batches.send([instructionBody(), instructionBody(), instructionBody()]));
    await scene.stack.startWorkers();
    await batches.until(batchId, 'completed');
    expect(await batches.countPayments(batchId)).toBe(3);
  });
});
