import {
  Client,
  Connection,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
  type WorkflowClientInterceptor,
} from '@temporalio/client';
import {
  cancellationRequested,
  reportsRecorded,
  subscriptionChanged,
  workflowIds,
  type CancellationNotice,
  type PaymentRecallInput,
  type PaymentStopInput,
  type ReportNotice,
  type SandboxInput,
} from '../contract';
import { connectionOptions, documentsNamespaceOf, type TemporalTarget } from './connection';
import { startDelivery, wakeSender, type DeliveryStart, type SenderStart } from './deliveries';
import {
  recallPayment,
  resumePayment,
  startPayment,
  stopPayment,
  submitPayment,
  type PaymentStart,
  type Resumption,
  type Submitted,
} from './payments';
import { answersForHistories } from './probe';
import { hasSandbox, sandboxScenarioOf, startSandbox } from './sandbox';
import { CALL_MS, callUnlessEnded, type StartOptions } from './start';

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
  /** Tells the sender of a subscription that it has deliveries, or has changed; the sender begins where it does not run. */
  wakeSender(start: SenderStart, options?: { isChanged?: boolean }): Promise<void>;
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

class TemporalWorkflowClient implements WorkflowClient {
  constructor(
    private readonly connection: Connection,
    readonly client: Client,
    readonly documents: Client,
  ) {}

  submitPayment(start: PaymentStart, budgetMs: number): Promise<Submitted> {
    return submitPayment(this.client, start, budgetMs);
  }

  startPayment(start: PaymentStart): Promise<void> {
    return startPayment(this.client, start);
  }

  resumePayment(start: PaymentStart, resumption: Resumption): Promise<void> {
    return resumePayment(this.client, start, resumption);
  }

  stopPayment(input: PaymentStopInput): Promise<void> {
    return stopPayment(this.client, input);
  }

  recallPayment(input: PaymentRecallInput): Promise<void> {
    return recallPayment(this.client, input);
  }

  startDelivery(start: DeliveryStart, options?: StartOptions): Promise<void> {
    return startDelivery(this.client, start, options);
  }

  wakeSender(start: SenderStart, options?: { isChanged?: boolean }): Promise<void> {
    return wakeSender(this.client, start, options);
  }

  async runDelivery(start: DeliveryStart, budgetMs: number): Promise<void> {
    await this.startDelivery(start);
    const handle = this.client.workflow.getHandle(workflowIds.delivery(start.deliveryId));
    await this.client.withDeadline(Date.now() + budgetMs, () => handle.result());
  }

  isReachable(): Promise<boolean> {
    return answersForHistories(this.client, PROBE_MS);
  }

  startSandbox(input: SandboxInput, part?: 'payment' | 'return'): Promise<void> {
    return startSandbox(this.client, input, part);
  }

  hasSandbox(instructionId: string): Promise<boolean> {
    return hasSandbox(this.client, instructionId);
  }

  sandboxScenarioOf(instructionId: string): Promise<string | null> {
    return sandboxScenarioOf(this.client, instructionId);
  }

  signalReports(instructionId: string, notices: ReportNotice[]): Promise<boolean> {
    const handle = this.client.workflow.getHandle(workflowIds.payment(instructionId));
    return callUnlessEnded(this.client, () => handle.signal(reportsRecorded, notices));
  }

  signalCancellation(instructionId: string, notice: CancellationNotice): Promise<boolean> {
    const handle = this.client.workflow.getHandle(workflowIds.payment(instructionId));
    return callUnlessEnded(this.client, () => handle.signal(cancellationRequested, notice));
  }

  signalSubscriptionChanged(deliveryId: string): Promise<boolean> {
    const handle = this.client.workflow.getHandle(workflowIds.delivery(deliveryId));
    return callUnlessEnded(this.client, () => handle.signal(subscriptionChanged));
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
