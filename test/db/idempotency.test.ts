import { openDatabase } from '../../db/database';
import { claimIdempotencyKey, nameIdempotentSubject, releaseIdempotencyKey, type Claim } from '../../db/idempotency';
import { createTestDatabase, type TestDatabase } from '../support/database';

const BODY = Buffer.from('the same body');
const FIRST = new Date('2026-01-31T12:00:00.000Z');
const NEXT = new Date(FIRST.getTime() + 100);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const keyOf = (key: string) => ({ scope: 'acc_1', operation: 'create', key });
const claim = (key: string, now: Date, token: string): Promise<Claim> =>
  claimIdempotencyKey(database, keyOf(key), { bodyHash: BODY, now, token });

describe('a claim that is given back', () => {
  it('is free for the next request when it made nothing', async () => {
    expect(await claim('nothing', FIRST, 'a')).toEqual({ outcome: 'claimed', subject: null });
    expect(await claim('nothing', NEXT, 'b')).toEqual({ outcome: 'running' });
    await releaseIdempotencyKey(database, keyOf('nothing'), 'a');
    expect(await claim('nothing', NEXT, 'b')).toEqual({ outcome: 'claimed', subject: null });
  });

  it('is taken over with what it made', async () => {
    await claim('something', FIRST, 'a');
    await nameIdempotentSubject(database, keyOf('something'), 'instr_1');
    expect(await claim('something', NEXT, 'b')).toEqual({ outcome: 'running' });
    await releaseIdempotencyKey(database, keyOf('something'), 'a');
    expect(await claim('something', NEXT, 'b')).toEqual({ outcome: 'claimed', subject: 'instr_1' });
  });

  it('leaves alone what another request has claimed meanwhile', async () => {
    await claim('late', FIRST, 'a');
    await releaseIdempotencyKey(database, keyOf('late'), 'a');
    await claim('late', FIRST, 'b');
    await releaseIdempotencyKey(database, keyOf('late'), 'a');
    expect(await claim('late', NEXT, 'c')).toEqual({ outcome: 'running' });
  });

  it('keeps nobody waiting while Postgres is away', async () => {
    const nowhere = openDatabase('postgres://corridor@127.0.0.1:1/corridor', 1);
    await expect(releaseIdempotencyKey(nowhere, keyOf('away'), 'a')).resolves.toBeUndefined();
    await nowhere.close();
  });
});
