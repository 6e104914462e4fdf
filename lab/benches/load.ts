import autocannon from 'autocannon';
import { Pool } from 'undici';
import { percentile } from './statistics';

/** What a load met. Latencies are in milliseconds. */
export interface LoadResult {
  /** Finished calls per second. */
  rate: number;
  p50Ms: number;
  p90Ms: number;
  p95Ms: number;
  p99Ms: number;
  maxMs: number;
  count: number;
  /** Calls that threw. */
  failed: number;
}

/** Times calls one by one. */
class Recorder {
  private readonly latencies: number[] = [];
  private failed = 0;

  async time(call: () => Promise<unknown>): Promise<void> {
    const begunAt = performance.now();
    try {
      await call();
      this.latencies.push(performance.now() - begunAt);
    } catch {
      this.failed += 1;
    }
  }

  result(elapsedMs: number): LoadResult {
    const { latencies, failed } = this;
    return {
      rate: (latencies.length / elapsedMs) * 1000,
      p50Ms: percentile(latencies, 0.5),
      p90Ms: percentile(latencies, 0.9),
      p95Ms: percentile(latencies, 0.95),
      p99Ms: percentile(latencies, 0.99),
      maxMs: percentile(latencies, 1),
      count: latencies.length,
      failed,
    };
  }
}

export interface ClosedLoad {
  /** Callers, each with one call at a time. */
  clients: number;
  /** No call begins after this. */
  limitMs: number;
  /** No more calls than this in all. */
  maxCalls: number;
}

/** @throws Error when any call of a load failed: its figures would be those of refusals */
export function allAnswered(result: LoadResult, what: string): LoadResult {
  if (result.failed > 0) throw new Error(`${result.failed} of ${result.failed + result.count} ${what} failed`);
  return result;
}

/** Keeps `clients` callers busy until time or calls are spent; what is under way is finished and counted. */
export async function closedLoop(load: ClosedLoad, call: (index: number) => Promise<unknown>): Promise<LoadResult> {
  const record = new Recorder();
  let next = 0;
  const startedAt = performance.now();
  const client = async (): Promise<void> => {
    while (next < load.maxCalls && performance.now() - startedAt < load.limitMs) {
      const index = next;
      next += 1;
      await record.time(() => call(index));
    }
  };
  await Promise.all(Array.from({ length: load.clients }, client));
  return record.result(performance.now() - startedAt);
}

/** Begins a call every `1 / perSecond` s, whether or not earlier ones have finished, `count` in all. */
export async function openLoop(
  load: { perSecond: number; count: number },
  call: (index: number) => Promise<unknown>,
): Promise<LoadResult> {
  const record = new Recorder();
  const startedAt = performance.now();
  const one = async (index: number): Promise<void> => {
    const dueMs = (index * 1000) / load.perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - (performance.now() - startedAt))));
    await record.time(() => call(index));
  };
  await Promise.all(Array.from({ length: load.count }, (_, index) => one(index)));
  return record.result(performance.now() - startedAt);
}

/** Reads paths of one server with 50 or so connections, as fast as it answers. */
export async function readPaths(
  url: string,
  load: { connections: number; seconds: number; paths: readonly string[]; headers: Record<string, string> },
): Promise<{ rate: number; p99Ms: number }> {
  const result = await autocannon({
    url,
    connections: load.connections,
    duration: load.seconds,
    headers: load.headers,
    requests: load.paths.map((path) => ({ method: 'GET', path })),
  });
  const wrong = result.errors + result.non2xx;
  if (wrong > 0) throw new Error(`${wrong} of ${result.requests.total} reads of ${url} were not answered with 200`);
  return { rate: result.requests.average, p99Ms: result.latency.p99 };
}

export interface HttpAnswer {
  status: number;
  /** Read as JSON; of another type, such as a page of the console, the text. */
  body: unknown;
}

/** Characters of an unexpected answer in a message. */
const MAX_SHOWN = 500;

/** Keep-alive connections to one server. */
export class HttpTarget {
  private readonly pool: Pool;

  constructor(
    url: string,
    connections: number,
    private readonly headers: Record<string, string> = {},
  ) {
    this.pool = new Pool(url, { connections, pipelining: 1 });
  }

  /** @throws Error for another status than the expected ones */
  async expect(
    expected: readonly number[],
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<HttpAnswer> {
    const answer = await this.pool.request({
      method,
      path,
      headers: { ...this.headers, ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    const said = { status: answer.statusCode, body: await (isJson ? answer.body.json() : answer.body.text()) };
    if (expected.includes(said.status)) return said;
    throw new Error(`${method} ${path} answered ${said.status}: ${JSON.stringify(said.body).slice(0, MAX_SHOWN)}`);
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
