import type { AttemptResult } from '../../db/webhooks/record-attempts';
import type { SignedDelivery } from '../../domain/webhooks/signature';
import { isTrustedOrigin, targetFault } from '../../domain/webhooks/target';
import { traceCall } from '../../lib/trace-call';
import { faultCode } from '../../lib/fault-code';
import { exchange } from './exchange';
import type { GuardedAgents } from './guarded-connect';
import { keptHeaders, readExcerpt } from './read-answer';

/** A receiver has this long in all, connecting and answering. Source: specification, "Events" */
const TOTAL_MS = 5_000;

/** What the owner of the endpoint is told: the kind of fault, nothing of our network. */
const FAULT_NAMES: Record<string, string> = {
  TARGET_REFUSED: 'target_refused',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  ETIMEDOUT: 'timeout',
};

function faultName(fault: unknown): string {
  const code = faultCode(fault);
  const known = FAULT_NAMES[code];
  if (known !== undefined) return known;
  return /CERT|SELF_SIGNED|TLS|SSL|ALTNAME|UNABLE_TO/.test(code) ? 'tls' : 'failed';
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
  const known: Pick<AttemptResult, 'statusCode' | 'responseHeaders'> = { statusCode: null, responseHeaders: null };
  const ended = (error: string | null, responseExcerpt: string | null = null): AttemptResult => {
    return { ...known, durationMs: Math.round(performance.now() - startedAt), error, responseExcerpt };
  };
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), TOTAL_MS);
  const { signal } = limit;
  try {
    if (targetFault(target, trustedOrigins) !== null) return ended('target_refused');
    const url = new URL(target);
    const isTrusted = isTrustedOrigin(url, trustedOrigins);
    if (!isTrusted) await agents.resolve(url, accountId, signal);
    const connections = isTrusted ? agents.trusted(url) : agents.guarded(url);
    const headers = { ...own, ...delivery.headers };
    const answer = await exchange(connections, url, { headers, body: delivery.body, signal });
    known.statusCode = answer.statusCode ?? null;
    known.responseHeaders = keptHeaders(answer.headers);
    const responseExcerpt = await readExcerpt(answer);
    return ended(known.statusCode === 200 ? null : 'status', responseExcerpt);
  } catch (fault) {
    // An answer that is broken off for its time ends as one whose receiver closed the connection.
    return ended(signal.aborted ? 'timeout' : faultName(fault));
  } finally {
    clearTimeout(timer);
  }
}
