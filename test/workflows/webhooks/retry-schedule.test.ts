import { randomUUID } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { subscriptionChanged, type DeliveryInput } from '../../../workflows/contract';
import type { DeliveryOutcome } from '../../../workflows/webhooks/webhook-delivery';
import type { AttemptOutcome } from '../../../activities/webhooks/attempts';
import { describeWithTimers, startTimeSkipping, timerSeconds, workflowBundle } from '../../support/time-skipping';

/** The schedule of the specification, in seconds, written out here on purpose. */
const SCHEDULE_SECONDS = [300, 1_800, 7_200, 21_600, 86_400];

type Status = 'delivered' | 'failed' | 'cancelled';

describeWithTimers('the retry schedule', () => {
  let environment: TestWorkflowEnvironment;

  beforeAll(async () => {
    environment = await startTimeSkipping();
  });

  /** Runs a delivery against a receiver that answers as scripted; tells when each attempt was made, in seconds. */
  async function deliver(
    script: Status[],
    options: { endedBeforeMs?: number; state?: 'waiting' | 'paused' | 'cancelled' } = {},
  ) {
    const taskQueue = randomUUID();
    const attemptsAt: number[] = [];
    const worker = await Worker.create({
      connection: environment.nativeConnection,
      taskQueue,
      workflowBundle: workflowBundle(),
      activities: {
        async attemptDelivery(_id: string, number: number): Promise<AttemptOutcome> {
          const nowMs = await environment.currentTimeMs();
          attemptsAt.push(nowMs);
          const status = script[number - 1] ?? 'failed';
          return status === 'failed'
            ? { status, endedAtMs: Math.floor(nowMs) - (options.endedBeforeMs ?? 0) }
            : { status };
        },
        settleDelivery: () => Promise.resolve(options.state ?? 'waiting'),
      },
    });
    const input: DeliveryInput = { deliveryId: 'dlv_1', attemptsMade: 0, once: false };
    return worker.runUntil(async () => {
      const handle = await environment.client.workflow.start('webhookDelivery', {
        taskQueue,
        workflowId: randomUUID(),
        args: [input],
      });
      if (options.state !== undefined) await handle.signal(subscriptionChanged);
      const outcome = (await handle.result()) as DeliveryOutcome;
      return { outcome, attemptsAt, attempts: attemptsAt.length, pauses: await timerSeconds(handle) };
    });
  }

  /**
   * Activities read the server's clock over the network and workflows have it from their events, each after a wait:
   * what both are part of is exact to some seconds only.
   */
  function expectAbout(timers: readonly number[], seconds: readonly number[]): void {
    expect(timers).toHaveLength(seconds.length);
    for (const [index, timer] of timers.entries()) {
      expect(Math.abs(timer - (seconds[index] ?? 0))).toBeLessThan(10);
    }
  }

  it('retries after 5 min, 30 min, 2 h, 6 h and 24 h, then fails for good', async () => {
    const { outcome, pauses, attempts, attemptsAt } = await deliver([]);
    expect(outcome).toEqual({ status: 'failed', attempts: 6 });
    expect(attempts).toBe(6);
    expectAbout(pauses, SCHEDULE_SECONDS);
    // The clock of the server runs on while it is asked for the time, so what is measured may be off by that.
    attemptsAt.slice(1).forEach((at, index) => {
      const measured = (at - (attemptsAt[index] ?? 0)) / 1000 - (SCHEDULE_SECONDS[index] ?? 0);
      expect(measured).toBeGreaterThan(-1);
      expect(measured).toBeLessThan(30);
    });
  });

  it.each([0, 1, 2, 3, 4, 5])('keeps the schedule for %i failures before a success', async (failures) => {
    const script: Status[] = [...Array.from({ length: failures }, () => 'failed' as const), 'delivered'];
    const { outcome, pauses } = await deliver(script);
    expect(outcome).toEqual({ status: 'delivered', attempts: failures + 1 });
    expectAbout(pauses, SCHEDULE_SECONDS.slice(0, failures));
  });

  it('counts from the end of the attempt, not from when the workflow hears of it', async () => {
    const { pauses } = await deliver(['failed', 'delivered'], { endedBeforeMs: 60_000 });
    expectAbout(pauses, [240]);
  });

  it('stops when the subscription is gone at an attempt', async () => {
    const { outcome, attempts } = await deliver(['failed', 'cancelled']);
    expect(outcome).toEqual({ status: 'cancelled', attempts: 1 });
    expect(attempts).toBe(2);
  });

  it('ends a waiting retry when it learns that nobody listens any more', async () => {
    const { outcome, attempts } = await deliver(['failed'], { state: 'cancelled' });
    expect(outcome.status).toBe('cancelled');
    expect(attempts).toBe(1);
  });

  it('goes on after the first attempt of its sender, when retry 1 is due', async () => {
    const taskQueue = randomUUID();
    const { nativeConnection: connection, client } = environment;
    const attempts: number[] = [];
    const activities = {
      attemptDelivery(_id: string, number: number): Promise<AttemptOutcome> {
        attempts.push(number);
        return Promise.resolve({ status: 'delivered' });
      },
    };
    const worker = await Worker.create({ connection, taskQueue, workflowBundle: workflowBundle(), activities });
    await worker.runUntil(async () => {
      const dueAtMs = Math.floor(await environment.currentTimeMs()) + 300_000;
      const input: DeliveryInput = { deliveryId: 'dlv_1', attemptsMade: 1, once: false, dueAtMs };
      const workflowId = randomUUID();
      const handle = await client.workflow.start('webhookDelivery', { taskQueue, workflowId, args: [input] });
      expect(await handle.result()).toEqual({ status: 'delivered', attempts: 2 });
      expectAbout(await timerSeconds(handle), [300]);
    });
    expect(attempts).toEqual([2]);
  });

  it('a change that alters nothing does not move the schedule', async () => {
    const { attemptsAt, attempts } = await deliver(['failed', 'delivered'], { state: 'waiting' });
    expect(attempts).toBe(2);
    const pause = ((attemptsAt[1] ?? 0) - (attemptsAt[0] ?? 0)) / 1000;
    expect(pause).toBeGreaterThan(299);
    expect(pause).toBeLessThan(330);
  });
});
