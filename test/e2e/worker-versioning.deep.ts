import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import pino from 'pino';
import { installRuntime } from '../../activities/runtime';
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

  async function startRelease(buildId: string): Promise<void> {
    for (const queue of ['payments', 'sandbox'] as const) {
      const worker = await Worker.create({
        ...deploymentOptions({ deploymentName: DEPLOYMENT, buildId }, queue),
        connection: native,
        namespace,
        taskQueue: QUEUES[queue],
        workflowBundle: workflowBundle(),
        activities: { noteWaiting: () => Promise.resolve({ status: 'pending', version: 1 }) },
      });
      const run = worker.run();
      closeAtEnd(() => {
        worker.shutdown();
        return run;
      });
    }
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

  it('share the work: payments follow the current one, short workflows end where they began', async () => {
    await startRelease('1');
    await makeCurrent('1');
    const payment = await client.workflow.start('paymentInstruction', {
      workflowId: 'pay/held',
      taskQueue: QUEUES.payments,
      args: [{ instructionId: 'instr_1', partnerName: 'north', releaseAtMs: Date.now() + HOUR_MS }],
    });
    const sandbox = await client.workflow.start('sandboxScenario', {
      workflowId: 'sandbox/slow',
      taskQueue: QUEUES.sandbox,
      args: [{ instructionId: 'instr_1', scenario: 'settles', stepDelayMs: HOUR_MS }],
    });
    for (const handle of [payment, sandbox]) {
      await eventually(
        () => builds(handle),
        (made) => made.includes('1'),
        'the first task',
      );
    }

    await startRelease('2');
    await makeCurrent('2');
    // A signal that nobody handles changes nothing and is a task all the same.
    for (const handle of [payment, sandbox]) {
      const before = (await builds(handle)).length;
      await handle.signal('nudge');
      await eventually(
        () => builds(handle),
        (made) => made.length > before,
        'another task',
      );
    }
    expect((await builds(payment)).at(-1)).toBe('2');
    expect(new Set(await builds(sandbox))).toEqual(new Set(['1']));
  });
});
