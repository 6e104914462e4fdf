import { randomUUID } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import type { InquiryOutcome, PaymentActivities, SendOutcome } from '../../activities/payments';
import { cancellationRequested, reportsRecorded, type PaymentInput, type ReportNotice } from '../../workflows/contract';
import { describeWithTimers, startTimeSkipping, timerSeconds, workflowBundle } from '../support/time-skipping';

const HOUR_SECONDS = 3_600;
const HOUR_MS = HOUR_SECONDS * 1_000;

describeWithTimers('the waits of a payment', () => {
  let environment: TestWorkflowEnvironment;

  beforeAll(async () => {
    environment = await startTimeSkipping();
  });

  afterAll(() => environment.teardown());

  /** Runs a payment against a scripted partner and tells what was asked of it, and when, in milliseconds from the start. */
  async function run(parts: {
    sends?: SendOutcome[];
    inquiries?: InquiryOutcome[];
    onSilence?: InquiryOutcome[];
    releaseInMs?: number;
    cancel?: boolean;
    cancelFails?: boolean;
    act?: (signal: (notice: ReportNotice) => Promise<void>) => Promise<void>;
  }) {
    const taskQueue = randomUUID();
    const startMs = await environment.currentTimeMs();
    const log: [string, number][] = [];
    const note = async (what: string): Promise<void> => {
      log.push([what, (await environment.currentTimeMs()) - startMs]);
    };
    const sends = [
      ...(parts.sends ?? [{ kind: 'moved' as const, moved: { status: 'submitted' as const, version: 1 } }]),
    ];
    const inquiries = [...(parts.inquiries ?? [])];
    const silences = [...(parts.onSilence ?? [])];
    const ended: InquiryOutcome = { kind: 'known', moved: { status: 'failed', version: 99 } };
    const activities: PaymentActivities = {
      async sendInstruction() {
        await note('send');
        return sends.shift() ?? { kind: 'moved', moved: { status: 'failed', version: 50 } };
      },
      async inquireInstruction() {
        await note('inquire');
        return inquiries.shift() ?? ended;
      },
      async noteWaiting(_id, reason) {
        await note(`wait ${reason}`);
        return { status: 'pending', version: 1 };
      },
      async flagSilence() {
        await note('silence');
        return silences.shift() ?? ended;
      },
      async flagWaitingReports() {
        await note('flag');
        return 1;
      },
      async askCancellation() {
        await note('cancel');
        if (parts.cancelFails === true) throw new Error('no answer');
      },
    };
    const worker = await Worker.create({
      connection: environment.nativeConnection,
      taskQueue,
      workflowBundle: workflowBundle(),
      activities,
    });
    const input: PaymentInput = {
      instructionId: 'instr_1',
      partnerName: 'north',
      releaseAtMs: parts.releaseInMs === undefined ? null : startMs + parts.releaseInMs,
    };
    return worker.runUntil(async () => {
      const handle = await environment.client.workflow.start('paymentInstruction', {
        taskQueue,
        workflowId: randomUUID(),
        args: [input],
      });
      if (parts.cancel === true) await handle.signal(cancellationRequested, { status: 'submitted', version: 2 });
      await parts.act?.((notice) => handle.signal(reportsRecorded, [notice]));
      const { status } = (await handle.result()) as { status: string };
      return { status, log, timers: await timerSeconds(handle) };
    });
  }

  it('asks about an ambiguous dispatch after 5, 15 and 60 s, then ever more rarely up to 15 min', async () => {
    const silent: InquiryOutcome = { kind: 'no_answer' };
    const inquiries = Array.from({ length: 8 }, () => silent);
    const { log, timers } = await run({ sends: [{ kind: 'ambiguous' }], inquiries });
    expect(timers).toEqual([5, 15, 60, 120, 240, 480, 900, 900, 900]);
    expect(log.filter(([what]) => what === 'inquire')).toHaveLength(9);
    expect(log.filter(([what]) => what === 'send')).toHaveLength(1);
  });

  it('sends the same attempt again only when the partner never received it', async () => {
    const { log, status } = await run({
      sends: [{ kind: 'ambiguous' }, { kind: 'moved', moved: { status: 'failed', version: 2 } }],
      inquiries: [{ kind: 'never_received' }],
    });
    expect(log.map(([what]) => what)).toEqual(['send', 'inquire', 'wait partner_outage', 'send']);
    expect(status).toBe('failed');
  });

  it('holds until the value date', async () => {
    const { log } = await run({
      releaseInMs: 48 * HOUR_MS,
      sends: [{ kind: 'moved', moved: { status: 'failed', version: 2 } }],
    });
    expect(log.map(([what]) => what)).toEqual(['wait value_date', 'send']);
    expect(log[1]?.[1]).toBeGreaterThanOrEqual(48 * HOUR_MS);
    expect(log[1]?.[1]).toBeLessThan(49 * HOUR_MS);
  });

  it('flags a silence of hours and never fails the payment for it', async () => {
    const { log, timers } = await run({ onSilence: [{ kind: 'known', moved: { status: 'settled', version: 9 } }] });
    expect(log.map(([what]) => what)).toEqual(['send', 'silence']);
    expect(timers).toEqual([4 * HOUR_SECONDS]);
  });

  it('flags a report that waited a day for the step before it', async () => {
    const silent: InquiryOutcome = { kind: 'no_answer' };
    const { log } = await run({
      onSilence: Array.from({ length: 5 }, () => silent),
      act: (signal) => signal({ reportId: 'rep_1', status: 'submitted', disposition: 'waiting', version: 2 }),
    });
    const flaggedAt = log.find(([what]) => what === 'flag')?.[1] ?? 0;
    expect(flaggedAt).toBeGreaterThanOrEqual(24 * HOUR_MS);
    expect(flaggedAt).toBeLessThan(25 * HOUR_MS);
  });

  it('asks the partner to cancel while a dispatch is ambiguous, and sends nothing again', async () => {
    const { log, status } = await run({
      sends: [{ kind: 'ambiguous' }, { kind: 'moved', moved: { status: 'cancelled', version: 5 } }],
      inquiries: [{ kind: 'never_received' }],
      cancel: true,
    });
    const done = log.map(([what]) => what);
    // The partner is asked to cancel beside the inquiry: which of the two reaches it first is not said.
    expect(new Set(done.slice(1, 3))).toEqual(new Set(['cancel', 'inquire']));
    expect([done[0], ...done.slice(3)]).toEqual(['send', 'wait partner_outage', 'send']);
    expect(status).toBe('cancelled');
  });

  it('ends with its outcome although the partner never answers a cancellation', async () => {
    const { status } = await run({
      cancel: true,
      cancelFails: true,
      act: (signal) => signal({ reportId: 'rep_1', status: 'settled', disposition: 'applied', version: 9 }),
    });
    expect(status).toBe('settled');
  });

  it('is not moved back by a notice that arrives late', async () => {
    const { status } = await run({
      act: async (signal) => {
        await signal({ reportId: 'rep_2', status: 'processing', disposition: 'applied', version: 5 });
        await signal({ reportId: 'rep_1', status: 'accepted', disposition: 'applied', version: 4 });
        await signal({ reportId: 'rep_3', status: 'settled', disposition: 'applied', version: 6 });
      },
    });
    expect(status).toBe('settled');
  });
});
