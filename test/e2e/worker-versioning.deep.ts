import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import pino from 'pino';
import type { BatchOutcome } from '../../activities/webhooks/attempts';
import { installRuntime } from '../../activities/runtime';
import { checkReleases } from '../../cli/doctor/releases';
import { deploymentOptions } from '../../process/worker';
import { QUEUES } from '../../workflows/contract';
import { closeAtEnd } from '../support/closing';
import { eventually } from '../support/builders';
import { createNamespace, temporalAddress } from '../support/temporal';
import { workflowBundle } from '../support/time-skipping';

const DEPLOYMENT = 'corridor';
const HOUR_MS = 3_600_000;

/** Builds whose workers completed the tasks of a workflow, in order. */
async function builds(handle: WorkflowHandle): Promise<string[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap((event) => {
    const build = event.workflowTaskCompletedEventAttributes?.deploymentVersion?.buildId;
    return build === undefined || build === null ? [] : [build];
  });
}

describe('two releases of the workers at once', () => {
  let connection: Connection;
  let native: NativeConnection;
  let namespace: string;
  let client: Client;

  /** Batches that the workers of a release have made. */
  const batches: Record<string, number> = {};

  /** There is always another full batch. */
  async function sendFirsts(buildId: string): Promise<BatchOutcome> {
    batches[buildId] = (batches[buildId] ?? 0) + 1;
    await delay(100);
    return { attempts: {}, meanMs: 100 };
  }

  /** @returns how to stop its workers */
  async function startRelease(buildId: string): Promise<() => Promise<void>> {
    const workers = await Promise.all(
      (['payments', 'webhooks', 'sandbox'] as const).map((queue) =>
        Worker.create({
          ...deploymentOptions({ deploymentName: DEPLOYMENT, buildId }),
          connection: native,
          namespace,
          taskQueue: QUEUES[queue],
          workflowBundle: workflowBundle(),
          activities: {
            noteWaiting: () => Promise.resolve({ status: 'pending', version: 1 }),
            sendFirsts: () => sendFirsts(buildId),
            attemptDelivery: () => Promise.resolve({ status: 'delivered' }),
          },
        }),
      ),
    );
    const runs = workers.map((worker) => worker.run());
    const stop = async (): Promise<void> => {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      await Promise.all(runs);
    };
    closeAtEnd(stop);
    return stop;
  }

  /** Temporal knows a release once its worker has asked for work. */
  async function makeCurrent(buildId: string): Promise<void> {
    const set = () =>
      connection.workflowService
        .setWorkerDeploymentCurrentVersion({ namespace, deploymentName: DEPLOYMENT, buildId })
        .then(
          () => true,
          () => false,
        );
    await eventually(set, (isSet) => isSet, `the release ${buildId}`);
  }

  beforeAll(async () => {
    installRuntime(pino({ enabled: false }));
    namespace = await createNamespace();
    connection = await Connection.connect({ address: temporalAddress() });
    closeAtEnd(() => connection.close());
    native = await NativeConnection.connect({ address: temporalAddress() });
    closeAtEnd(() => native.close());
    client = new Client({ connection, namespace });
  });

  const start = (workflow: string, workflowId: string, queue: keyof typeof QUEUES, input: object, pinned?: string) =>
    client.workflow.start(workflow, {
      workflowId,
      taskQueue: QUEUES[queue],
      args: [input],
      ...(pinned === undefined
        ? {}
        : { versioningOverride: { pinnedTo: { deploymentName: DEPLOYMENT, buildId: pinned } } }),
    });
  const untilTask = (handle: WorkflowHandle, buildId: string) =>
    eventually(
      () => builds(handle),
      (made) => made.at(-1) === buildId,
      `a task of release ${buildId}`,
    );
  const doctor = () => checkReleases({ address: temporalAddress(), namespace, tls: null, apiKey: null }, DEPLOYMENT);

  it('have every running workflow follow the current one, so that the workers of the old one can be stopped', async () => {
    expect(await doctor()).toEqual([]);
    const stopFirst = await startRelease('1');
    await eventually(doctor, ([found]) => found?.status === 'warning', 'a release that is not current');
    await makeCurrent('1');
    const held = { instructionId: 'instr_1', partnerName: 'north', releaseAtMs: Date.now() + HOUR_MS };
    const payment = await start('paymentInstruction', 'pay/held', 'payments', held);
    const slow = { instructionId: 'instr_1', scenario: 'settles', stepDelayMs: HOUR_MS };
    const sandbox = await start('sandboxScenario', 'sandbox/slow', 'sandbox', slow);
    const retried = { deliveryId: 'dlv_1', attemptsMade: 1, once: false, dueAtMs: Date.now() + HOUR_MS };
    const delivery = await start('webhookDelivery', 'whd/dlv_1', 'webhooks', retried);
    const pinned = await start('sandboxScenario', 'sandbox/pinned', 'sandbox', slow, '1');
    // Its runs are short: one that goes on as new would take its release along if it were pinned.
    const busy = await start('webhookSender', 'whs/wh_1', 'webhooks', { webhookId: 'wh_1', batchesPerRun: 20 });
    for (const handle of [payment, sandbox, delivery, pinned, busy]) await untilTask(handle, '1');

    await startRelease('2');
    await makeCurrent('2');
    await stopFirst();
    const atStop = batches['1'];
    await untilTask(client.workflow.getHandle('whs/wh_1'), '2');
    await eventually(
      () => Promise.resolve(batches['2'] ?? 0),
      (made) => made > 100,
      'batches of the new release',
    );
    expect(batches['1']).toBe(atStop);
    // A signal that nobody handles changes nothing and is a task all the same.
    for (const handle of [payment, sandbox, delivery]) {
      await handle.signal('nudge');
      await untilTask(handle, '2');
    }
    const found = await eventually(doctor, ({ length }) => length === 2, 'the release that drains');
    expect(found).toMatchObject([
      { status: 'ok', found: 'corridor:2 is current' },
      { status: 'warning', found: 'corridor:1 drains: 1 running workflows are pinned to it' },
    ]);
    expect(await builds(pinned)).toEqual(['1']);
    await client.workflow.getHandle('whs/wh_1').terminate('over');
  });
});
