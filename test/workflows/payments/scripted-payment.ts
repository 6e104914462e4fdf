import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Context } from '@temporalio/activity';
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
import { closeAtEnd } from '../../support/closing';
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

/** A payment that runs by its script: what was asked of its partner and database, and when, in milliseconds from its start. */
interface Scripted {
  script: Script;
  sends: SendOutcome[];
  inquiries: InquiryOutcome[];
  silences: SilenceOutcome[];
  log: [what: string, atMs: number][];
  startMs: number;
}

/** Runs payments against scripted partners, all on one worker. */
export class ScriptedPayments {
  private readonly taskQueue = randomUUID();
  /** By id of their workflow. */
  private readonly scripted = new Map<string, Scripted>();

  private constructor(private readonly environment: TestWorkflowEnvironment) {}

  /** Starts the worker, which ends after the tests of the file. */
  static async start(environment: TestWorkflowEnvironment): Promise<ScriptedPayments> {
    const payments = new ScriptedPayments(environment);
    const worker = await Worker.create({
      connection: environment.nativeConnection,
      taskQueue: payments.taskQueue,
      workflowBundle: workflowBundle(),
      activities: payments.activities(),
    });
    const run = worker.run();
    closeAtEnd(() => {
      worker.shutdown();
      return run;
    });
    return payments;
  }

  /** Notes what the workflow of a payment asks for. */
  private async note(what: string): Promise<Scripted> {
    const { workflowId = '' } = Context.current().info.workflowExecution ?? {};
    const payment = this.scripted.get(workflowId);
    if (payment === undefined) throw new Error(`${workflowId} has no script`);
    payment.log.push([what, (await this.environment.currentTimeMs()) - payment.startMs]);
    return payment;
  }

  private activities(): PaymentActivities {
    return {
      sendInstruction: async () => (await this.note('send')).sends.shift() ?? MOVED('failed', 50),
      inquireInstruction: async () => (await this.note('inquire')).inquiries.shift() ?? MOVED('failed', 99),
      noteWaiting: async (_id, reason) => {
        const { script } = await this.note(`wait ${reason}`);
        return { status: script.waitsAs ?? 'pending', version: 1 };
      },
      checkSilence: async () => {
        const { silences } = await this.note('silence');
        return silences.shift() ?? { moved: { status: 'failed', version: 99 }, nextCheckMs: HOUR_MS };
      },
      flagWaitingReports: async () => {
        await this.note('flag');
        return 1;
      },
      askCancellation: async () => {
        const { script } = await this.note('cancel');
        await script.untilAnswered?.();
        if (script.cancelFails === true) throw new Error('no answer');
      },
      askRecall: async () => void (await this.note('recall')),
      flagUnanswered: async (_id, kind) => void (await this.note(kind)),
    };
  }

  private async begin(workflowId: string, input: PaymentInput, isUrged = false): Promise<string> {
    const { workflow } = this.environment.client;
    const options = { taskQueue: this.taskQueue, workflowId, args: [input] as [PaymentInput] };
    if (!isUrged)
      return (await workflow.start<typeof paymentInstruction>('paymentInstruction', options)).firstExecutionRunId;
    const urged = { ...options, signal: reportsRecorded, signalArgs: [[URGED]] as [ReportNotice[]] };
    return (await workflow.signalWithStart<typeof paymentInstruction, [ReportNotice[]]>('paymentInstruction', urged))
      .signaledRunId;
  }

  /** Runs a payment to its end. */
  async run(script: Script) {
    const { workflow } = this.environment.client;
    const workflowId = randomUUID();
    const startMs = await this.environment.currentTimeMs();
    const log: Scripted['log'] = [];
    const { sends = [MOVED('submitted', 1)], inquiries = [], onSilence = [] } = script;
    this.scripted.set(workflowId, {
      ...{ script, log, startMs },
      ...{ sends: [...sends], inquiries: [...inquiries], silences: [...onSilence] },
    });
    const input: PaymentInput = {
      ...{ instructionId: 'instr_1', partnerName: 'north' },
      releaseAtMs: script.releaseInMs === undefined ? null : startMs + script.releaseInMs,
      ...(script.historyLimit === undefined ? {} : { historyLimit: script.historyLimit }),
    };
    const firstRunId = await this.begin(workflowId, input, script.isUrged);
    const handle = workflow.getHandle<typeof paymentInstruction>(workflowId);
    if (script.cancel === true) await handle.signal(cancellationRequested, { status: 'submitted', version: 2 });
    const signal = (notice: ReportNotice) => handle.signal(reportsRecorded, [notice]);
    await script.meanwhile?.({ signal, handle });
    const { status } = await handle.result();
    const isRenewed = (await handle.describe()).runId !== firstRunId;
    const timers = await timerSeconds(workflow.getHandle(workflowId, firstRunId));
    return { status, log, isRenewed, done: log.map(([what]) => what), timers };
  }
}
