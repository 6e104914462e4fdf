import {
  Client,
  Connection,
  defaultGrpcRetryOptions,
  isGrpcServiceError,
  type ConnectionLike,
  makeGrpcRetryInterceptor,
  WithStartWorkflowOperation,
  type WorkflowClientInterceptor,
  WorkflowNotFoundError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import {
  cancellationRequested,
  QUEUES,
  reportsRecorded,
  SEARCH_ATTRIBUTES,
  submission,
  workflowIds,
  type CancellationNotice,
  type PaymentRecallInput,
  type PaymentStopInput,
  type ReportNotice,
  type SandboxInput,
} from '../contract';
import { connectionOptions, documentsNamespaceOf, type TemporalTarget } from './connection';
import {
  startBurst,
  startDelivery,
  tellDelivery,
  type BurstStart,
  type DeliveryStart,
  type DeliveryStarter,
} from './deliveries';
import { answersForHistories } from './probe';
import { CALL_MS, startOnce, type StartOptions } from './start';
import type { PaymentStatus } from '../../domain/payments/status';
import type { paymentInstruction } from '../payment-instruction';
import type { paymentRecall } from '../payment-recall';
import type { paymentStop } from '../payment-stop';
import type { sandboxScenario } from '../sandbox-scenario';

/** Facts with which a payment's workflow begins. */
export interface PaymentStart {
  instructionId: string;
  accountId: string;
  currency: string;
  partnerName: string;
  releaseAt: Date | null;
}

/** What is told to a payment's workflow. */
export type PaymentWord =
  { signal: 'reports'; notices: ReportNotice[] } | { signal: 'cancellation'; notice: CancellationNotice };

/** How a payment's workflow begins again. */
export interface Resumption {
  /** Whether a person has decided that it goes on although its last run has come to its end. */
  isDecided: boolean;
  /** What it is told at once, or null; a run that is there after all is told it, too. */
  word: PaymentWord | null;
}

/** Outcome of a submission within the request's budget. */
export type Submitted =
  { kind: 'known'; status: PaymentStatus; isRerouted: boolean } | { kind: 'slow' } | { kind: 'unavailable' };

/**
 * The one door to Temporal, used by the API and the relay. Every call has a deadline; a call that ran out of time may
 * have arrived, so everything is named by an id of ours and can be repeated.
 */
export interface WorkflowClient {
  /** Starts the payment's workflow and waits for the partner's word, at most `budgetMs`. */
  submitPayment(start: PaymentStart, budgetMs: number): Promise<Submitted>;
  /** Starts a payment's workflow that had no run before. */
  startPayment(start: PaymentStart): Promise<void>;
  /** Starts a payment's workflow after a run that was terminated or failed. */
  resumePayment(start: PaymentStart, resumption: Resumption): Promise<void>;
  /** Lets the partner of a payment that has ended here be asked to stop working on it. */
  stopPayment(start: PaymentStopInput): Promise<void>;
  /** Has the partner asked to give settled money back; once. */
  recallPayment(start: PaymentRecallInput): Promise<void>;
  /** @returns false when the workflow has ended: the database has everything */
  signalReports(instructionId: string, notices: ReportNotice[]): Promise<boolean>;
  signalCancellation(instructionId: string, notice: CancellationNotice): Promise<boolean>;
  startDelivery(start: DeliveryStart, options?: StartOptions): Promise<void>;
  startBurst(start: BurstStart): Promise<void>;
  /** Runs a delivery and waits until it has ended, at most `budgetMs`. */
  runDelivery(start: DeliveryStart, budgetMs: number): Promise<void>;
  /** @returns whether Temporal answers, within two seconds */
  isReachable(): Promise<boolean>;
  signalSubscriptionChanged(deliveryId: string): Promise<boolean>;
  /** @param part what the partner does first, or what it does when it is asked for the money back */
  startSandbox(input: SandboxInput, part?: 'payment' | 'return'): Promise<void>;
  hasSandbox(instructionId: string): Promise<boolean>;
  /** @returns what the sandbox does with a payment; null where it has none, or Temporal keeps it no more */
  sandboxScenarioOf(instructionId: string): Promise<string | null>;
  /**
   * The same Temporal for a process that works on the deliveries which it starts: their first tasks need no trip through
   * a task queue. Not for workers that are versioned, since the server may mean the task for another release.
   * @param connection that of the workers
   */
  besideWorkers(connection: ConnectionLike): WorkflowClient;
  readonly client: Client;
  /** The same in the namespace of the workflows of documents. */
  readonly documents: Client;
  close(): Promise<void>;
}

/** A health check has no longer. */
const PROBE_MS = 2_000;

/**
 * A server that is away is asked again for about half a second: long enough for a restart of its proxy, short enough
 * that a client gets its honest `pending` soon. The relay goes on trying at its own pace.
 */
const UNAVAILABLE_ATTEMPTS = 3;

function isUnavailable(fault: unknown): boolean {
  if (fault instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return false;
  const cause = isGrpcServiceError(fault) ? fault : fault instanceof Error ? fault.cause : undefined;
  return isGrpcServiceError(cause);
}

class TemporalWorkflowClient implements WorkflowClient {
  constructor(
    private readonly connection: Connection,
    readonly client: Client,
    readonly documents: Client,
    private readonly deliveries: DeliveryStarter = { client, isBesideWorkers: false },
  ) {}

  besideWorkers(connection: ConnectionLike): WorkflowClient {
    const { namespace, identity, interceptors } = this.client.options;
    const client = new Client({ connection, namespace, identity, interceptors });
    return new TemporalWorkflowClient(this.connection, this.client, this.documents, { client, isBesideWorkers: true });
  }

  private call<Result>(work: () => Promise<Result>, budgetMs: number = CALL_MS): Promise<Result> {
    return this.client.withDeadline(Date.now() + budgetMs, work);
  }

  private paymentOptions(start: PaymentStart) {
    const { instructionId, currency, partnerName } = start;
    return {
      workflowId: workflowIds.payment(instructionId),
      taskQueue: QUEUES.payments,
      // After an earlier run of whatever end, one begins by `resumePayment` alone, which looks at that end first.
      workflowIdReusePolicy: 'REJECT_DUPLICATE' as const,
      args: [{ instructionId, partnerName, releaseAtMs: start.releaseAt?.getTime() ?? null }] as Parameters<
        typeof paymentInstruction
      >,
      staticSummary: `Payment in ${currency} through ${partnerName}`,
      staticDetails: `Instruction ${instructionId} of account ${start.accountId}.`,
      typedSearchAttributes: [
        { key: SEARCH_ATTRIBUTES.status, value: start.releaseAt === null ? 'submitted' : 'pending' },
        { key: SEARCH_ATTRIBUTES.partner, value: partnerName },
        { key: SEARCH_ATTRIBUTES.currency, value: currency },
        { key: SEARCH_ATTRIBUTES.account, value: start.accountId },
      ],
    };
  }

  async submitPayment(start: PaymentStart, budgetMs: number): Promise<Submitted> {
    const startWorkflowOperation = new WithStartWorkflowOperation<typeof paymentInstruction>('paymentInstruction', {
      ...this.paymentOptions(start),
      workflowIdConflictPolicy: 'USE_EXISTING',
    });
    try {
      const outcome = await this.call(
        () => this.client.workflow.executeUpdateWithStart(submission, { startWorkflowOperation }),
        budgetMs,
      );
      return { kind: 'known', status: outcome.status, isRerouted: outcome.rerouted === true };
    } catch (fault) {
      return { kind: isUnavailable(fault) ? 'unavailable' : 'slow' };
    }
  }

  async startPayment(start: PaymentStart): Promise<void> {
    await startOnce(this.client, () =>
      this.client.workflow.start<typeof paymentInstruction>('paymentInstruction', {
        ...this.paymentOptions(start),
        workflowIdConflictPolicy: 'FAIL',
      }),
    );
  }

  async resumePayment(start: PaymentStart, { isDecided, word }: Resumption): Promise<void> {
    const options = {
      ...this.paymentOptions(start),
      // The server sees to it that a run which has come to its end meanwhile is not begun anew.
      workflowIdReusePolicy: isDecided ? ('ALLOW_DUPLICATE' as const) : ('ALLOW_DUPLICATE_FAILED_ONLY' as const),
    };
    const { workflow } = this.client;
    await startOnce(this.client, async () => {
      if (word === null) {
        const conflict = { workflowIdConflictPolicy: 'FAIL' as const };
        return workflow.start<typeof paymentInstruction>('paymentInstruction', { ...options, ...conflict });
      }
      if (word.signal === 'reports') {
        const signal = { signal: reportsRecorded, signalArgs: [word.notices] as [ReportNotice[]] };
        return workflow.signalWithStart<typeof paymentInstruction, [ReportNotice[]]>('paymentInstruction', {
          ...options,
          ...signal,
        });
      }
      const signal = { signal: cancellationRequested, signalArgs: [word.notice] as [CancellationNotice] };
      return workflow.signalWithStart<typeof paymentInstruction, [CancellationNotice]>('paymentInstruction', {
        ...options,
        ...signal,
      });
    });
  }

  async stopPayment(input: PaymentStopInput): Promise<void> {
    await startOnce(this.client, () =>
      this.client.workflow.start<typeof paymentStop>('paymentStop', {
        workflowId: workflowIds.paymentStop(input.instructionId, input.partnerId),
        taskQueue: QUEUES.payments,
        // The partner may say so again after it was asked: then it is asked again.
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        workflowIdConflictPolicy: 'FAIL',
        args: [input],
        staticSummary: `Ask ${input.partnerName} to stop a payment that has ended or gone over to another`,
      }),
    );
  }

  async recallPayment(input: PaymentRecallInput): Promise<void> {
    await startOnce(this.client, () =>
      this.client.workflow.start<typeof paymentRecall>('paymentRecall', {
        workflowId: workflowIds.paymentRecall(input.instructionId),
        taskQueue: QUEUES.payments,
        // A run that was terminated or failed is begun again; the partner knows the question by its key.
        workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
        workflowIdConflictPolicy: 'FAIL',
        args: [input],
        staticSummary: `Ask ${input.partnerName} to give settled money back`,
      }),
    );
  }

  startDelivery(start: DeliveryStart, options?: StartOptions): Promise<void> {
    return startDelivery(this.deliveries, start, options);
  }

  startBurst(start: BurstStart): Promise<void> {
    return startBurst(this.deliveries, start);
  }

  async runDelivery(start: DeliveryStart, budgetMs: number): Promise<void> {
    await this.startDelivery(start);
    const handle = this.client.workflow.getHandle(workflowIds.delivery(start.deliveryId));
    await this.call(() => handle.result(), budgetMs);
  }

  isReachable(): Promise<boolean> {
    return answersForHistories(this.client, PROBE_MS);
  }

  async startSandbox(input: SandboxInput, part: 'payment' | 'return' = 'payment'): Promise<void> {
    const { instructionId, scenario } = input;
    const idOf = part === 'payment' ? workflowIds.sandbox : workflowIds.sandboxReturn;
    await startOnce(this.client, () =>
      this.client.workflow.start<typeof sandboxScenario>('sandboxScenario', {
        workflowId: idOf(instructionId),
        taskQueue: QUEUES.sandbox,
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        workflowIdConflictPolicy: 'FAIL',
        args: [input],
        memo: { scenario },
        staticSummary: `Sandbox partner: ${scenario}`,
      }),
    );
  }

  async hasSandbox(instructionId: string): Promise<boolean> {
    const handle = this.client.workflow.getHandle(workflowIds.sandbox(instructionId));
    return this.unlessGone(() => handle.describe());
  }

  async sandboxScenarioOf(instructionId: string): Promise<string | null> {
    const handle = this.client.workflow.getHandle(workflowIds.sandbox(instructionId));
    let scenario: unknown = null;
    await this.unlessGone(async () => {
      scenario = (await handle.describe()).memo?.['scenario'];
    });
    return typeof scenario === 'string' ? scenario : null;
  }

  signalReports(instructionId: string, notices: ReportNotice[]): Promise<boolean> {
    const handle = this.client.workflow.getHandle(workflowIds.payment(instructionId));
    return this.unlessGone(() => handle.signal(reportsRecorded, notices));
  }

  signalCancellation(instructionId: string, notice: CancellationNotice): Promise<boolean> {
    const handle = this.client.workflow.getHandle(workflowIds.payment(instructionId));
    return this.unlessGone(() => handle.signal(cancellationRequested, notice));
  }

  signalSubscriptionChanged(deliveryId: string): Promise<boolean> {
    return this.unlessGone(() => tellDelivery(this.client, deliveryId));
  }

  private async unlessGone(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await this.call(work);
      return true;
    } catch (fault) {
      if (fault instanceof WorkflowNotFoundError) return false;
      throw fault;
    }
  }

  async close(): Promise<void> {
    await this.connection.close();
  }
}

/**
 * Connects lazily: a process starts, and reads go on, while Temporal is away.
 * @param workflow what every call passes through, such as tracing
 */
export function connectWorkflows(
  target: TemporalTarget,
  identity: string,
  workflow: WorkflowClientInterceptor[] = [],
): WorkflowClient {
  const retry = makeGrpcRetryInterceptor(defaultGrpcRetryOptions({ maxAttempts: UNAVAILABLE_ATTEMPTS }));
  const connection = Connection.lazy({
    ...connectionOptions(target),
    connectTimeout: CALL_MS,
    interceptors: [retry],
  });
  const options = { connection, identity, interceptors: { workflow } };
  const client = new Client({ ...options, namespace: target.namespace });
  return new TemporalWorkflowClient(
    connection,
    client,
    new Client({ ...options, namespace: documentsNamespaceOf(target) }),
  );
}
