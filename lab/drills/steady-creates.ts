import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { memberOf } from '../../domain/unknown-value';
import { intentBody } from '../chaos/clients';
import { textOf } from '../chaos/http';

const INSTRUCTIONS = '/api/v1/payments/instructions';
const CREATED = 201;
const CALL_MS = 60_000;

/** After the first, second ... time, in milliseconds: many that wait would use up a limit if each asked every second. */
const REPEAT_AFTER_MS = [1_000, 2_000, 4_000];
const LONGEST_REPEAT_MS = 8_000;
const MAX_REPEATS = 60;

/** One create, asked once unless its load repeats. */
export interface CreateRecord {
  intent: number;
  /** Since the load began, in milliseconds. */
  atMs: number;
  tookMs: number;
  /** Id of the instruction; null where it was not created. */
  instructionId: string | null;
  /** What came instead of 201, in words. */
  fault: string | null;
  /** How often it was asked again under its key. */
  repeats: number;
}

export interface SteadyLoad {
  url: string;
  key: string;
  perSecond: number;
  /** Number of the first intent: several loads must not share one. */
  firstIntent?: number;
  /** Whether a create that was refused or lost is asked again, as a careful client does. */
  isRepeating?: boolean;
}

/** @returns the creates that were under way between two moments of the load */
export function underWayBetween(records: readonly CreateRecord[], fromMs: number, untilMs: number): CreateRecord[] {
  return records.filter(({ atMs, tookMs }) => atMs + tookMs >= fromMs && atMs <= untilMs);
}

/** Creates at a steady rate, whatever becomes of those before. */
export class SteadyCreates {
  readonly records: CreateRecord[] = [];
  private readonly agent = new Agent({ headersTimeout: CALL_MS, bodyTimeout: CALL_MS });
  private readonly underWay = new Set<Promise<void>>();
  private readonly startedAt = performance.now();
  private isStopped = false;

  constructor(private readonly options: SteadyLoad) {}

  /** Ids of the instructions that were created. */
  get acknowledged(): string[] {
    return this.records.flatMap(({ instructionId }) => instructionId ?? []);
  }

  /** Goes on until `stop`. */
  async run(): Promise<void> {
    const { perSecond, firstIntent = 1 } = this.options;
    for (let count = 1; !this.isStopped; count += 1) {
      const call = this.create(firstIntent + count - 1).finally(() => this.underWay.delete(call));
      this.underWay.add(call);
      const dueMs = (count * 1000) / perSecond;
      await delay(Math.max(0, dueMs - this.nowMs));
    }
    await Promise.all(this.underWay);
  }

  /** Nothing can be asked from then on. */
  async close(): Promise<void> {
    await this.agent.close();
  }

  stop(): void {
    this.isStopped = true;
  }

  /** Since the load began, in milliseconds. */
  get nowMs(): number {
    return performance.now() - this.startedAt;
  }

  private async create(intent: number): Promise<void> {
    const atMs = this.nowMs;
    let outcome = await this.ask(intent);
    let repeats = 0;
    for (; this.options.isRepeating === true && outcome.fault !== null && repeats < MAX_REPEATS; repeats += 1) {
      await delay(REPEAT_AFTER_MS[repeats] ?? LONGEST_REPEAT_MS);
      outcome = await this.ask(intent);
    }
    this.records.push({ intent, atMs, tookMs: this.nowMs - atMs, repeats, ...outcome });
  }

  /** Asks for a create; a second time it is a repeat of the first. */
  ask(intent: number): Promise<Pick<CreateRecord, 'instructionId' | 'fault'>> {
    return this.send(intent).catch((fault: unknown) => ({
      instructionId: null,
      fault: `${String(memberOf(fault, 'code'))} ${String(memberOf(fault, 'message'))}`,
    }));
  }

  private async send(intent: number): Promise<Pick<CreateRecord, 'instructionId' | 'fault'>> {
    const { url, key } = this.options;
    const answer = await request(url + INSTRUCTIONS, {
      method: 'POST',
      dispatcher: this.agent,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': `intent-${intent}`,
      },
      body: JSON.stringify(intentBody(intent)),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== CREATED) return { instructionId: null, fault: `${answer.statusCode} ${text}` };
    return { instructionId: textOf(JSON.parse(text), 'data', 'instructionId'), fault: null };
  }
}
