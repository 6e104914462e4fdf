import { openDatabase } from '../../db/database';
import { claimIdempotencyKey, nameIdempotentSubject, releaseIdempotencyKey, type Claim } from '../../db/idempotency';
import { createTestDatabase, type TestDatabase } from '../support/database';

const BODY = Buffer.from('the same body');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const keyOf = (key: string) => ({ scope: 'acc_1', operation: 'create', key });
const claim = (key: string, token: string): Promise<Claim> =>
  claimIdempotencyKey(database, keyOf(key), { bodyHash: BODY, token });

describe('a claim that is given back', () => {
  it('is free for the next request when it made nothing', async () => {
    expect(await claim('nothing', 'a')).toEqual({ outcome: 'claimed', subject: null });
    expect(await claim('nothing', 'b')).toEqual({ outcome: 'running' });
    await releaseIdempotencyKey(database, keyOf('nothing'), 'a');
    expect(await claim('nothing', 'b')).toEqual({ outcome: 'claimed', subject: null });
  });

  it('is taken over with what it made', async () => {
    await claim('something', 'a');
    await nameIdempotentSubject(database, { ...keyOf('something'), token: 'a', bodyHash: BODY }, 'instr_1');
    expect(await claim('something', 'b')).toEqual({ outcome: 'running' });
    await releaseIdempotencyKey(database, keyOf('something'), 'a');
    expect(await claim('something', 'b')).toEqual({ outcome: 'claimed', subject: 'instr_1' });
  });

  it('leaves alone what another request has claimed meanwhile', async () => {
    await claim('late', 'a');
    await releaseIdempotencyKey(database, keyOf('late'), 'a');
    await claim('late', 'b');
    await releaseIdempotencyKey(database, keyOf('late'), 'a');
    expect(await claim('late', 'c')).toEqual({ outcome: 'running' });
  });

  it('lets a writer that lost its lease write nothing, whatever the clocks of the processes say', async () => {
    await claim('frozen', 'a');
    await database.query(
      `update idempotency_keys set claimed_until = now() - interval '1 second' where key = 'frozen'`,
    );
    expect(await claim('frozen', 'b')).toEqual({ outcome: 'claimed', subject: null });
    const frozen = { ...keyOf('frozen'), token: 'a', bodyHash: BODY };
    await expect(nameIdempotentSubject(database, frozen, 'shp_1')).rejects.toMatchObject({ code: 'IN_PROGRESS' });
    expect(await claim('frozen', 'c')).toEqual({ outcome: 'running' });
  });

  it('keeps nobody waiting while Postgres is away', async () => {
    const nowhere = openDatabase('postgres://corridor@127.0.0.1:1/corridor', 1);
    await expect(releaseIdempotencyKey(nowhere, keyOf('away'), 'a')).resolves.toBeUndefined();
    await nowhere.close();
  });
});
