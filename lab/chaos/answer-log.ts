import { type CallAnswer, textOf } from './http';

/** An answer that a running service must never give: see domain/errors.ts for what 5xx it may. */
export interface ServerFault {
  status: number;
  what: string;
}

const UNAVAILABLE = 503;

/** Counts the answers of the API by status, and keeps those that accuse it. */
export class AnswerLog {
  readonly counts = new Map<number, number>();
  readonly faults: ServerFault[] = [];

  note(method: string, path: string, { status, body }: CallAnswer): void {
    this.counts.set(status, (this.counts.get(status) ?? 0) + 1);
    if (status < 500 || status === UNAVAILABLE) return;
    this.faults.push({ status, what: `${method} ${path} ${textOf(body, 'error', 'requestId')}` });
  }
}
