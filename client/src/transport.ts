import { CorridorError } from './errors';

export interface TransportOptions {
  /** Address of the service, such as `https://corridor.example`. */
  baseUrl: string;
  apiKey: string;
  /** Repeats of one request after the first try; 3 where absent. */
  maxRetries?: number;
  /** Milliseconds that one try may take; 30,000 where absent. */
  timeoutMs?: number;
  /** Another `fetch`, for tests and proxies. */
  fetch?: typeof globalThis.fetch;
  /** Waits between tries; for tests. */
  sleep?: (ms: number) => Promise<void>;
}

export interface RequestOptions {
  query?: object | undefined;
  body?: unknown;
  /** Name of the request for repeats; a new one for every POST where absent. */
  idempotencyKey?: string | undefined;
  /** Refuses members that the service would ignore. */
  strict?: boolean | undefined;
  headers?: Record<string, string>;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 20_000;
/** A longer wait is left to the caller: a daily quota may take hours to reset. */
const LONGEST_TOLD_SECONDS = 60;

function sleepFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function addressOf(baseUrl: string, path: string, query: object | undefined): string {
  const url = new URL(baseUrl.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null)
      url.searchParams.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return url.toString();
}

/** What waits a moment and is then tried again; a conflict with a request that still runs is one of it. */
function mayRetry({ status, code, retryAfter }: CorridorError): boolean {
  if (retryAfter !== null && retryAfter > LONGEST_TOLD_SECONDS) return false;
  return status === 429 || status >= 500 || code === 'IN_PROGRESS';
}

/** @returns milliseconds until the next try */
function pauseOf(attempt: number, refusal: CorridorError | null): number {
  if (refusal !== null && refusal.retryAfter !== null) return refusal.retryAfter * 1000;
  const growing = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS);
  // Half of it by chance, so that clients that failed together do not come back together.
  return growing / 2 + (Math.random() * growing) / 2;
}

/** @returns seconds; null where it says none, or a date, which the service never does */
function toldOf(response: Response): number | null {
  const told = response.headers.get('retry-after') ?? '';
  return /^\d+$/.test(told) ? Number(told) : null;
}

async function refusalOf(response: Response): Promise<CorridorError> {
  const body: unknown = await response.json().catch(() => null);
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  return new CorridorError(response.status, typeof error === 'object' ? error : null, toldOf(response));
}

/** Sends requests, and again where that does nothing twice. */
export class Transport {
  private readonly options: Required<TransportOptions>;

  constructor(options: TransportOptions) {
    this.options = { maxRetries: 3, timeoutMs: 30_000, fetch: globalThis.fetch, sleep: sleepFor, ...options };
  }

  /** @throws CorridorError for a refusal; the fault of `fetch` when the service cannot be reached */
  async send(method: string, path: string, request: RequestOptions = {}): Promise<Response> {
    const { baseUrl, apiKey, timeoutMs, fetch } = this.options;
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    const headers = {
      authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'POST' ? { 'idempotency-key': request.idempotencyKey ?? crypto.randomUUID() } : {}),
      ...(request.strict === true ? { prefer: 'handling=strict' } : {}),
      ...request.headers,
    };
    const once = () =>
      fetch(addressOf(baseUrl, path, request.query), {
        method,
        headers,
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { body }),
      });
    return this.untilAnswered(once);
  }

  /** The JSON of an answer; `data` of an answer that is wrapped. */
  async json<Answer>(method: string, path: string, request?: RequestOptions): Promise<Answer> {
    const response = await this.send(method, path, request);
    return (response.status === 204 ? undefined : await response.json()) as Answer;
  }

  private async untilAnswered(once: () => Promise<Response>): Promise<Response> {
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= this.options.maxRetries;
      const answer = await once().catch((fault: unknown) => {
        if (isLast) throw fault;
        return null;
      });
      if (answer?.ok === true) return answer;
      const refusal = answer === null ? null : await refusalOf(answer);
      if (refusal !== null && (isLast || !mayRetry(refusal))) throw refusal;
      await this.options.sleep(pauseOf(attempt, refusal));
    }
  }
}
