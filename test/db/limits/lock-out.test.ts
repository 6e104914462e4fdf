import request from 'supertest';
import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createClientKey } from '../../../db/auth/credentials';
import { readKeyNotice } from '../../../db/auth/key-notices';
import { liftLockOut, listLockOuts, lockOut } from '../../../db/limits/lock-outs';
import { RefusalCounter } from '../../../db/limits/refusals';
import { CHANNELS, listen, type Listener } from '../../../db/listener';
import { closeAtEnd } from '../../support/closing';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { createLimitedApp } from '../../support/limited-app';

let database: TestDatabase;
let listener: Listener;

beforeAll(async () => {
  database = await createTestDatabase();
  listener = await listen(database.url);
  closeAtEnd(() => listener.close());
  // The first reaction says that the connection listens.
  await new Promise<void>((resolve) => listener.on(CHANNELS.credentials, () => resolve()));
});

/** The next notice about a key; asked for after the limiter was made, so that the limiter reacts first. */
function nextNotice(keyId: string): Promise<void> {
  return new Promise((resolve) => {
    const end = listener.on(CHANNELS.credentials, (payload) => {
      if (readKeyNotice(payload)?.keyId !== keyId) return;
      end();
      resolve();
    });
  });
}

const fail = (fault: unknown): never => {
  throw fault;
};

async function newKey(): Promise<{ id: string; key: string }> {
  const { id: accountId } = await findOrCreateAccount(database, 'Persistent');
  return createClientKey(database, { accountId, environment: 'test', label: 'noisy', plan: 'starter' });
}

async function countRefusals(keyId: string, refusals: number): Promise<void> {
  const counter = new RefusalCounter(database, fail);
  for (let count = 0; count < refusals; count += 1) counter.count(keyId);
  await counter.write();
}

describe('lock-out', () => {
  it('comes with the 3,001st refusal in ten minutes, counted over processes, with a flag and an audit entry', async () => {
    const { app } = createLimitedApp(database, listener);
    const { id, key } = await newKey();
    const get = () => request(app.callback()).get('/v1/plain').set('Authorization', `Bearer ${key}`);
    expect((await get()).status).toBe(200);
    await countRefusals(id, 1_500);
    await countRefusals(id, 1_500);
    expect((await get()).status).toBe(200);
    const noticed = nextNotice(id);
    await countRefusals(id, 1);
    await noticed;

    const refused = await get();
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ error: { message: expect.stringMatching(/locked out/) as string } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(890);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect(refused.headers['x-ratelimit-remaining']).toBe('0');
    const flags = await database.query('select kind from operator_flags where subject = $1 and cleared_at is null', [
      id,
    ]);
    expect(flags).toEqual([{ kind: 'rate_limit_lock_out' }]);
    const entries = await database.query('select act from audit_log where subject = $1', [id]);
    expect(entries).toEqual([{ act: 'key.locked_out' }]);
    expect(await listLockOuts(database)).toMatchObject([{ keyId: id, label: 'noisy', accountName: 'Persistent' }]);
    const status = await request(app.callback()).get('/v1/rate-limit').set('Authorization', `Bearer ${key}`);
    expect(status.status).toBe(429);
  });

  it('does not come for refusals that are older than ten minutes', async () => {
    const { id } = await newKey();
    await countRefusals(id, 3_000);
    await database.query(`update rate_refusals set minute = minute - interval '11 minutes' where subject = $1`, [id]);
    await countRefusals(id, 5);
    expect((await listLockOuts(database)).map(({ keyId }) => keyId)).not.toContain(id);
  });

  it('ends at once on every process when an operator lifts it', async () => {
    const { app } = createLimitedApp(database, listener);
    const { id, key } = await newKey();
    const get = () => request(app.callback()).get('/v1/plain').set('Authorization', `Bearer ${key}`);
    await get();
    const locked = nextNotice(id);
    expect(await lockOut(database, id)).toBe(true);
    expect(await lockOut(database, id)).toBe(false);
    await locked;
    const lifted = nextNotice(id);
    expect((await get()).status).toBe(429);
    expect((await get()).status).toBe(429);
    expect(await liftLockOut(database, id, 'operator')).toBe(true);
    await lifted;
    expect((await get()).status).toBe(200);
    expect(
      await database.query('select 1 from operator_flags where subject = $1 and cleared_at is null', [id]),
    ).toEqual([]);
  });

  it('is not extended by requests during it', async () => {
    const { app } = createLimitedApp(database, listener);
    const { id, key } = await newKey();
    const get = () => request(app.callback()).get('/v1/plain').set('Authorization', `Bearer ${key}`);
    await get();
    const locked = nextNotice(id);
    await lockOut(database, id);
    await locked;
    for (let count = 0; count < 5; count += 1) expect((await get()).status).toBe(429);
    expect(await database.query('select 1 from rate_refusals where subject = $1', [id])).toEqual([]);
  });
});
