import pino from 'pino';
import type { Planning, Queryable } from '../../db/database';
import { advanceDatabaseMark, raiseDatabaseMark, readDatabaseMark } from '../../db/restoration/database-mark';
import { findMarkFault, followMark, waitForMark } from '../../process/database-mark';
import { storeMark, readKeptMarks } from '../../workflows/client/database-marks';
import { connectWorkflows, type WorkflowClient } from '../../workflows/client/workflow-client';
import { eventually } from '../support/builders';
import { closeAtEnd } from '../support/closing';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { createNamespace, temporalAddress } from '../support/temporal';

const log = pino({ enabled: false });
let namespace: string;

beforeAll(async () => {
  namespace = await createNamespace();
});

function workflowsOf(address = temporalAddress()): WorkflowClient {
  const workflows = connectWorkflows({ address, namespace, tls: null, apiKey: null }, 'test');
  closeAtEnd(() => workflows.close());
  return workflows;
}

/** A database that Temporal has a mark of, which is at its first position. */
async function markedDatabase(): Promise<{ database: TestDatabase; workflows: WorkflowClient }> {
  const database = await createTestDatabase();
  const workflows = workflowsOf();
  const end = followMark({ database, workflows, log }, true, () => undefined);
  const kept = async () => (await readKeptMarks(workflows, await readDatabaseMark(database))).own?.position;
  await eventually(kept, (position) => position === 1, 'a mark in Temporal');
  end();
  return { database, workflows };
}

const forever = new Promise<void>(() => undefined);

/** The same database, in which something happens just before the mark is advanced. */
function meeting(database: TestDatabase, before: () => Promise<unknown>): Queryable {
  return {
    async query<Row extends object>(text: string, values?: unknown[], planning?: Planning): Promise<Row[]> {
      if (text.includes('update database_mark')) await before();
      return database.query(text, values, planning);
    },
  };
}

/** What a restore to an earlier moment does to the mark. */
const setBack = (database: TestDatabase) => database.query('update database_mark set position = position - 1');

/** Source: docs/OPERATIONS.md, "When Postgres is restored to an earlier moment" */
describe('the mark of a database', () => {
  it('is made once, and another database has another one', async () => {
    const [one, other] = [await createTestDatabase(), await createTestDatabase()];
    const marks = await Promise.all([readDatabaseMark(one), readDatabaseMark(one)]);
    expect(marks[0]).toEqual(marks[1]);
    expect(marks[0]?.position).toBe(0);
    expect((await readDatabaseMark(other)).databaseId).not.toBe(marks[0]?.databaseId);
  });

  it('is moved once by workers that advance it together', async () => {
    const database = await createTestDatabase();
    await readDatabaseMark(database);
    expect((await advanceDatabaseMark(database))?.position).toBe(1);
    expect(await advanceDatabaseMark(database)).toBeNull();
    await database.query(`update database_mark set marked_at = now() - interval '11 seconds'`);
    expect((await advanceDatabaseMark(database))?.position).toBe(2);
  });

  it('is moved although the clock was set back', async () => {
    const database = await createTestDatabase();
    await readDatabaseMark(database);
    await advanceDatabaseMark(database);
    await database.query(`update database_mark set marked_at = now() + interval '1 hour'`);
    expect((await advanceDatabaseMark(database))?.position).toBe(2);
    expect(await advanceDatabaseMark(database)).toBeNull();
  });

  it('is kept by Temporal, without a worker, from its first to its newest position', async () => {
    const { database, workflows } = await markedDatabase();
    const mark = await raiseDatabaseMark(database, 41);
    await storeMark(workflows, mark);
    expect(await readKeptMarks(workflows, mark)).toEqual({ own: mark, otherId: null });
    expect(await findMarkFault({ database, workflows })).toBeNull();
  });

  it('is never set back in Temporal', async () => {
    const { database, workflows } = await markedDatabase();
    const mark = await readDatabaseMark(database);
    const later = await raiseDatabaseMark(database, 41);
    expect(await storeMark(workflows, later)).toBe(true);
    expect(await storeMark(workflows, mark)).toBe(false);
    expect(await readKeptMarks(workflows, mark)).toEqual({ own: later, otherId: null });
  });

  it('is known to Temporal before it grows: killed in between, a new database beside others starts again', async () => {
    await markedDatabase();
    const database = await createTestDatabase();
    const workflows = workflowsOf();
    const end = followMark({ database: meeting(database, () => forever), workflows, log }, true, () => undefined);
    const kept = async () => (await readKeptMarks(workflows, await readDatabaseMark(database))).own?.position;
    await eventually(kept, (position) => position === 0, 'a mark in Temporal');
    end();
    await advanceDatabaseMark(database);
    expect(await findMarkFault({ database, workflows })).toBeNull();
  });
});

describe('a process', () => {
  it('starts on a new database beside others, and on one whose Temporal has lost its data', async () => {
    await markedDatabase();
    const database = await createTestDatabase();
    expect(await findMarkFault({ database, workflows: workflowsOf() })).toBeNull();
    await advanceDatabaseMark(database);
    namespace = await createNamespace();
    expect(await findMarkFault({ database, workflows: workflowsOf() })).toBeNull();
  });

  it('stands by with the reason while its database is behind, and starts once that is over', async () => {
    const { database, workflows } = await markedDatabase();
    await setBack(database);
    const reasons: string[] = [];
    const say = (reason: string): void => {
      reasons.push(reason);
      void raiseDatabaseMark(database, 1);
    };
    await waitForMark({ database, workflows, log }, say);
    expect(reasons).toEqual([expect.stringMatching(/restored to an earlier moment.*"corridor restored --to TIME"/)]);
  });

  it('notices while it runs that its database was restored', async () => {
    const { database, workflows } = await markedDatabase();
    await setBack(database);
    const reason = await new Promise<string>((resolve) => {
      closeAtEnd(followMark({ database, workflows, log }, true, resolve));
    });
    expect(reason).toContain('No work starts');
    expect((await readDatabaseMark(database)).position).toBe(0);
  });

  it('notices a restore between its look and its advance, which loses nothing of what Temporal has', async () => {
    const { database, workflows } = await markedDatabase();
    const mark = await raiseDatabaseMark(database, 41);
    await storeMark(workflows, mark);
    await database.query(`update database_mark set marked_at = now() - interval '1 minute'`);
    const restored = meeting(database, () => database.query('update database_mark set position = 7'));
    const reason = await new Promise<string>((resolve) => {
      closeAtEnd(followMark({ database: restored, workflows, log }, true, resolve));
    });
    expect(reason).toContain('No work starts');
    expect((await readKeptMarks(workflows, mark)).own).toEqual(mark);
  });

  it('stands by at the Temporal of another database', async () => {
    const { workflows } = await markedDatabase();
    const database = await createTestDatabase();
    await readDatabaseMark(database);
    await raiseDatabaseMark(database, 5);
    const fault = await eventually(
      () => findMarkFault({ database, workflows }),
      (found) => found !== null,
      'a fault that the visibility store tells',
    );
    expect(fault?.kind).toBe('foreign');
  });

  it('learns nothing from a Temporal that is away', async () => {
    const database = await createTestDatabase();
    await expect(findMarkFault({ database, workflows: workflowsOf('127.0.0.1:1') })).rejects.toThrow();
  });
});
