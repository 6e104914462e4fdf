import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { setApprovalRule } from '../../db/auth/approval-rules';
import { createClientKey } from '../../db/auth/credentials';
import type { Database } from '../../db/database';
import { memberOf } from '../../domain/unknown-value';
import { newId } from '../../lib/ids';
import type { AnswerLog } from './answer-log';
import { intentBody } from './clients';
import { callApi, textOf, type Call, type CallAnswer } from './http';
import { until } from './patience';
import { Random } from './random';
import type { Plan } from './schedule';
import type { Site } from './site';

const BATCHES = '/api/v1/payments/batches';
const ROWS = 6;
/** Beside so many payments of clients there is a batch. */
const PAYMENTS_OF_ONE = 12;
/** Batches begin until then, so that the last ones meet faults. */
const LOAD_SHARE = 0.85;
const LATEST_CANCEL_MS = 3_000;
const LATEST_REPEAT_MS = 20_000;
const REPEAT_SHARE = 0.5;
const REJECT_SHARE = 0.5;
const RETRY_MS = 500;

/** What becomes of batches, in turn: `approvals` are approved or rejected. */
const KINDS = ['cancelled', 'approvals', 'plain', 'cancelled'] as const;

/** What the sender of one batch wanted, and what it was told. Times are Unix milliseconds. */
export interface BatchRecord {
  kind: (typeof KINDS)[number];
  key: string;
  /** Numbers of the intents of its rows. */
  intents: number[];
  /** Batches that were acknowledged under its idempotency key. */
  batchIds: Set<string>;
  lastAnswer: string;
  /** When its approval was asked for first; null while it was not. */
  approvedAt: number | null;
  /** When its cancellation or rejection was acknowledged, with how many payments the answer said were made. */
  stopped: { at: number; made: number } | null;
}

/** Keys of an account whose payments need the approval of a member. */
export interface ApprovalAccount {
  key: string;
  memberKey: string;
}

export async function openApprovalAccount(database: Database): Promise<ApprovalAccount> {
  const { id: accountId } = await findOrCreateAccount(database, 'Approvals');
  const tenant = { accountId, environment: 'test' } as const;
  const keyOf = async (name: string, of: 'madeBy' | 'memberId'): Promise<string> => {
    const id = newId('user');
    const sql = `insert into users (id, email, name, role, account_id) values ($1, $2 || '@chaos.example', $2, 'owner', $3)`;
    await database.query(sql, [id, name, accountId]);
    const request = { ...tenant, label: name, plan: 'enterprise', endpointLimits: false, [of]: id } as const;
    return (await createClientKey(database, request)).key;
  };
  const rule = { above: { amount: 0, currency: 'USD' }, approvals: 1 };
  await setApprovalRule(database, { tenant, rule, actor: 'command:chaos' });
  return { key: await keyOf('payer', 'madeBy'), memberKey: await keyOf('approver', 'memberId') };
}

export interface BatchContext {
  site: Site;
  plan: Plan;
  approvals: ApprovalAccount;
  answers: AnswerLog;
}

/** Clients that send batches, repeat them under their keys, and have some of them cancelled or rejected. */
export class BatchClients {
  readonly records: BatchRecord[] = [];
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>[] = [];

  constructor(private readonly context: BatchContext) {
    setMaxListeners(0, this.stopping.signal);
  }

  /** Begins all batches of the plan, each at its time. */
  async begin(startedAt: number, signal: AbortSignal): Promise<void> {
    const { plan } = this.context;
    const random = new Random(plan.seed, 'batches');
    const count = Math.ceil(plan.payments / PAYMENTS_OF_ONE);
    const times = Array.from({ length: count }, () => random.next() * plan.runMs * LOAD_SHARE);
    for (const [index, atMs] of times.sort((a, b) => a - b).entries()) {
      await until(startedAt + atMs, signal);
      this.running.push(this.live(index));
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  private async pause(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  private async live(index: number): Promise<void> {
    const { plan } = this.context;
    const random = new Random(plan.seed, `batch ${index}`);
    const first = plan.payments + 1 + index * ROWS;
    const record: BatchRecord = {
      kind: KINDS[index % KINDS.length] ?? 'plain',
      key: `batch-${index}`,
      intents: Array.from({ length: ROWS }, (_, row) => first + row),
      ...{ batchIds: new Set(), lastAnswer: 'none', approvedAt: null, stopped: null },
    };
    this.records.push(record);
    const isDoubled = random.chance(REPEAT_SHARE);
    const repeatMs = random.chance(REPEAT_SHARE) ? random.integer(0, LATEST_REPEAT_MS) : null;
    const stopMs = random.integer(0, LATEST_CANCEL_MS);
    const decision = random.chance(REJECT_SHARE) ? 'reject' : 'approve';
    await Promise.all(Array.from({ length: isDoubled ? 2 : 1 }, () => this.send(record, random)));
    const repeat = repeatMs === null ? null : this.pause(repeatMs).then(() => this.send(record, random));
    if (record.kind === 'cancelled') await this.pause(stopMs).then(() => this.cancel(record, random));
    if (record.kind === 'approvals') await this.decide(record, decision, random);
    await repeat;
  }

  /** A careful client: what was not answered, or not now, is asked again. @returns null once all are stopped */
  private async ask(key: string, request: Omit<Call, 'key'>, random: Random): Promise<CallAnswer | null> {
    const { site, answers } = this.context;
    while (!this.stopping.signal.aborted) {
      const url = site.urlOf(random.pick(['client>api-1', 'client>api-2'] as const));
      const answer = await callApi(url, { ...request, key }).catch(() => null);
      if (answer !== null) answers.note(request.method, request.path, answer);
      const isInProgress = textOf(answer?.body, 'error', 'code') === 'IN_PROGRESS';
      if (answer !== null && answer.status < 500 && answer.status !== 429 && !isInProgress) return answer;
      await this.pause(answer?.retryAfterMs ?? RETRY_MS);
    }
    return null;
  }

  private keyOf({ kind }: BatchRecord): string {
    return kind === 'approvals' ? this.context.approvals.key : this.context.site.clientKey;
  }

  private async send(record: BatchRecord, random: Random): Promise<void> {
    const body = { mode: 'valid_only', items: record.intents.map(intentBody) };
    const headers = { 'idempotency-key': record.key };
    const request = { method: 'POST', path: BATCHES, body, headers } as const;
    const answer = await this.ask(this.keyOf(record), request, random);
    if (answer?.status === 202) record.batchIds.add(textOf(answer.body, 'data', 'batchId'));
    else record.lastAnswer = `${answer?.status ?? 'none'} ${textOf(answer?.body, 'error', 'code')}`;
  }

  private noteStop(record: BatchRecord, answer: CallAnswer | null): void {
    if (answer?.status !== 200 && answer?.status !== 202) return;
    record.stopped ??= { at: Date.now(), made: Number(memberOf(answer.body, 'data', 'counts', 'made')) };
  }

  private async cancel(record: BatchRecord, random: Random): Promise<void> {
    const [id] = record.batchIds;
    if (id === undefined) return;
    const request = { method: 'POST', path: `${BATCHES}/${id}/cancel`, body: { reason: 'changed my mind' } } as const;
    this.noteStop(record, await this.ask(this.keyOf(record), request, random));
  }

  /** A member decides once the payments are made; a batch whose payments are all refused has nothing to decide. */
  private async decide(record: BatchRecord, decision: 'approve' | 'reject', random: Random): Promise<void> {
    const [id] = record.batchIds;
    const { memberKey: key } = this.context.approvals;
    const path = `${BATCHES}/${id ?? ''}`;
    let shown: CallAnswer | null = null;
    while (id !== undefined && textOf(shown?.body, 'data', 'status') !== 'completed' && !this.stopping.signal.aborted) {
      await this.pause(RETRY_MS);
      shown = await this.ask(key, { method: 'GET', path }, random);
    }
    const hash = textOf(shown?.body, 'data', 'approval', 'hash');
    if (hash === '') return;
    if (decision === 'approve') record.approvedAt = Date.now();
    const request = { method: 'POST', path: `${path}/approvals`, body: { hash, decision } } as const;
    const answer = await this.ask(key, request, random);
    if (decision === 'reject') this.noteStop(record, answer);
  }
}
