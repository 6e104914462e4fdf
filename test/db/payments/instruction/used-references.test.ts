import { openDatabase } from '../../../../db/database';
import { insertInstruction, type InsertOutcome } from '../../../../db/payments/instruction/create-instruction';
import { RowLockedElsewhere } from '../../../../domain/errors';
import { newId } from '../../../../lib/ids';
import { newInstruction } from '../../../interleavings/operation';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { countDeadlocks, untilWaiting } from '../../../support/locks';
import { insertPartner } from '../../../support/rows';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_1');
});

describe('references that two processes use at once', () => {
  it('are given to one payment each, whatever the order in which they come', async () => {
    const mine = countDeadlocks(database);
    const theirs = countDeadlocks(openDatabase(database.url, 2));
    /** As a client repeats a request that met a lock for longer than a statement waits. */
    async function keep(process: typeof mine, reference: string | null): Promise<InsertOutcome> {
      for (;;) {
        try {
          const instruction = { ...newInstruction(newId('instruction')), clientReference: reference };
          return await insertInstruction(process.database, instruction, null);
        } catch (fault) {
          if (!(fault instanceof RowLockedElsewhere)) throw fault;
        }
      }
    }
    const early: Promise<InsertOutcome>[] = [];
    const late: Promise<InsertOutcome>[] = [];
    await database.transaction(async (client) => {
      await insertInstruction(client, { ...newInstruction(newId('instruction')), clientReference: 'ref-2' }, null);
      // The first goes alone; what comes meanwhile shares a statement, which waits for the reference in the middle.
      early.push(...[null, 'ref-3', 'ref-2', 'ref-1'].map((reference) => keep(mine, reference)));
      await untilWaiting(database, 1);
      late.push(...[null, 'ref-1', 'ref-3'].map((reference) => keep(theirs, reference)));
    });
    const [kept, repeated] = await Promise.all([Promise.allSettled(early), Promise.allSettled(late)]);
    await theirs.database.close();
    expect([mine.count(), theirs.count()]).toEqual([0, 0]);
    const [unnamed, third, second, first] = kept;
    const [alsoUnnamed, alsoFirst, alsoThird] = repeated;
    expect([unnamed, alsoUnnamed]).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
    expect(second).toMatchObject({ reason: { code: 'DUPLICATE' } });
    for (const pair of [
      [first, alsoFirst],
      [third, alsoThird],
    ]) {
      expect(pair.map((outcome) => outcome?.status).sort()).toEqual(['fulfilled', 'rejected']);
      const refused = pair.find((outcome) => outcome?.status === 'rejected');
      expect(refused).toMatchObject({ reason: { code: 'DUPLICATE' } });
    }
  });
});
