import type { Principal } from '../auth/principal';
import { MAX_LIMIT, type Bucket } from './bucket';
import { mayHaveCustomEndpointLimits } from './custom-endpoint-limits';
import { ENDPOINT_LIMITS, PLAN_LIMITS, type EndpointLimit, type PlanLimits } from './plans';

/** The buckets that one request takes from, all or none. */
export interface RequestBuckets {
  /** The key's own: minute, hour, day. */
  plan: readonly Bucket[];
  /** The key's bucket of one row of the endpoint table. */
  endpoint: Bucket | null;
}

/** Where nothing else limits a key this bucket does, so that the headers always mean something. */
const UNLIMITED: Partial<PlanLimits> = PLAN_LIMITS.enterprise;

/**
 * The limits of a principal: those of its plan, overridden by its own. An Enterprise key with limits of its own but
 * none a minute has only these.
 */
function planLimits(principal: Principal): Partial<PlanLimits> {
  if (principal.kind !== 'client') return UNLIMITED;
  const limits = { ...PLAN_LIMITS[principal.plan], ...principal.customLimits };
  const isCustom = Object.keys(principal.customLimits).length > 0;
  if (principal.plan !== 'enterprise' || !isCustom || principal.customLimits.perMinute !== undefined) return limits;
  // An Enterprise key with numbers of its own has those and no others.
  return principal.customLimits;
}

function bucket(limit: number | undefined, period: Bucket['period']): Bucket[] {
  return limit === undefined ? [] : [{ limit: Math.min(limit, MAX_LIMIT), period }];
}

/** The same key is asked about for each of its requests. */
const planBuckets = new WeakMap<Principal, readonly Bucket[]>();

/** The buckets of a principal's plan, kept for as long as the principal. */
function planBucketsOf(principal: Principal): readonly Bucket[] {
  const known = planBuckets.get(principal);
  if (known !== undefined) return known;
  const { perMinute, perHour, perDay } = planLimits(principal);
  const buckets = [...bucket(perMinute, 'minute'), ...bucket(perHour, 'hour'), ...bucket(perDay, 'day')];
  planBuckets.set(principal, buckets);
  return buckets;
}

/** The bucket of an endpoint; null where the endpoint or the principal has no such limit. */
function endpointBucket(principal: Principal, limit: EndpointLimit | null): Bucket | null {
  if (limit === null || principal.kind === 'operator' || !principal.endpointLimits) return null;
  const plan = principal.kind === 'client' ? principal.plan : null;
  const isCustom = mayHaveCustomEndpointLimits({ kind: principal.kind, plan });
  const custom = isCustom ? principal.customEndpointLimits[limit] : undefined;
  return { limit: Math.min(custom ?? ENDPOINT_LIMITS[limit], MAX_LIMIT), period: 'minute' };
}

/** @returns name of a key's bucket of one row of the endpoint table */
export function endpointSubjectOf(keyId: string, limit: string): string {
  return `${keyId} ${limit}`;
}

/**
 * Which buckets apply to a request.
 * Partner keys have the endpoint's bucket only; keys without endpoint limits have none of those. Partners and Enterprise
 * keys may have numbers of their own in place of the standard ones.
 * Source: docs/GAPS.md#L1
 */
export function requestBuckets(principal: Principal, limit: EndpointLimit | null): RequestBuckets {
  const endpoint = endpointBucket(principal, limit);
  if (principal.kind === 'partner' && endpoint !== null) return { plan: [], endpoint };
  return { plan: planBucketsOf(principal), endpoint };
}
