import path from 'node:path';
import { Client, Connection, ScheduleNotFoundError } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import pino from 'pino';
import { createImportActivities } from '../../activities/importers/activities';
import { feedsOf, watchListsOf } from '../../activities/importers/pull-feeds';
import { installRuntime } from '../../activities/runtime';
import { readSettings } from '../../process/settings';
import { DATA_PULL, ensurePulls, WATCH_LIST_PULL } from '../../workflows/client/imports';
import { QUEUES } from '../../workflows/contract';
import { eventually } from '../support/builders';
import { closeAtEnd } from '../support/closing';
import { createTestDatabase, openForOperator } from '../support/database';
import { createNamespace, temporalAddress, workflowsOver } from '../support/temporal';

describe('the Schedule that pulls publications', () => {
  let client: Client;
  beforeAll(async () => {
    installRuntime(pino({ enabled: false }));
    const database = await createTestDatabase();
    const namespace = await createNamespace();
    const connection = await Connection.connect({ address: temporalAddress() });
    closeAtEnd(() => connection.close());
    client = new Client({ connection, namespace });
    const native = await NativeConnection.connect({ address: temporalAddress() });
    closeAtEnd(() => native.close());
    const worker = await Worker.create({
      connection: native,
      namespace,
      taskQueue: QUEUES.imports,
      workflowsPath: path.join(__dirname, '..', '..', 'workflows', 'data-pull.ts'),
      // Nothing is wanted by the settings, so that a workflow that somebody started fetches nothing.
      activities: createImportActivities(openForOperator(database)),
    });
    const running = worker.run();
    closeAtEnd(() => {
      worker.shutdown();
      return running;
    });
  });

  it.each([
    [DATA_PULL, 'dataPullDays', 7],
    [WATCH_LIST_PULL, 'watchListPullDays', 1],
  ] as const)('%s runs at once when it is made, and ends where the settings want none', async (id, setting, days) => {
    const described = () => client.schedule.getHandle(id).describe();
    await ensurePulls(workflowsOver(client), { [setting]: days });
    await ensurePulls(workflowsOver(client), { [setting]: days });
    const [run] = await eventually(
      async () => (await described()).info.recentActions,
      (actions) => actions.length > 0,
      'the first run',
    );
    if (run?.action.type !== 'startWorkflow') throw new Error('no workflow was started');
    const { workflowId, firstExecutionRunId } = run.action.workflow;
    expect(await client.workflow.getHandle(workflowId, firstExecutionRunId).result()).toEqual([]);
    expect((await described()).spec.intervals).toMatchObject([{ every: days * 86_400_000 }]);
    await ensurePulls(workflowsOver(client), {});
    await expect(described()).rejects.toBeInstanceOf(ScheduleNotFoundError);
    await expect(ensurePulls(workflowsOver(client), {})).resolves.toBeUndefined();
  });

  it('is for the three schedules that their offices publish', () => {
    expect(feedsOf().map(({ id }) => id)).toEqual(['us-hts', 'uk-tariff', 'eu-taric']);
  });

  it('is for the four lists, every day', () => {
    expect(watchListsOf().map(({ id }) => id)).toEqual([
      'ofac-sdn',
      'un-consolidated',
      'eu-consolidated',
      'uk-sanctions',
    ]);
  });

  it.each([
    ['DATA_PULL_DAYS', 'dataPullDays', 0],
    ['WATCH_LIST_PULL_DAYS', 'watchListPullDays', 1],
  ] as const)('is set by %s', (name, setting, usual) => {
    const needed = { DATABASE_URL: 'later', TEMPORAL_ADDRESS: 'later', DATA_KEY: 'later' };
    expect(readSettings(needed)[setting]).toBe(usual);
    expect(readSettings({ ...needed, [name]: '0' })[setting]).toBe(0);
    expect(readSettings({ ...needed, [name]: '3' })[setting]).toBe(3);
    expect(() => readSettings({ ...needed, [name]: 'often' })).toThrow(name);
  });
});
