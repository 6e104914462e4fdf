import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { memberOf } from '../../domain/unknown-value';
import { intentBody } from '../clients';
import { textOf } from '../http';

const INSTRUCTIONS = '/api/v1/payments/instructions';
const CREATED = 201;
const CALL_MS = 60_000;

/** One create, asked once: nothing is tried again. */
export interface CreateRecord {
  intent: number;
  /** Since the load began, in milliseconds. */
  atMs: number;
  tookMs: number;
  /** Id of the instruction; null where it was not created. */
  instructionId: string | null;
  /** What came instead of 201, in words. */
  fault: string | null;
}

/** Creates at a steady rate, whatever becomes of those before. */
export class SteadyCreates {
  readonly records: CreateRecord[] = [];
  private readonly agent = new Agent({ headersTimeout: CALL_MS, bodyTimeout: CALL_MS });
  private readonly underWay = new Set<Promise<void>>();
  private readonly startedAt = performance.now();
  private isStopped = false;

  constructor(private readonly options: { url: string; key: string; perSecond: number }) {}

  /** Goes on until `stop`. */
  async run(): Promise<void> {
    const { perSecond } = this.options;
    for (let intent = 1; !this.isStopped; intent += 1) {
      const call = this.create(intent).finally(() => this.underWay.delete(call));
      this.underWay.add(call);
      const dueMs = (intent * 1000) / perSecond;
      await delay(Math.max(0, dueMs - this.nowMs));
    }
    await Promise.all(this.underWay);
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
    const outcome = await this.ask(intent).catch((fault: unknown) => ({
      instructionId: null,
      fault: `${String(memberOf(fault, 'code'))} ${String(memberOf(fault, 'message'))}`,
    }));
    this.records.push({ intent, atMs, tookMs: this.nowMs - atMs, ...outcome });
  }

  private async ask(intent: number): Promise<Pick<CreateRecord, 'instructionId' | 'fault'>> {
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
