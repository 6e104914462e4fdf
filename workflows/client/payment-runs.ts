import { setTimeout as delay } from 'node:timers/promises';
import { isGrpcServiceError, WorkflowNotFoundError } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import type { temporal } from '@temporalio/proto';
import { paymentStatusOf, STATUS_RANK, type PaymentStatus } from '../../domain/payments/instruction/status';
import { isObject, memberOf } from '../../domain/unknown-value';
import type { DispatchProof } from '../../domain/payments/decisions/dispatch';
import { SEARCH_ATTRIBUTES, workflowIds } from '../contract';
import { CLIENTS } from './clients';
import { CALL_MS } from './start';
import { RESOURCE_EXHAUSTED, type WorkflowClient } from './workflow-client';

/** A list of a thousand takes a busy store seconds. */
const LIST_MS = 15_000;
/** As many as a page of Temporal's visibility store has at most. */
export const LIST_SIZE = 1_000;
const LIST_ATTEMPTS = 5;
/** Times the number of refusals so far. */
const REFUSED_MS = 1_000;

/** The last run of a payment's workflow, as Temporal has it. */
export interface PaymentRun {
  runId: string;
  /** As Temporal names it: `RUNNING`, `COMPLETED`, `TERMINATED` and so on. */
  state: string;
  /** Null while it runs. */
  endedAt: Date | null;
  /** Status and partner that its search attributes show; null where it has none. */
  shownStatus: PaymentStatus | null;
  partnerName: string | null;
}

function statusOf(value: unknown): PaymentStatus | null {
  return paymentStatusOf(value) ?? null;
}

/** The last run of a payment's workflow; null when Temporal has none, or has deleted it. */
export async function readLastRun(workflows: WorkflowClient, instructionId: string): Promise<PaymentRun | null> {
  const client = workflows[CLIENTS].main;
  const handle = client.workflow.getHandle(workflowIds.payment(instructionId));
  try {
    const run = await client.withDeadline(Date.now() + CALL_MS, () => handle.describe());
    const partner = run.typedSearchAttributes.get(SEARCH_ATTRIBUTES.partner);
    return {
      runId: run.runId,
      state: run.status.name,
      endedAt: run.closeTime ?? null,
      shownStatus: statusOf(run.typedSearchAttributes.get(SEARCH_ATTRIBUTES.status)),
      partnerName: partner ?? null,
    };
  } catch (fault) {
    if (fault instanceof WorkflowNotFoundError) return null;
    throw fault;
  }
}

/** @returns the status with which a run came to its end by itself; null if its result has none */
export async function readOutcome(
  workflows: WorkflowClient,
  instructionId: string,
  runId: string,
): Promise<PaymentStatus | null> {
  const client = workflows[CLIENTS].main;
  const handle = client.workflow.getHandle(workflowIds.payment(instructionId), runId);
  const result: unknown = await client.withDeadline(Date.now() + CALL_MS, () => handle.result());
  return statusOf(memberOf(result, 'status'));
}

/** What the history of a run shows about a payment. */
export interface Evidence {
  /** Whether it says that its partner took the payment, that a call may have reached it, or neither; unproven. */
  claim: 'taken' | 'sent' | null;
  /** What says so with a seal of Corridor; whether that is a true one is for the reader to judge. */
  proofs: DispatchProof[];
}

type Claim = Evidence['claim'];

/** Outcomes of activities that only follow a call whose end is unknown. */
const IN_DOUBT = ['ambiguous', 'ask_again'];

/** The strongest claim in a value of a history: that the partner took the payment, or that it was sent. */
function findClaim(value: unknown): Claim {
  if (Array.isArray(value)) return strongestClaim(value.map(findClaim));
  const status = statusOf(memberOf(value, 'status'));
  if (status !== null && status !== 'failed' && status !== 'cancelled' && STATUS_RANK[status] > 0) return 'taken';
  const isSent =
    status === 'failed' || status === 'cancelled' || IN_DOUBT.some((kind) => kind === memberOf(value, 'kind'));
  const inside = isObject(value) ? ['moved', 'progress'].map((name) => findClaim(memberOf(value, name))) : [];
  return strongestClaim([...inside, isSent ? 'sent' : null]);
}

function strongestClaim(claims: readonly Claim[]): Claim {
  if (claims.includes('taken')) return 'taken';
  return claims.includes('sent') ? 'sent' : null;
}

/** Proofs of recorded dispatches in a value of a history. */
function findProofs(value: unknown): DispatchProof[] {
  if (!isObject(value)) return [];
  const recorded = memberOf(value, 'recorded') ?? memberOf(memberOf(value, 'progress'), 'recorded');
  const [attempt, sends, isTaken, mac] = ['attempt', 'sends', 'isTaken', 'mac'].map((name) => memberOf(recorded, name));
  if (typeof attempt !== 'number' || typeof sends !== 'number') return [];
  if (typeof isTaken !== 'boolean' || typeof mac !== 'string') return [];
  return [{ attempt, sends, isTaken, mac }];
}

type Payloads = temporal.api.common.v1.IPayloads | null | undefined;

/** The payloads of an event that came from the database: results of activities, signals, and the run's input. */
function payloadsOf(event: temporal.api.history.v1.IHistoryEvent): Payloads[] {
  return [
    event.workflowExecutionStartedEventAttributes?.input,
    event.workflowExecutionSignaledEventAttributes?.input,
    event.activityTaskCompletedEventAttributes?.result,
    event.markerRecordedEventAttributes?.details?.['result'],
  ];
}

/**
 * Reads from the history of a run what the database knew then, and may have lost since. It needs no worker.
 * @param runId the last run by default
 */
export async function readEvidence(
  workflows: WorkflowClient,
  instructionId: string,
  runId?: string,
): Promise<Evidence> {
  const client = workflows[CLIENTS].main;
  const handle = client.workflow.getHandle(workflowIds.payment(instructionId), runId);
  const { events } = await client.withDeadline(Date.now() + CALL_MS, () => handle.fetchHistory());
  const payloads = (events ?? []).flatMap(payloadsOf).flatMap((words) => words?.payloads ?? []);
  const values = payloads.map((payload) => defaultPayloadConverter.fromPayload<unknown>(payload));
  return { claim: strongestClaim(values.map(findClaim)), proofs: values.flatMap(findProofs) };
}

type Listed = temporal.api.workflow.v1.IWorkflowExecutionInfo;

function valueOf(payload: temporal.api.common.v1.IPayload | null | undefined): unknown {
  return payload ? defaultPayloadConverter.fromPayload<unknown>(payload) : null;
}

function attributeOf({ searchAttributes }: Listed, { name }: { name: string }): unknown {
  return valueOf(searchAttributes?.indexedFields?.[name]);
}

function shownStatusOf(info: Listed): PaymentStatus | null {
  return statusOf(attributeOf(info, SEARCH_ATTRIBUTES.status));
}

function isRefusal(fault: unknown): boolean {
  return isGrpcServiceError(fault) && Number(fault.code) === RESOURCE_EXHAUSTED;
}

/** One page of the visibility store. Repeats while Temporal refuses further lists, of which a namespace allows few. */
async function listExecutions(
  workflows: WorkflowClient,
  query: string,
  { pageSize, token }: { pageSize: number; token: Uint8Array | null },
): Promise<{ executions: Listed[]; next: Uint8Array | null }> {
  const client = workflows[CLIENTS].main;
  const { namespace } = client.options;
  const request = { namespace, query, pageSize, ...(token === null ? {} : { nextPageToken: token }) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { executions, nextPageToken } = await client.withDeadline(Date.now() + LIST_MS, () =>
        client.workflowService.listWorkflowExecutions(request),
      );
      return { executions, next: nextPageToken.length === 0 ? null : nextPageToken };
    } catch (fault) {
      if (!isRefusal(fault) || attempt === LIST_ATTEMPTS) throw fault;
      await delay(attempt * REFUSED_MS);
    }
  }
}

function instructionIdOf({ execution }: Listed): string {
  return (execution?.workflowId ?? '').slice(workflowIds.payment('').length);
}

/** What sorts after the id of every payment. */
const AFTER_ALL = 'instr_zzzzzzzzzzzzzzzzzzzzzzzzzzz';

/**
 * Lists the running payments in a range of ids by Temporal's visibility store, which is a moment behind: a missing one
 * may run all the same.
 * @param after id before the first; '' for none
 * @param last id of the last; null where nothing follows
 * @returns the status that each shows, by the payment's id; null where it shows none
 */
export async function listRunningPayments(
  workflows: WorkflowClient,
  { after, last }: { after: string; last: string | null },
): Promise<Map<string, PaymentStatus | null>> {
  const [from, to] = [after === '' ? 'instr_' : after, last ?? AFTER_ALL].map(workflowIds.payment);
  const query = `ExecutionStatus = 'Running' and WorkflowType = 'paymentInstruction' and WorkflowId between '${from}' and '${to}'`;
  const running = new Map<string, PaymentStatus | null>();
  let token: Uint8Array | null = null;
  do {
    const { executions, next } = await listExecutions(workflows, query, { pageSize: LIST_SIZE, token });
    for (const info of executions) running.set(instructionIdOf(info), shownStatusOf(info));
    token = next;
  } while (token !== null);
  running.delete(after);
  return running;
}

/**
 * Finds in one call which of up to a thousand workflows run, by the visibility store, which is a moment behind: a
 * missing one may run all the same.
 * @param workflowIds ids of ours, without quotation marks
 * @returns those that run
 */
export async function findRunning(
  workflows: WorkflowClient,
  workflowIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (workflowIds.length === 0) return new Set();
  const ids = workflowIds.map((id) => `'${id}'`).join(', ');
  const query = `ExecutionStatus = 'Running' and WorkflowId in (${ids})`;
  const { executions } = await listExecutions(workflows, query, { pageSize: workflowIds.length, token: null });
  return new Set(executions.map((info) => info.execution?.workflowId ?? ''));
}

/** A payment as the visibility store lists its workflow, whatever became of it. */
export interface ListedPayment {
  instructionId: string;
  isRunning: boolean;
  shownStatus: PaymentStatus | null;
  partnerName: string | null;
  accountId: string | null;
  beganAt: Date | null;
  /** Hashes by which its client would repeat it; null where its release kept none. */
  keyHash: string | null;
  referenceHash: string | null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function toListedPayment(info: Listed): ListedPayment {
  const repeat = valueOf(info.memo?.fields?.['repeat']);
  const { seconds } = info.startTime ?? {};
  return {
    instructionId: instructionIdOf(info),
    isRunning: info.closeTime === null || info.closeTime === undefined,
    shownStatus: shownStatusOf(info),
    partnerName: textOf(attributeOf(info, SEARCH_ATTRIBUTES.partner)),
    accountId: textOf(attributeOf(info, SEARCH_ATTRIBUTES.account)),
    beganAt: seconds ? new Date(Number(seconds) * 1000) : null,
    keyHash: textOf(memberOf(repeat, 'key')),
    referenceHash: textOf(memberOf(repeat, 'reference')),
  };
}

/** Up to a thousand of them. */
export interface ListedPage {
  payments: ListedPayment[];
  /** Where the next page begins; null after the last one. */
  next: Uint8Array | null;
}

/**
 * Lists the workflows of payments that began in a time, running or ended, as far as Temporal keeps them.
 * @param until null where it has no end
 * @param token of the page before, or null for the first one
 */
export async function listPayments(
  workflows: WorkflowClient,
  { since, until }: { since: Date; until: Date | null },
  token: Uint8Array | null,
): Promise<ListedPage> {
  const end = until === null ? '' : ` and StartTime <= '${until.toISOString()}'`;
  const query = `WorkflowType = 'paymentInstruction' and StartTime >= '${since.toISOString()}'${end}`;
  const { executions, next } = await listExecutions(workflows, query, { pageSize: LIST_SIZE, token });
  return { payments: executions.map(toListedPayment), next };
}

/** How long the namespace keeps ended workflows, in milliseconds; null where it does not say. */
export async function readRetentionMs(workflows: WorkflowClient): Promise<number | null> {
  const client = workflows[CLIENTS].main;
  const { config } = await client.withDeadline(Date.now() + CALL_MS, () =>
    client.workflowService.describeNamespace({ namespace: client.options.namespace }),
  );
  const { seconds } = config?.workflowExecutionRetentionTtl ?? {};
  return seconds ? Number(seconds) * 1000 : null;
}
