import type { AttemptResult } from '../../db/webhooks/record-attempts';
import type { SignedDelivery } from '../../domain/webhooks/signature';
import { isTrustedOrigin, placeFault } from '../../domain/webhooks/target';
import { traceCall } from '../../lib/trace-call';
import { faultCode } from '../../lib/fault-code';
import { exchange } from './exchange';
import type { GuardedAgents } from './guarded-connect';
import { prepareForEndpoint } from './https-endpoint';
import type { PrepareAttempt, Target } from './port';
import { limitHeaders, readExcerpt } from './read-answer';
import { prepareForQueue } from './sqs-queue';

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

const prepare: PrepareAttempt = (target, delivery) => {
  const { queue = null } = target;
  return queue === null ? prepareForEndpoint(target, delivery) : prepareForQueue({ ...target, queue }, delivery);
};

/**
 * Posts a signed delivery of an account once. It succeeds only with status 200 and the answer read within 5 s in all;
 * a queue must also confirm the message.
 * @returns the result; it never throws for what a receiver or network does
 * Source: docs/GAPS.md#W4, docs/GAPS.md#W16
 */
export function postDelivery(
  target: Target,
  delivery: SignedDelivery,
  agents: GuardedAgents,
  trustedOrigins: readonly string[],
): Promise<AttemptResult> {
  return traceCall('webhook delivery', { 'http.request.method': 'POST' }, async ({ headers, note }) => {
    const traced = { ...target, headers: { ...target.headers, ...headers } };
    const result = await postUntraced(traced, delivery, agents, trustedOrigins);
    note({ 'http.response.status_code': result.statusCode ?? 0, 'error.type': result.error ?? '' });
    return result;
  });
}

/**
 * Posts a delivery without tracing it.
 * @returns the result; it never throws for what a receiver or network does
 */
async function postUntraced(
  target: Target,
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
    if (target.lacksSecret === true) return ended('secret_not_set');
    const place = { url: target.url, region: target.queue?.region ?? null };
    if (placeFault(place, trustedOrigins) !== null) return ended('target_refused');
    const prepared = prepare(target, delivery);
    if ('fault' in prepared) return ended(prepared.fault);
    const { url } = prepared;
    const isTrusted = isTrustedOrigin(url, trustedOrigins);
    if (!isTrusted) await agents.resolve(url, target.accountId, signal);
    const connections = isTrusted ? agents.trusted(url) : agents.guarded(url);
    const answer = await exchange(connections, url, { ...prepared, signal });
    known.statusCode = answer.statusCode ?? null;
    known.responseHeaders = limitHeaders(answer.headers);
    const text = await readExcerpt(answer);
    return ended(prepared.faultOf({ statusCode: known.statusCode, text }), text);
  } catch (fault) {
    // An answer that is broken off for its time ends as one whose receiver closed the connection.
    return ended(signal.aborted ? 'timeout' : faultName(fault));
  } finally {
    clearTimeout(timer);
  }
}
