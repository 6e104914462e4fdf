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
const claim = (key: string, at: Date): Promise<Claim> => claimIdempotencyKey(database, keyOf(key), BODY, at);

describe('a claim that is given back', () => {
  it('is free for the next request when it made nothing', async () => {
    expect(await claim('nothing', FIRST)).toEqual({ outcome: 'claimed', subject: null });
    expect(await claim('nothing', NEXT)).toEqual({ outcome: 'running' });
    await releaseIdempotencyKey(database, keyOf('nothing'), FIRST);
    expect(await claim('nothing', NEXT)).toEqual({ outcome: 'claimed', subject: null });
  });

  it('is taken over with what it made', async () => {
    await claim('something', FIRST);
    await nameIdempotentSubject(database, keyOf('something'), 'instr_1');
    expect(await claim('something', NEXT)).toEqual({ outcome: 'running' });
    await releaseIdempotencyKey(database, keyOf('something'), FIRST);
    expect(await claim('something', NEXT)).toEqual({ outcome: 'claimed', subject: 'instr_1' });
  });

  it('leaves alone what another request has claimed meanwhile', async () => {
    await claim('late', FIRST);
    await releaseIdempotencyKey(database, keyOf('late'), FIRST);
    await claim('late', NEXT);
    await releaseIdempotencyKey(database, keyOf('late'), FIRST);
    expect(await claim('late', new Date(NEXT.getTime() + 100))).toEqual({ outcome: 'running' });
  });

  it('keeps nobody waiting while Postgres is away', async () => {
    const nowhere = openDatabase('postgres://corridor@127.0.0.1:1/corridor', 1);
    await expect(releaseIdempotencyKey(nowhere, keyOf('away'), FIRST)).resolves.toBeUndefined();
    await nowhere.close();
  });
});
