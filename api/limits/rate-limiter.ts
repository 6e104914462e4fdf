import type { Context } from 'koa';
import type { Queryable } from '../../db/database';
import type { RefusalCounter } from '../../db/limits/refusals';
import type { Taken } from '../../db/limits/take';
import { TokenStore, type TokenOutcome, type TokenRequest } from '../../db/limits/token-store';
import {
  ADDRESS_BUCKET,
  addressUnit,
  NOTIFICATION_BUCKET,
  OPEN_BUCKET,
  WRONG_KEY_BUCKET,
} from '../../domain/limits/addresses';
import type { Principal } from '../../domain/auth/principal';
import { bucketStatus, tightest, type Bucket, type BucketStatus } from '../../domain/limits/bucket';
import { ENDPOINT_LIMIT_NAMES } from '../../domain/limits/custom-endpoint-limits';
import { endpointSubjectOf, requestBuckets, type RequestBuckets } from '../../domain/limits/request-buckets';
import type { LimitedOperation, LimitVerdict, RateLimiter } from '../middleware/rate-limit';
import { AddressBuckets } from './address-buckets';
import { ExhaustedBuckets, type Exhaustion } from './exhausted-buckets';
import { limitHeaders } from './limit-headers';
import { refuseExhausted } from './refusal';

export interface RateLimiterParts {
  database: Queryable;
  /** Hears of each refusal of a key. Source: docs/GAPS.md#L2 */
  refusals: Pick<RefusalCounter, 'count' | 'write'>;
  /** Unix milliseconds, for the addresses' own buckets; the keys' follow the clock of Postgres. */
  nowMs(): number;
  /** Milliseconds of a clock that never steps. */
  monotonicMs(): number;
}

function limitOf(buckets: readonly Bucket[], period: Bucket['period']): number | null {
  return buckets.find((bucket) => bucket.period === period)?.limit ?? null;
}

function tokenRequest(subject: string, buckets: RequestBuckets, endpointSubject: string | null): TokenRequest {
  return {
    planSubject: subject,
    endpointSubject,
    wanted: 1,
    limits: {
      minute: limitOf(buckets.plan, 'minute'),
      hour: limitOf(buckets.plan, 'hour'),
      day: limitOf(buckets.plan, 'day'),
      endpoint: endpointSubject === null ? null : (buckets.endpoint?.limit ?? null),
    },
  };
}

function planAndEndpointRequest(
  principal: Principal,
  { limit }: LimitedOperation,
): { request: TokenRequest; buckets: RequestBuckets } {
  const buckets = requestBuckets(principal, limit);
  const endpointSubject =
    buckets.endpoint === null || limit === null ? null : endpointSubjectOf(principal.keyId, limit);
  return { request: tokenRequest(principal.keyId, buckets, endpointSubject), buckets };
}

function planStatuses(buckets: RequestBuckets, outcome: TokenOutcome): BucketStatus[] {
  const { levels, nowMs } = outcome.taken;
  return buckets.plan.map((bucket) =>
    bucketStatus(bucket, { level: levels[bucket.period] ?? 0, atMs: nowMs }, outcome.planTaken),
  );
}

function endpointStatus(buckets: RequestBuckets, outcome: TokenOutcome): BucketStatus | null {
  const level = outcome.taken.levels.endpoint;
  if (buckets.endpoint === null || level === null) return null;
  return bucketStatus(buckets.endpoint, { level, atMs: outcome.taken.nowMs }, outcome.endpointTaken);
}

/** What was decided: the bucket that the headers show, or why nothing was given. */
type Decision = { isGranted: true; shown: BucketStatus } | { isGranted: false; exhaustion: Exhaustion };

function toVerdict(decision: Decision): LimitVerdict {
  if (!decision.isGranted) return refuseExhausted(decision.exhaustion);
  return { headers: limitHeaders(decision.shown), refusal: null };
}

function exhaustionByLockOut(shown: BucketStatus, { lockedUntilMs, nowMs }: Taken): Exhaustion | null {
  if (lockedUntilMs === null) return null;
  const bucketStatus = { ...shown, remaining: 0, fullAtMs: lockedUntilMs };
  return { reason: 'locked', bucketStatus, waitMs: lockedUntilMs - nowMs };
}

function exhaustionOf(empty: BucketStatus): Exhaustion | null {
  return empty.waitMs > 0 ? { reason: 'empty', bucketStatus: empty, waitMs: empty.waitMs } : null;
}

/** The exhaustion that lasts longest, or null. */
function longestExhaustion(candidates: readonly (Exhaustion | null)[]): Exhaustion | null {
  let found: Exhaustion | null = null;
  for (const candidate of candidates) {
    if (candidate !== null && (found === null || candidate.waitMs > found.waitMs)) found = candidate;
  }
  return found;
}

function requireTightest(bucketStatuses: readonly BucketStatus[]): BucketStatus {
  const shown = tightest(bucketStatuses);
  if (shown === null) throw new Error('a request without any bucket');
  return shown;
}

/** Token buckets over Postgres. Source: docs/GAPS.md#L1 */
export class PostgresRateLimiter implements RateLimiter {
  private readonly store: TokenStore;
  private readonly addresses = new AddressBuckets(ADDRESS_BUCKET);
  private readonly open = new AddressBuckets(OPEN_BUCKET);
  private readonly empty: ExhaustedBuckets;

  constructor(private readonly parts: RateLimiterParts) {
    this.store = new TokenStore(parts.database);
    this.empty = new ExhaustedBuckets(() => parts.monotonicMs());
  }

  async take(context: Context, principal: Principal | null, operation: LimitedOperation): Promise<LimitVerdict> {
    if (principal === null) return this.takeOpen(context);
    if (operation.countsAgainstPlan === false) {
      const open = this.takeOpen(context);
      return open.refusal === null ? toVerdict(await this.readWithoutTaking(principal)) : open;
    }
    const { request, buckets } = planAndEndpointRequest(principal, operation);
    return this.countRefusal(await this.decide(request, buckets), principal);
  }

  isExhausted(principal: Principal, operation: LimitedOperation): boolean {
    return this.knownExhaustion(planAndEndpointRequest(principal, operation).request) !== null;
  }

  takeWrongKey(context: Context): Promise<LimitVerdict> {
    return this.takeFrom(WRONG_KEY_BUCKET, `wrong-keys ${addressUnit(context.ip)}`);
  }

  takeNotification(partnerId: string): Promise<LimitVerdict> {
    return this.takeFrom(NOTIFICATION_BUCKET, `notifications ${partnerId}`);
  }

  takeOpen(context: Context): LimitVerdict {
    const { isGranted, bucketStatus } = this.open.take(addressUnit(context.ip), this.parts.nowMs());
    if (isGranted) return { headers: limitHeaders(bucketStatus), refusal: null };
    return refuseExhausted({ reason: 'empty', bucketStatus, waitMs: bucketStatus.waitMs });
  }

  describeAddress(context: Context): Record<string, string> {
    return limitHeaders(this.addresses.take(addressUnit(context.ip), this.parts.nowMs()).bucketStatus);
  }

  async bucketStatus(principal: Principal): Promise<BucketStatus> {
    const decision = await this.readWithoutTaking(principal);
    return decision.isGranted ? decision.shown : decision.exhaustion.bucketStatus;
  }

  /**
   * Asks the buckets of a key again: for when its limits have changed or a lock-out began or ended.
   * @param keyId null where it is not known which key that was: then every bucket is asked again
   */
  forgetExhaustedBuckets(keyId: string | null): void {
    this.store.forget(keyId);
    if (keyId === null) this.empty.forgetAll();
    else this.empty.forget([keyId, ...ENDPOINT_LIMIT_NAMES.map((name) => endpointSubjectOf(keyId, name))]);
  }

  /** Writes what was counted towards lock-outs, and gives back what was not used; done by itself within a second. */
  async close(): Promise<void> {
    await Promise.all([this.parts.refusals.write(), this.store.giveBack()]);
  }

  private countRefusal(decision: Decision, principal: Principal): LimitVerdict {
    if (!decision.isGranted && decision.exhaustion.reason === 'empty') this.parts.refusals.count(principal.keyId);
    return toVerdict(decision);
  }

  /** Takes from one bucket that belongs to no key. */
  private async takeFrom(bucket: Bucket, subject: string): Promise<LimitVerdict> {
    const buckets = { plan: [bucket], endpoint: null };
    return toVerdict(await this.decide(tokenRequest(subject, buckets, null), buckets));
  }

  /** Grants or refuses a token: without the database if a bucket is known to be empty. */
  private async decide(request: TokenRequest, buckets: RequestBuckets): Promise<Decision> {
    const known = this.knownExhaustion(request);
    return known === null ? this.takeFromStore(request, buckets) : { isGranted: false, exhaustion: known };
  }

  /** Takes a token; without one, remembers which buckets are empty and returns the longest wait. */
  private async takeFromStore(request: TokenRequest, buckets: RequestBuckets): Promise<Decision> {
    const outcome = await this.store.take(request);
    const plan = planStatuses(buckets, outcome);
    const endpoint = endpointStatus(buckets, outcome);
    const shown = requireTightest(endpoint === null ? plan : [...plan, endpoint]);
    if (outcome.isGranted) return { isGranted: true, shown };

    const ofPlan = exhaustionByLockOut(shown, outcome.taken) ?? longestExhaustion(plan.map(exhaustionOf));
    const ofEndpoint = endpoint === null ? null : exhaustionOf(endpoint);
    if (ofPlan !== null) this.empty.remember(request.planSubject, ofPlan);
    if (ofEndpoint !== null && request.endpointSubject !== null) {
      this.empty.remember(request.endpointSubject, ofEndpoint);
    }
    const exhaustion = longestExhaustion([ofPlan, ofEndpoint]);
    if (exhaustion === null) throw new Error('a request was refused although no bucket was empty');
    return { isGranted: false, exhaustion };
  }

  private async readWithoutTaking(principal: Principal): Promise<Decision> {
    const buckets = requestBuckets(principal, null);
    const outcome = await this.store.take({ ...tokenRequest(principal.keyId, buckets, null), wanted: 0 });
    const shown = requireTightest(planStatuses(buckets, outcome));
    const exhaustion = exhaustionByLockOut(shown, outcome.taken);
    return exhaustion === null ? { isGranted: true, shown } : { isGranted: false, exhaustion };
  }

  private knownExhaustion(request: TokenRequest): Exhaustion | null {
    const ofPlan = this.empty.find(request.planSubject);
    return request.endpointSubject === null
      ? ofPlan
      : longestExhaustion([ofPlan, this.empty.find(request.endpointSubject)]);
  }
}
