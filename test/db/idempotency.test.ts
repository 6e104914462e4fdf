import { openDatabase } from '../../db/database';
import { claimIdempotencyKey, nameIdempotentSubject, type Claim } from '../../db/idempotency';
import { releaseIdempotencyKey, storeIdempotentAnswer } from '../../db/idempotency-ends';
import { closeAtEnd } from '../support/closing';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { countDeadlocks, untilWaiting } from '../support/locks';

const BODY = Buffer.from('the same body');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

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

describe('keys that several processes settle and claim at once', () => {
  let mine: ReturnType<typeof countDeadlocks>;
  let theirs: ReturnType<typeof countDeadlocks>;
  beforeAll(() => {
    mine = countDeadlocks(database);
    theirs = countDeadlocks(openDatabase(database.url, 2));
    closeAtEnd(() => theirs.database.close());
  });

  /**
   * Settles the last key, the middle one and the first one together while another process repeats the first and the last:
   * the middle one is held until the settling waits for it, and the repeats are answered meanwhile.
   */
  async function meet(prefix: string, settle: (key: string) => Promise<void>): Promise<void> {
    const [first, middle, last] = [`${prefix}-1`, `${prefix}-2`, `${prefix}-3`];
    for (const key of [last, middle, first]) await claim(key, 'mine');
    const repeat = (key: string): Promise<Claim> =>
      claimIdempotencyKey(theirs.database, keyOf(key), { bodyHash: BODY, token: 'theirs' });
    const met: Promise<unknown>[] = [];
    await database.transaction(async (client) => {
      await client.query('select from idempotency_keys where key = $1 for update', [middle]);
      // The first of a kind goes alone; what comes meanwhile shares a statement.
      met.push(...[`${prefix}-absent`, last, middle, first].map(settle));
      await untilWaiting(database, 1);
      const repeats = [`${prefix}-other`, first, last].map(repeat);
      const repeated = await Promise.all(repeats);
      expect(repeated.map(({ outcome }) => outcome)).toContain('running');
    });
    await Promise.all(met);
  }

  it('keeps answers that it stores in another order than that in which they are repeated', async () => {
    const answer = { status: 201, verbatim: '{}' };
    await meet('store', (key) => storeIdempotentAnswer(mine.database, keyOf(key), 'mine', answer));
    expect([mine.count(), theirs.count()]).toEqual([0, 0]);
    const stored = await database.query(`select key from idempotency_keys where key ~ '^store-' and status_code = 201`);
    expect(stored).toHaveLength(3);
  });

  it('frees keys that it gives back in another order than that in which they are repeated', async () => {
    await meet('release', (key) => releaseIdempotencyKey(mine.database, keyOf(key), 'mine'));
    expect([mine.count(), theirs.count()]).toEqual([0, 0]);
    expect(await claim('release-2', 'next')).toEqual({ outcome: 'claimed', subject: null });
  });
});
