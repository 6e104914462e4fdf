import type { Context } from 'koa';
import type { DomainError } from '../../domain/errors';
import type { Principal } from '../../domain/auth/principal';
import type { Endpoint } from '../endpoint';

export interface LimitVerdict {
  /** The X-RateLimit headers of the answer, whatever it will be. */
  headers: Record<string, string>;
  refusal: DomainError | null;
}

/** Takes the tokens of a request, all or none. Source: docs/GAPS.md#L1 */
export interface RateLimiter {
  take(context: Context, principal: Principal | null, record: Endpoint): Promise<LimitVerdict>;
}
