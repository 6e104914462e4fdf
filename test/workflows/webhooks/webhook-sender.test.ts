import { randomUUID } from 'node:crypto';
import { activityInfo } from '@temporalio/activity';
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import type { BatchOutcome } from '../../../activities/webhooks/attempts';
import { deliveriesMade } from '../../../workflows/contract';
import { describeWithTimers, startTimeSkipping, timerSeconds, workflowBundle } from '../../support/time-skipping';

const OVER: NonNullable<BatchOutcome['rest']> = { left: 0, isClock: false, isEnabled: true };
const SENT = { attempts: { dlv_1: '200' }, meanMs: 20 };

type Batch = (releaseAfter: string | null) => BatchOutcome | Promise<BatchOutcome>;

describeWithTimers('the sender of a subscription', () => {
  let environment: TestWorkflowEnvironment;

  beforeAll(async () => {
    environment = await startTimeSkipping();
  });

  /** Runs a sender whose batches end so. @returns the number of the try of each batch, and the pauses in seconds */
  async function send(
    nextBatch: () => Batch | undefined,
    drive: (handle: WorkflowHandle) => Promise<void>,
    releaseAfter: string | null = null,
  ) {
    const taskQueue = randomUUID();
    const tries: number[] = [];
    const worker = await Worker.create({
      connection: environment.nativeConnection,
      taskQueue,
      workflowBundle: workflowBundle(),
      activities: {
        async sendFirsts(_webhookId: string, after: string | null): Promise<BatchOutcome> {
          tries.push(activityInfo().attempt);
          return (await nextBatch()?.(after)) ?? { ...SENT, rest: OVER };
        },
      },
    });
    return worker.runUntil(async () => {
      const args = [{ webhookId: 'wh_1', releaseAfter }];
      const handle = await environment.client.workflow.start('webhookSender', {
        ...{ taskQueue, workflowId: randomUUID(), args },
      });
      await drive(handle);
      await handle.result();
      return { tries, pauses: await timerSeconds(handle) };
    });
  }

  it('sends what a batch has left that could make nothing, beside another one that waits for its receiver', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<BatchOutcome>((resolve) => (answer = () => resolve({ ...SENT, rest: OVER })));
    const batches: Batch[] = [
      () => answered,
      () => ({ attempts: {}, meanMs: 0, rest: { left: 1, isClock: false, isEnabled: true, nextAtMs: 1 } }),
      () => (answer(), answered),
    ];
    const { tries } = await send(
      () => batches.shift(),
      async (handle) => {
        while (batches.length === 3) await new Promise((resolve) => setImmediate(resolve));
        await handle.signal(deliveriesMade);
      },
    );
    // Nothing had to wait for a second try of the first batch.
    expect(tries).toEqual([1, 1, 1]);
  });

  /** Source: docs/GAPS.md#W5 */
  it('releases what a change concerns a second apart, also where each part fills a batch', async () => {
    const released: string[] = [];
    const next = new Map([
      ['', 'dlv_1'],
      ['dlv_1', 'dlv_2'],
    ]);
    const batch: Batch = (after) => {
      if (after !== null) released.push(after);
      const releasedTo = next.get(after ?? 'none');
      return { ...SENT, ...(releasedTo === undefined ? { rest: OVER } : { releasedTo }) };
    };
    const { pauses } = await send(
      () => batch,
      () => Promise.resolve(),
      '',
    );
    expect(released).toEqual(['', 'dlv_1', 'dlv_2']);
    expect(pauses.filter((seconds) => seconds === 1)).toEqual([1, 1]);
  });
});
