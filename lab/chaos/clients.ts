import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { AnswerLog } from './answer-log';
import { callApi, textOf, type Call, type CallAnswer } from './http';
import { payeeOf } from './payees';
import { Random } from './random';
import { memberOf } from '../../domain/unknown-value';

const INSTRUCTIONS = '/api/v1/payments/instructions';
const RETRY_MS = 300;
const POLL_MS = 700;
const CREATED = 201;
const CONFLICT = 409;
const BLOCKED = 422;
const FINAL = new Set(['settled', 'failed', 'cancelled', 'returned']);
/** Share of clients that send their request to both APIs at once, as a client does whose time-out is too short. */
const DOUBLED_SHARE = 0.2;
/** Share of clients that send no idempotency key: they trust a refusal, and do not repeat what was not answered. */
const KEYLESS_SHARE = 0.15;
/** A client without a key looks so often for what it may have made; Postgres finishes a statement within ten seconds. */
const LOOKS = 20;
const CANCEL_SHARE = 0.25;
const LATEST_CANCEL_MS = 8_000;

/** What one client wanted, and what it was told. Times are Unix milliseconds. */
export interface IntentRecord {
  intent: number;
  /** When the client sent its request first. */
  askedAt: number;
  /** Instructions that were acknowledged with 201 under this intent's idempotency key. */
  instructionIds: Set<string>;
  /** When it was first acknowledged. */
  acknowledgedAt: number | null;
  /** When it was first told a status other than `pending`. */
  movedAt: number | null;
  /** The last status that it was told. */
  status: string;
  /** The first final status that it was told. */
  final: { status: string; at: number } | null;
  /** When it first asked to cancel; null while it has not. */
  cancelAskedAt: number | null;
  /** Status of the answer to its request to cancel; null while there is none or it never asked. */
  cancelAnswer: number | null;
  /** The last answer to its create that was not 201. */
  lastAnswer: string;
  /** Whether it was told that its payee is blocked, so that nothing was made. */
  isBlocked: boolean;
  /** Instructions that an answer 503 named as perhaps made. */
  named: Set<string>;
  /** Whether it does not know, without a key, what became of its request, and asks no more. */
  isInDoubt: boolean;
}

export interface ClientOptions {
  seed: number;
  key: string;
  /** Addresses of the APIs, through the network. */
  urls: readonly string[];
  answers: AnswerLog;
}

const AMOUNT_OF_FIRST = 100;

/** @returns the number of the intent that has the amount */
export function intentOf(amount: number): number {
  return amount - AMOUNT_OF_FIRST;
}

/** What a client asks for: the number of its intent travels in the description, and by the amount. */
export function intentBody(intent: number): object {
  return {
    amount: AMOUNT_OF_FIRST + intent,
    currency: 'USD',
    beneficiary: payeeOf(intent),
    purpose: { code: 'trade_settlement', description: `intent ${intent}` },
    settlementRoute: {},
  };
}

/** Clients that create, look and cancel, each careful: what was not answered is asked again under the same key. */
export class Clients {
  readonly records: IntentRecord[] = [];
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>[] = [];

  constructor(private readonly options: ClientOptions) {
    // Each pause listens for the end of the run.
    setMaxListeners(0, this.stopping.signal);
  }

  /** Lets one client begin; it goes on until its payment has an outcome or all are stopped. */
  begin(intent: number): void {
    const record: IntentRecord = {
      intent,
      askedAt: Date.now(),
      instructionIds: new Set(),
      acknowledgedAt: null,
      movedAt: null,
      status: '',
      final: null,
      cancelAskedAt: null,
      cancelAnswer: null,
      lastAnswer: 'none',
      isBlocked: false,
      named: new Set(),
      isInDoubt: false,
    };
    this.records.push(record);
    this.running.push(this.live(record, new Random(this.options.seed, `client ${intent}`)));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  private get isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async pause(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  private async live(record: IntentRecord, random: Random): Promise<void> {
    const isDoubled = random.chance(DOUBLED_SHARE);
    const cancelAfterMs = random.chance(CANCEL_SHARE) ? random.integer(0, LATEST_CANCEL_MS) : null;
    if (random.chance(KEYLESS_SHARE)) await this.createWithoutKey(record, random);
    else {
      const copies = Array.from({ length: isDoubled ? 2 : 1 }, () => this.create(record, random));
      await Promise.all(copies);
    }
    const [instructionId] = record.instructionIds;
    if (instructionId === undefined) return;
    const cancelling = cancelAfterMs === null ? null : this.cancelLater(record, instructionId, cancelAfterMs);
    while (!this.isStopped && record.final === null) {
      await this.look(record, instructionId, random);
      await this.pause(POLL_MS);
    }
    await cancelling;
  }

  /** @returns null when the connection was lost or no answer came in time */
  private async call(url: string, request: Omit<Call, 'key'>): Promise<CallAnswer | null> {
    try {
      const answer = await callApi(url, { ...request, key: this.options.key });
      this.options.answers.note(request.method, request.path, answer);
      return answer;
    } catch {
      return null;
    }
  }

  private async create(record: IntentRecord, random: Random): Promise<void> {
    const headers = { 'idempotency-key': `intent-${record.intent}` };
    while (!this.isStopped) {
      const answer = await this.ask(record, random, headers);
      if (answer?.status === CREATED || answer?.status === BLOCKED) return;
      await this.pause(answer?.retryAfterMs ?? RETRY_MS);
    }
  }

  /** Sends the request again only after an answer that says that nothing was made. Source: docs/GAPS.md#P21 */
  private async createWithoutKey(record: IntentRecord, random: Random): Promise<void> {
    while (!this.isStopped) {
      const answer = await this.ask(record, random, {});
      if (answer?.status === CREATED || answer?.status === BLOCKED) return;
      const id = textOf(answer?.body, 'error', 'mayHaveMade');
      if (answer === null || id !== '') {
        record.isInDoubt = true;
        if (id !== '') await this.find(record, id, random);
        return;
      }
      await this.pause(answer.retryAfterMs ?? RETRY_MS);
    }
  }

  /** @returns the answer to one request to create, which is noted */
  private async ask(record: IntentRecord, random: Random, headers: Record<string, string>): Promise<CallAnswer | null> {
    const body = intentBody(record.intent);
    const answer = await this.call(random.pick(this.options.urls), {
      method: 'POST',
      path: INSTRUCTIONS,
      body,
      headers,
    });
    if (answer?.status === CREATED) {
      record.instructionIds.add(textOf(answer.body, 'data', 'instructionId'));
      record.acknowledgedAt ??= Date.now();
      this.note(record, textOf(answer.body, 'data', 'status'));
      return answer;
    }
    record.isBlocked ||= answer?.status === BLOCKED;
    record.lastAnswer =
      answer === null ? 'connection lost' : `${answer.status} ${textOf(answer.body, 'error', 'code')}`;
    return answer;
  }

  /** Looks for what a request may have made, by the id that its answer named. */
  private async find(record: IntentRecord, id: string, random: Random): Promise<void> {
    record.named.add(id);
    for (let looks = 0; looks < LOOKS && !this.isStopped; looks += 1) {
      await this.look(record, id, random);
      if (record.status !== '') {
        record.instructionIds.add(id);
        record.acknowledgedAt ??= Date.now();
        return;
      }
      await this.pause(POLL_MS);
    }
  }

  private async look(record: IntentRecord, instructionId: string, random: Random): Promise<void> {
    const path = `${INSTRUCTIONS}/${instructionId}`;
    const answer = await this.call(random.pick(this.options.urls), { method: 'GET', path });
    if (answer?.status === 200) this.note(record, textOf(answer.body, 'data', 'status'));
  }

  private async cancelLater(record: IntentRecord, instructionId: string, afterMs: number): Promise<void> {
    await this.pause(afterMs);
    const path = `${INSTRUCTIONS}/${instructionId}/cancel`;
    if (!this.isStopped) record.cancelAskedAt = Date.now();
    while (!this.isStopped && record.cancelAnswer === null) {
      const [url = ''] = this.options.urls;
      const answer = await this.call(url, { method: 'POST', path, body: { reason: 'changed my mind' } });
      if (answer !== null && (answer.status < 400 || answer.status === CONFLICT)) {
        record.cancelAnswer = answer.status;
        if (memberOf(answer.body, 'data', 'status') === 'cancelled') this.note(record, 'cancelled');
      } else await this.pause(RETRY_MS);
    }
  }

  private note(record: IntentRecord, status: string): void {
    record.status = status;
    if (status !== 'pending') record.movedAt ??= Date.now();
    if (FINAL.has(status)) record.final ??= { status, at: Date.now() };
  }
}
