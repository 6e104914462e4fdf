import { CorridorError } from './errors';
import { Pages, type PageOf } from './pages';
import { eventsOf, type StreamedEvent } from './stream';

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

/** How one request is made. */
export interface CallOptions {
  /** Name of the request for repeats; a new one for every POST where absent. */
  idempotencyKey?: string | undefined;
  /** Refuses members that the service would ignore. */
  strict?: boolean | undefined;
}

export interface FileOptions extends CallOptions {
  /** What a body is that is text or bytes, such as `text/csv`. */
  contentType?: string | undefined;
}

export interface RequestOptions extends FileOptions {
  query?: object | undefined;
  /** Sent as JSON, but text and bytes as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Whether it is sent again when no answer came; a POST is only where it has an `idempotencyKey`. */
  isRepeatable?: boolean | undefined;
}

/** Headers that sign a request; `target` is its path with the query. */
export type Sign = (method: string, target: string, body: string | Uint8Array) => Promise<Record<string, string>>;

interface Received {
  response: Response;
  bytes: Uint8Array;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 20_000;
/** A longer wait is left to the caller: a daily quota may take hours to reset. */
const LONGEST_TOLD_SECONDS = 60;

function sleepFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A path with ids in it: what is no id stays in its place. @throws TypeError for one that would lead elsewhere */
export function at(texts: TemplateStringsArray, ...ids: string[]): string {
  return texts.reduce((path, text, place) => {
    const id = ids[place - 1] ?? '';
    if (/^\.{0,2}$/.test(id)) throw new TypeError(`${JSON.stringify(id)} is no id`);
    return path + encodeURIComponent(id) + text;
  });
}

function targetOf(path: string, query: object | undefined): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) asked.set(name, String(value));
  }
  return asked.size === 0 ? path : `${path}?${asked}`;
}

/** Whether a request may be sent again; not after a pause that is too long. */
function mayRetry({ status, code, retryAfter }: CorridorError, isRepeatable: boolean): boolean {
  if (retryAfter !== null && retryAfter > LONGEST_TOLD_SECONDS) return false;
  if (status === 429 || code === 'IN_PROGRESS') return true;
  return isRepeatable && (status >= 500 || code === 'CONNECTION');
}

/** @returns milliseconds until the next try */
function pauseOf(attempt: number, { retryAfter }: CorridorError): number {
  if (retryAfter !== null) return retryAfter * 1000;
  const growing = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS);
  // Half of it by chance, so that clients that failed together do not come back together.
  return growing / 2 + (Math.random() * growing) / 2;
}

/** Seconds of `Retry-After`; null without a number there. */
function toldOf(response: Response): number | null {
  const told = response.headers.get('retry-after') ?? '';
  return /^\d+$/.test(told) ? Number(told) : null;
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('application/json') === true;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function refusalOf({ response, bytes }: Received, asked: string): CorridorError {
  const body = parseJson(bytes);
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  const told = { retryAfter: toldOf(response) };
  if (typeof error === 'object' && error !== null) return new CorridorError(response.status, error, told);
  return new CorridorError(response.status, { message: `${asked} was answered ${response.status}.` }, told);
}

/** A fault of `fetch` as a CorridorError with status 0 and the reason, which is in its cause. */
function connectionFault(fault: unknown, asked: string): CorridorError {
  const { cause = fault } = fault as { cause?: unknown };
  const { message, code } = cause as { message?: string; code?: unknown };
  const reason = message || String(code ?? cause);
  return new CorridorError(0, { code: 'CONNECTION', message: `${asked} got no answer: ${reason}` }, { cause: fault });
}

/** Sends requests, and again where that does nothing twice. */
export class Transport {
  private readonly options: Required<TransportOptions>;

  /** @param sign for partners in signed mode, whose requests are all named: a signature is taken once, or a repeat */
  constructor(
    options: TransportOptions,
    private readonly sign?: Sign,
  ) {
    if (!URL.canParse(options.baseUrl)) throw new TypeError(`baseUrl is no address: ${options.baseUrl}`);
    const { maxRetries = 3, timeoutMs = 30_000, fetch = globalThis.fetch, sleep = sleepFor } = options;
    this.options = { ...options, maxRetries, timeoutMs, fetch, sleep };
  }

  /**
   * The answer of any operation: of JSON its value as it was sent, nothing of 204, and else the bytes.
   * @throws CorridorError for a refusal, and when no answer came
   */
  async request<Answer>(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const { response, bytes } = await this.send(method, path, options);
    if (response.status === 204) return undefined as Answer;
    if (!isJson(response)) return bytes as Answer;
    const value = parseJson(bytes);
    if (value !== undefined) return value as Answer;
    throw new CorridorError(response.status, { message: `${method} ${path} was answered with what is no JSON.` });
  }

  /** `data` of an answer that is wrapped. */
  async data<Data>(method: string, path: string, options?: RequestOptions): Promise<Data> {
    return (await this.request<{ data: Data }>(method, path, options)).data;
  }

  pages<Item, Page extends PageOf<Item>>(path: string, query: object = {}, isWrapped: boolean): Pages<Item, Page> {
    return new Pages<Item, Page>((cursor) => {
      // A cursor takes the place of where the list began.
      const asked = { query: cursor === undefined ? query : { ...query, after: undefined, cursor } };
      return isWrapped ? this.data<Page>('GET', path, asked) : this.request<Page>('GET', path, asked);
    });
  }

  /** Server-sent events until the service ends the stream. */
  async *stream(path: string, query: object = {}): AsyncGenerator<StreamedEvent> {
    const { response } = await this.send('GET', path, { query }, true);
    if (response.body !== null) yield* eventsOf(response.body);
  }

  private async headersOf(method: string, target: string, options: RequestOptions): Promise<Record<string, string>> {
    const { body, strict, contentType, idempotencyKey } = options;
    const isFile = typeof body === 'string' || body instanceof Uint8Array;
    const type = isFile ? (contentType ?? 'application/octet-stream') : 'application/json';
    return {
      authorization: `Bearer ${this.options.apiKey}`,
      ...(body === undefined ? {} : { 'content-type': type }),
      ...(method === 'POST' || this.sign ? { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() } : {}),
      ...(strict === true ? { prefer: 'handling=strict' } : {}),
      ...(await this.sign?.(method, target, bodyOf(body) ?? '')),
      ...options.headers,
    };
  }

  private async send(method: string, path: string, options: RequestOptions, isStream = false): Promise<Received> {
    const { baseUrl, timeoutMs, fetch } = this.options;
    const target = targetOf(path, options.query);
    const url = baseUrl.replace(/\/+$/, '') + target;
    const headers = await this.headersOf(method, target, options);
    const body = bodyOf(options.body);
    const asked = `${method} ${url.replace(/\?.*/, '')}`;
    const { isRepeatable = method !== 'POST' || options.idempotencyKey !== undefined } = options;
    const fetchOnce = async (): Promise<Received> => {
      // The key goes nowhere else: no redirect is followed.
      const request = { method, headers, redirect: 'manual' as const, ...(body === undefined ? {} : { body }) };
      const limit = isStream ? {} : { signal: AbortSignal.timeout(timeoutMs) };
      const response = await fetch(url, { ...request, ...limit });
      const bytes = isStream && response.ok ? new Uint8Array() : new Uint8Array(await response.arrayBuffer());
      return { response, bytes };
    };
    return this.untilAnswered(fetchOnce, asked, isRepeatable);
  }

  /** Sends until an answer is a success or may not be retried, with pauses between. @throws CorridorError */
  private async untilAnswered(once: () => Promise<Received>, asked: string, isRepeatable: boolean): Promise<Received> {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await once().catch((fault: unknown) => connectionFault(fault, asked));
      if (!(answer instanceof CorridorError) && answer.response.ok) return answer;
      const refusal = answer instanceof CorridorError ? answer : refusalOf(answer, asked);
      if (attempt >= this.options.maxRetries || !mayRetry(refusal, isRepeatable)) throw refusal;
      await this.options.sleep(pauseOf(attempt, refusal));
    }
  }
}

/** The text or bytes of a body as they are signed and sent: values as JSON, undefined without one. */
function bodyOf(body: unknown): string | Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined || typeof body === 'string') return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}
