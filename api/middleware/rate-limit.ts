import type { Context, Middleware } from 'koa';
import type { DomainError } from '../../domain/errors';
import type { Principal } from '../../domain/auth/principal';
import type { BucketStatus } from '../../domain/limits/bucket';
import type { EndpointLimit } from '../../domain/limits/plans';

export interface LimitVerdict {
  /** The X-RateLimit headers of the answer, whatever it will be. */
  headers: Record<string, string>;
  refusal: DomainError | null;
}

/** What a record says of its tokens. */
export interface LimitedOperation {
  /** Its own bucket, or null for the plan's alone. */
  limit: EndpointLimit | null;
  countsAgainstPlan?: boolean;
}

/** Counts requests; the buckets live in Postgres and are the same for all processes. */
export interface RateLimiter {
  /**
   * Takes the tokens of a request, all or none.
   * @throws DomainError UNAVAILABLE when Postgres cannot be reached
   * Source: docs/GAPS.md#L1
   */
  take(context: Context, principal: Principal | null, operation: LimitedOperation): Promise<LimitVerdict>;
  /** Whether this process knows already that the tokens will be refused. */
  isExhausted(principal: Principal, operation: LimitedOperation): boolean;
  /** Counts a wrong key of the caller's address; it touches no key's buckets. Source: docs/GAPS.md#A1 */
  takeWrongKey(context: Context): Promise<LimitVerdict>;
  /** Takes from the bucket that a described bank has for notifications that are proved. Source: docs/GAPS.md#described-webhooks */
  takeNotification(partnerId: string): Promise<LimitVerdict>;
  /** Takes from the bucket of the address, in memory, for operations without a key or token. Source: docs/GAPS.md#L3 */
  takeOpen(context: Context): LimitVerdict;
  /** Headers for an answer whose key is not known: they describe the caller's address. Source: docs/GAPS.md#L3 */
  describeAddress(context: Context): Record<string, string>;
  /** The tightest plan bucket of a key, as it stands; costs nothing. */
  bucketStatus(principal: Principal): Promise<BucketStatus>;
}

/** Sees to it that no answer lacks the X-RateLimit headers; runs outside of everything that answers. */
export function describeLimits(services: { limiter: RateLimiter }): Middleware {
  return async (context, next) => {
    await next();
    if (!context.res.hasHeader('X-RateLimit-Limit')) context.set(services.limiter.describeAddress(context));
  };
}
