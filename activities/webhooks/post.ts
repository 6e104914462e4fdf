import type { AttemptResult } from '../../db/webhooks/finish-attempts';
import type { SignedDelivery } from '../../domain/webhooks/signature';
import { isTrustedOrigin, targetFault } from '../../domain/webhooks/target';
import { traceCall } from '../../lib/trace-call';
import { faultCode } from '../failures';
import { exchange } from './exchange';
import type { GuardedAgents } from './guarded-connect';

/** A receiver has this long in all, connecting and answering. Source: specification, "Events" */
const TOTAL_MS = 5_000;
/** More of an answer is not read; less is kept. Source: docs/GAPS.md#W4 */
const MAX_READ_BYTES = 64 * 1024;
const KEPT_BYTES = 1024;

/** What the owner of the endpoint is told: the kind of fault, nothing of our network. */
const FAULT_NAMES: Record<string, string> = {
  TARGET_REFUSED: 'target_refused',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  ETIMEDOUT: 'timeout',
  TimeoutError: 'timeout',
  ABORT_ERR: 'timeout',
};

function faultName(fault: unknown): string {
  const code = faultCode(fault);
  const known = FAULT_NAMES[code];
  if (known !== undefined) return known;
  return /CERT|SELF_SIGNED|TLS|SSL|ALTNAME|UNABLE_TO/.test(code) ? 'tls' : 'failed';
}

/** Reads an answer within its bounds and keeps its beginning, as text without control characters. */
async function readExcerpt(body: AsyncIterable<unknown>): Promise<string> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) continue;
    if (size < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - size));
    size += chunk.length;
    if (size >= MAX_READ_BYTES) break;
  }
  return Buffer.concat(kept)
    .toString('utf8')
    .replace(/[^\P{C}\n\t]/gu, ' ');
}

/** Where a delivery goes and whose it is. */
export interface Target {
  url: string;
  accountId: string;
  /** Static headers of the subscription; none of them is one that the service sets. */
  headers?: Record<string, string>;
}

/**
 * Posts a signed delivery of an account once. Success is exactly status 200, the answer read, within 5 s in all.
 * @returns how it went; it never throws for what a receiver or network does
 * Source: docs/GAPS.md#W4
 */
export function postDelivery(
  target: Target,
  delivery: SignedDelivery,
  agents: GuardedAgents,
  trustedOrigins: readonly string[],
): Promise<AttemptResult> {
  return traceCall('webhook delivery', { 'http.request.method': 'POST' }, async ({ headers, note }) => {
    const traced = { ...target, headers: { ...target.headers, ...headers } };
    const result = await post(traced, delivery, agents, trustedOrigins);
    note({ 'http.response.status_code': result.statusCode ?? 0, 'error.type': result.error ?? '' });
    return result;
  });
}

async function post(
  { url: target, accountId, headers: own = {} }: Target,
  delivery: SignedDelivery,
  agents: GuardedAgents,
  trustedOrigins: readonly string[],
): Promise<AttemptResult> {
  const startedAt = performance.now();
  const elapsed = (): number => Math.round(performance.now() - startedAt);
  let statusCode: number | null = null;
  const signal = AbortSignal.timeout(TOTAL_MS);
  try {
    const refused = targetFault(target, trustedOrigins);
    if (refused !== null) return { durationMs: 0, statusCode, error: 'target_refused', responseExcerpt: null };
    const url = new URL(target);
    const isTrusted = isTrustedOrigin(url, trustedOrigins);
    if (!isTrusted) await agents.resolve(url, accountId, signal);
    const connections = isTrusted ? agents.trusted(url) : agents.guarded(url);
    const headers = { ...own, ...delivery.headers };
    const answer = await exchange(connections, url, { headers, body: delivery.body, signal });
    statusCode = answer.statusCode ?? null;
    const responseExcerpt = await readExcerpt(answer);
    return { durationMs: elapsed(), statusCode, error: statusCode === 200 ? null : 'status', responseExcerpt };
  } catch (fault) {
    // An answer that is broken off for its time ends as one whose receiver closed the connection.
    const error = signal.aborted ? 'timeout' : faultName(fault);
    return { durationMs: elapsed(), statusCode, error, responseExcerpt: null };
  }
}
