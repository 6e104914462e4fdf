import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { callApi, textOf } from '../http';
import type { AnswerLog } from '../answer-log';
import type { Random } from '../random';
import type { LedgerEntry, PartnerStatus } from './ledger';

const RETRY_MS = 500;

/** One report of the partner, repeated until Corridor acknowledges it. */
export interface ReportRecord {
  instructionId: string;
  status: PartnerStatus;
  /** Status of the answer that ended the repetition; null while there is none. */
  answer: number | null;
  /** Corridor's id of an acknowledged report. */
  reportId: string;
  /** The last answer but that one, for a report that was never acknowledged. */
  lastAnswer: string;
}

export interface ReporterOptions {
  key: string;
  /** Addresses of the APIs, through the network. */
  urls: readonly string[];
  answers: AnswerLog;
  random: Random;
}

/** Tells Corridor what became of instructions; a careful partner repeats a report until it is answered. */
export class Reporter {
  readonly records: ReportRecord[] = [];
  private readonly stopping = new AbortController();

  constructor(private readonly options: ReporterOptions) {
    // Each pause listens for the end of the run.
    setMaxListeners(0, this.stopping.signal);
  }

  /** Reports a status; resolves when it was acknowledged or refused for good. */
  async report(entry: LedgerEntry, status: PartnerStatus): Promise<void> {
    const { instructionId, reference } = entry;
    const record: ReportRecord = { instructionId, status, answer: null, reportId: '', lastAnswer: 'none' };
    this.records.push(record);
    const body = {
      status,
      partnerReference: reference,
      timestamp: new Date().toISOString(),
      details: { message: `The payment is ${status}.` },
    };
    while (record.answer === null && !this.stopping.signal.aborted) {
      await this.attempt(record, body);
      if (record.answer === null) await this.pause(RETRY_MS);
    }
  }

  stop(): void {
    this.stopping.abort();
  }

  async pause(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  get isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async attempt(record: ReportRecord, body: object): Promise<void> {
    const path = `/api/v1/payments/instructions/${record.instructionId}/status`;
    const { key, urls, answers, random } = this.options;
    try {
      const answer = await callApi(random.pick(urls), { method: 'PUT', path, key, body });
      answers.note('PUT', path, answer);
      record.lastAnswer = `${answer.status} ${textOf(answer.body, 'error', 'code')}`;
      if (answer.status !== 200 && answer.status !== 202 && answer.status !== 409) return;
      record.answer = answer.status;
      record.reportId = textOf(answer.body, 'data', 'reportId');
    } catch {
      record.lastAnswer = 'connection lost';
    }
  }
}
