import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import type { InquiryOutcome, SilenceOutcome } from '../../../activities/payments/payment-questions';
import type { PaymentActivities } from '../../../activities/payments/payments';
import type { SendOutcome } from '../../../activities/payments/send-outcome';
import type { PaymentStatus } from '../../../domain/payments/instruction/status';
import {
  cancellationRequested,
  reportsRecorded,
  type PaymentInput,
  type ReportNotice,
} from '../../../workflows/contract';
import type { paymentInstruction } from '../../../workflows/payments/payment-instruction';
import { timerSeconds, workflowBundle } from '../../support/time-skipping';

const HOUR_MS = 3_600_000;

export const MOVED = (status: PaymentStatus, version: number) => ({
  kind: 'moved' as const,
  moved: { status, version },
});

/** A wish that it be tried at once, of a status that the workflow does not know yet. */
const URGED: ReportNotice = {
  reportId: null,
  status: 'submitted',
  disposition: 'reconciled',
  version: 0,
  retry: true,
};

/** What the partner and the database answer, in turn; and what happens meanwhile. */
export interface Script {
  sends?: SendOutcome[];
  inquiries?: InquiryOutcome[];
  onSilence?: SilenceOutcome[];
  /** Status that the database has when a wait is noted. */
  waitsAs?: 'pending' | 'submitted';
  /** Whether its start brings the word that it is to be tried at once. */
  isUrged?: boolean;
  releaseInMs?: number;
  historyLimit?: number;
  cancel?: boolean;
  cancelFails?: boolean;
  /** Awaited before each question to cancel is answered. */
  untilAnswered?: () => Promise<void>;
  meanwhile?: (payment: {
    signal: (notice: ReportNotice) => Promise<void>;
    handle: WorkflowHandle<typeof paymentInstruction>;
  }) => Promise<unknown>;
}

/** Runs a payment against a scripted partner and tells what was asked of it, and when, in milliseconds from the start. */
export async function runPayment(environment: TestWorkflowEnvironment, parts: Script) {
  const taskQueue = randomUUID();
  const startMs = await environment.currentTimeMs();
  const log: [string, number][] = [];
  const note = async (what: string): Promise<void> => {
    log.push([what, (await environment.currentTimeMs()) - startMs]);
  };
  const sends = [...(parts.sends ?? [MOVED('submitted', 1)])];
  const inquiries = [...(parts.inquiries ?? [])];
  const silences = [...(parts.onSilence ?? [])];
  const activities: PaymentActivities = {
    async sendInstruction() {
      await note('send');
      return sends.shift() ?? MOVED('failed', 50);
    },
    async inquireInstruction() {
      await note('inquire');
      return inquiries.shift() ?? MOVED('failed', 99);
    },
    async noteWaiting(_id, reason) {
      await note(`wait ${reason}`);
      return { status: parts.waitsAs ?? 'pending', version: 1 };
    },
    async checkSilence() {
      await note('silence');
      return silences.shift() ?? { moved: { status: 'failed', version: 99 }, nextCheckMs: HOUR_MS };
    },
    async flagWaitingReports() {
      await note('flag');
      return 1;
    },
    async askCancellation() {
      await note('cancel');
      await parts.untilAnswered?.();
      if (parts.cancelFails === true) throw new Error('no answer');
    },
    askRecall: () => note('recall'),
    flagUnanswered: (_id, kind) => note(kind),
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
    ...(parts.historyLimit === undefined ? {} : { historyLimit: parts.historyLimit }),
  };
  return worker.runUntil(async () => {
    const workflowId = randomUUID();
    const { workflow } = environment.client;
    const options = { taskQueue, workflowId };
    const firstRunId =
      parts.isUrged === true
        ? (
            await workflow.signalWithStart<typeof paymentInstruction, [ReportNotice[]]>('paymentInstruction', {
              ...options,
              args: [input],
              signal: reportsRecorded,
              signalArgs: [[URGED]],
            })
          ).signaledRunId
        : (await workflow.start<typeof paymentInstruction>('paymentInstruction', { ...options, args: [input] }))
            .firstExecutionRunId;
    const handle = workflow.getHandle<typeof paymentInstruction>(workflowId);
    if (parts.cancel === true) await handle.signal(cancellationRequested, { status: 'submitted', version: 2 });
    const signal = (notice: ReportNotice) => handle.signal(reportsRecorded, [notice]);
    await parts.meanwhile?.({ signal, handle });
    const { status } = await environment.client.workflow.getHandle<typeof paymentInstruction>(workflowId).result();
    const first = environment.client.workflow.getHandle(workflowId, firstRunId);
    const { runId } = await environment.client.workflow.getHandle(workflowId).describe();
    const isRenewed = runId !== firstRunId;
    return { status, log, isRenewed, done: log.map(([what]) => what), timers: await timerSeconds(first) };
  });
}
