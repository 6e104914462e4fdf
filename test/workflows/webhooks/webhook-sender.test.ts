import { randomUUID } from 'node:crypto';
import { activityInfo } from '@temporalio/activity';
import { Worker } from '@temporalio/worker';
import type { BatchOutcome } from '../../../activities/webhooks/attempts';
import { deliveriesMade } from '../../../workflows/contract';
import { describeWithTimers, startTimeSkipping, workflowBundle } from '../../support/time-skipping';

const OVER: NonNullable<BatchOutcome['rest']> = { left: 0, isClock: false, isEnabled: true };

describeWithTimers('the sender of a subscription', () => {
  it('sends what a batch has left that could make nothing, beside another one that waits for its receiver', async () => {
    const environment = await startTimeSkipping();
    const taskQueue = randomUUID();
    let answer = (): void => undefined;
    const answered = new Promise<BatchOutcome>((resolve) => {
      answer = () => resolve({ attempts: { dlv_1: '200' }, meanMs: 20, rest: OVER });
    });
    const batches = [
      () => answered,
      () => Promise.resolve({ attempts: {}, meanMs: 0, rest: { ...OVER, left: 1, nextAtMs: 1 } }),
      () => {
        answer();
        return Promise.resolve({ attempts: { dlv_2: '200' }, meanMs: 20, rest: OVER });
      },
    ];
    const tries: number[] = [];
    const sendFirsts = (): Promise<BatchOutcome> => {
      tries.push(activityInfo().attempt);
      return batches.shift()?.() ?? answered;
    };
    const worker = await Worker.create({
      connection: environment.nativeConnection,
      taskQueue,
      workflowBundle: workflowBundle(),
      activities: { sendFirsts },
    });
    await worker.runUntil(() =>
      environment.client.workflow
        .signalWithStart('webhookSender', {
          ...{ taskQueue, workflowId: randomUUID(), args: [{ webhookId: 'wh_1' }] },
          ...{ signal: deliveriesMade, signalArgs: [] },
        })
        .then(async (handle) => {
          while (batches.length === 3) await new Promise((resolve) => setImmediate(resolve));
          await handle.signal(deliveriesMade);
          await handle.result();
        }),
    );
    // Nothing had to wait for a second try of the first batch.
    expect(tries).toEqual([1, 1, 1]);
  });
});
