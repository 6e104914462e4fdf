import { LRUCache } from 'lru-cache';
import { isUnavailable } from '../../domain/errors';
import type { Database } from '../database';
import type { CountedRequest } from '../limits/request-counts';

/** Requests are written together, so long after the first of them. */
const WRITE_AFTER_MS = 1_000;
/** Until the next try, where Postgres did not take them. */
const TRY_AGAIN_MS = 5_000;
/** Rows of one statement. */
const BATCH = 1_000;
/** Requests that wait to be written, of one process: some 5 MB. */
const MAX_WAITING = 20_000;

const FIRST_REFUSAL = 400;
const TOO_MANY_REQUESTS = 429;
/** Keys whose last refusal by a limit is remembered. */
const MAX_REFUSED_KEYS = 5_000;
const MS_PER_SECOND = 1_000;

/** A request with a key of an account that was answered, as the log keeps it: ids and names of ours only. */
export interface AnsweredRequest extends CountedRequest {
  id: string;
  keyId: string;
  method: string;
  /** Whether it only asked. */
  isRead: boolean;
  /** From its arrival to its answer. */
  ms: number;
  errorCode: string | null;
  faultField: string | null;
  faultCode: string | null;
  subject: string | null;
}

const INSERT_SQL = `
  insert into request_log (id, account_id, environment, key_id, method, operation, status, ms, error_code, fault_field,
    fault_code, subject)
  select id, account, environment, key, method, operation, status, ms, code, field, fault, subject
  from jsonb_to_recordset($1::jsonb) as r (id text, account text, environment environment, key text, method text,
    operation text, status smallint, ms integer, code text, field text, fault text, subject text)
  order by id on conflict do nothing`;

function toRow(request: AnsweredRequest): object {
  const { id, tenant, keyId: key, method, operation, status, ms, errorCode, faultField, faultCode, subject } = request;
  const { accountId: account, environment } = tenant;
  const fault = { code: errorCode, field: faultField, fault: faultCode };
  return { id, account, environment, key, method, operation, status, ms, ...fault, subject };
}

export interface RequestLogOptions {
  now: () => Date;
  /** Told of a write that failed. */
  onFault: (fault: unknown) => void;
  /** Told of each request that a statement lost which Postgres refused for what it says. */
  onLost?: (request: AnsweredRequest) => void;
  maxWaiting?: number;
}

/**
 * Keeps requests that change something or are refused one by one, away from their path: they wait in this process and are written together. Where Postgres
 * does not take them they wait for the next try, up to a bound; what exceeds it is not kept.
 * Source: docs/GAPS.md#request-log
 */
export class RequestLog {
  private waiting: AnsweredRequest[] = [];
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> | null = null;
  /** Second in which a limit last refused a key. */
  private readonly refused = new LRUCache<string, number>({ max: MAX_REFUSED_KEYS });

  constructor(
    private readonly database: Database,
    private readonly options: RequestLogOptions,
  ) {}

  /**
   * Queues a request for the log, except successful reads, which are most requests, and repeated refusals of a key.
   * @returns false if the queue is full, so that this one will be missing
   */
  add(request: AnsweredRequest): boolean {
    if (request.isRead && request.status < FIRST_REFUSAL) return true;
    if (request.status === TOO_MANY_REQUESTS && !this.isFirstRefusal(request.keyId)) return true;
    if (this.waiting.length >= (this.options.maxWaiting ?? MAX_WAITING)) return false;
    this.waiting.push(request);
    this.writeAfter(WRITE_AFTER_MS);
    return true;
  }

  /** Writes what waits; done by itself shortly after a request. @throws what Postgres throws */
  async write(): Promise<void> {
    this.writing ??= this.writeAll().finally(() => {
      this.writing = null;
      if (this.waiting.length > 0) this.writeAfter(TRY_AGAIN_MS);
    });
    await this.writing;
  }

  /** Whether it is the first refusal of a key in this second, the only one that is listed. */
  private isFirstRefusal(keyId: string): boolean {
    const second = Math.floor(this.options.now().getTime() / MS_PER_SECOND);
    if (this.refused.get(keyId) === second) return false;
    this.refused.set(keyId, second);
    return true;
  }

  private writeAfter(ms: number): void {
    if (this.timer !== null || this.writing !== null) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.write().catch(this.options.onFault);
    }, ms);
    this.timer.unref();
  }

  /** Writes the waiting rows in batches; drops a batch that Postgres refuses, throws while it is away. */
  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.slice(0, BATCH);
      try {
        await this.database.query(INSERT_SQL, [JSON.stringify(batch.map(toRow))]);
      } catch (fault) {
        // What Postgres refuses for what it says would be refused again, and hold up all that come after it.
        if (isUnavailable(fault)) throw fault;
        for (const one of batch) this.options.onLost?.(one);
        this.options.onFault(fault);
      }
      this.waiting = this.waiting.slice(batch.length);
    }
  }
}
