import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { fetch } from 'undici';

/** Requests of one namespace that a Temporal server has served since its start. */
export interface TemporalRequests {
  /** To its front end. */
  calls: number;
  /** To its store: workflows that begin, and those that go on. */
  storeWrites: number;
}

/** Calls that wait for work, come by the clock, or are those of an observer. */
const NOT_OF_PAYMENTS = /^(Poll|Get|Describe|List|RecordWorkerHeartbeat)/;
const WRITES = /^(CreateWorkflowExecution|UpdateWorkflowExecution)$/;
const SAMPLE = /^(service_requests|persistence_requests)\{([^}]*)\} (\S+)/gm;
/** The server adds up its counters every second. */
const LIMIT_MS = 30_000;
const POLL_MS = 50;

async function readMetrics(url: string, namespace: string): Promise<TemporalRequests & { described: number }> {
  const text = await (await fetch(url)).text();
  const requests = { calls: 0, storeWrites: 0, described: 0 };
  for (const [, name, labels = '', value] of text.matchAll(SAMPLE)) {
    const labelOf = (label: string): string => new RegExp(`\\b${label}="([^"]*)"`).exec(labels)?.[1] ?? '';
    if (labelOf('namespace') !== namespace.replace(/\W/g, '_')) continue;
    const operation = labelOf('operation');
    if (name === 'persistence_requests') requests.storeWrites += WRITES.test(operation) ? Number(value) : 0;
    else if (labelOf('service_name') !== 'frontend') continue;
    else if (operation === 'DescribeNamespace') requests.described += Number(value);
    else if (!NOT_OF_PAYMENTS.test(operation)) requests.calls += Number(value);
  }
  return requests;
}

/**
 * Counts what payments have asked of Temporal until now: once a call of its own is in the counters, those before it are.
 * @param metricsUrl of the server, in the text format of Prometheus
 * @throws Error when the counters do not move
 */
export async function readTemporalRequests(
  server: Readonly<Record<'address' | 'metricsUrl' | 'namespace', string>>,
): Promise<TemporalRequests> {
  const { address, metricsUrl, namespace } = server;
  const before = await readMetrics(metricsUrl, namespace);
  const connection = await Connection.connect({ address });
  await connection.workflowService.describeNamespace({ namespace }).finally(() => connection.close());
  for (const limit = Date.now() + LIMIT_MS; ; await delay(POLL_MS)) {
    const { described, ...requests } = await readMetrics(metricsUrl, namespace);
    if (described > before.described) return requests;
    if (Date.now() > limit) throw new Error(`the counters of Temporal do not move: ${metricsUrl}`);
  }
}
