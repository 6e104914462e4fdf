import type { Context } from 'koa';
import type { Queryable } from '../../db/database';
import type { RefusalCounter } from '../../db/limits/refusals';
import { TokenStore, type TokenOutcome, type TokenRequest } from '../../db/limits/token-store';
import { addressUnit, WRONG_KEY_BUCKET } from '../../domain/limits/addresses';
import type { Principal } from '../../domain/auth/principal';
import { DomainError } from '../../domain/errors';
import { standing, tightest, type Bucket, type Standing } from '../../domain/limits/bucket';
import { requestBuckets, type RequestBuckets } from '../../domain/limits/request-buckets';
import type { Endpoint } from '../endpoint';
import type { LimitVerdict, RateLimiter } from '../middleware/rate-limit';
import { AddressBuckets } from './address-buckets';
import { EmptyBuckets, type Emptiness } from './empty-buckets';
import { limitHeaders, retryAfterSeconds } from './limit-headers';

const NOTHING: LimitVerdict = { headers: {}, refusal: null };

export interface RateLimiterParts {
  database: Queryable;
  /** Hears of each refusal of a key. Source: docs/GAPS.md#L2 */
  refusals: Pick<RefusalCounter, 'count'>;
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

function planStandings(buckets: RequestBuckets, outcome: TokenOutcome): Standing[] {
  const { levels, nowMs } = outcome.taken;
  return buckets.plan.map((bucket) =>
    standing(bucket, { level: levels[bucket.period] ?? 0, atMs: nowMs }, outcome.planTaken),
  );
}

function endpointStanding(buckets: RequestBuckets, outcome: TokenOutcome): Standing | null {
  const level = outcome.taken.levels.endpoint;
  if (buckets.endpoint === null || level === null) return null;
  return standing(buckets.endpoint, { level, atMs: outcome.taken.nowMs }, outcome.endpointTaken);
}

/** What was decided: the bucket that the headers show, and why nothing was given. */
interface Decision {
  shown: Standing;
  emptiness: Emptiness | null;
}

function toVerdict({ shown, emptiness }: Decision): LimitVerdict {
  if (emptiness === null) return { headers: limitHeaders(shown), refusal: null };
  const { standing: empty, reason } = emptiness;
  const message = {
    empty: `The limit of ${empty.limit} requests per ${empty.period} is reached.`,
    locked: 'This key is locked out for a while, because it went on after very many refusals.',
  }[reason];
  const refusal = new DomainError('RATE_LIMIT', message, { retryAfterSeconds: retryAfterSeconds(empty.waitMs) });
  return { headers: limitHeaders({ ...empty, remaining: 0 }), refusal };
}

function lockedStanding(shown: Standing, untilMs: number, nowMs: number): Standing {
  return { ...shown, remaining: 0, fullAtMs: untilMs, waitMs: untilMs - nowMs };
}

/** The empty bucket for which the caller waits longest. */
function longestWait(standings: readonly Standing[]): Standing | undefined {
  return standings.filter(({ waitMs }) => waitMs > 0).sort((a, b) => b.waitMs - a.waitMs)[0];
}

/** Token buckets over Postgres. Source: docs/GAPS.md#L1 */
export class PostgresRateLimiter implements RateLimiter {
  private readonly store: TokenStore;
  private readonly addresses = new AddressBuckets();
  private readonly empty: EmptyBuckets;

  constructor(private readonly parts: RateLimiterParts) {
    this.store = new TokenStore(parts.database);
    this.empty = new EmptyBuckets(() => parts.monotonicMs());
  }

  async take(_context: Context, principal: Principal | null, record: Endpoint): Promise<LimitVerdict> {
    if (principal === null) return NOTHING;
    const isFree = record.countsAgainstPlan === false;
    const buckets = requestBuckets(principal, isFree ? null : record.limit);
    const endpointSubject = buckets.endpoint === null ? null : `${principal.keyId} ${record.limit}`;
    const request = tokenRequest(principal.keyId, buckets, endpointSubject);
    const decision = isFree ? await this.look(request, buckets) : await this.decide(request, buckets);
    if (decision.emptiness?.reason === 'empty') this.parts.refusals.count(principal.keyId);
    return toVerdict(decision);
  }

  async takeWrongKey(context: Context): Promise<LimitVerdict> {
    const buckets = { plan: [WRONG_KEY_BUCKET], endpoint: null };
    return toVerdict(await this.decide(tokenRequest(`wrong-keys ${addressUnit(context.ip)}`, buckets, null), buckets));
  }

  describeAddress(context: Context): Record<string, string> {
    return limitHeaders(this.addresses.take(addressUnit(context.ip), this.parts.nowMs()));
  }

  async standing(principal: Principal): Promise<Standing> {
    const buckets = requestBuckets(principal, null);
    return (await this.look(tokenRequest(principal.keyId, buckets, null), buckets)).shown;
  }

  /** Asks every bucket again: for when limits have changed or a lock-out began or ended. */
  forgetEmptyBuckets(): void {
    this.empty.forgetAll();
  }

  private async decide(request: TokenRequest, buckets: RequestBuckets): Promise<Decision> {
    const known = this.knownEmptiness(request);
    if (known !== null) return { shown: known.standing, emptiness: known };
    const outcome = await this.store.take(request);
    const plan = planStandings(buckets, outcome);
    const endpoint = endpointStanding(buckets, outcome);
    const shown = tightest(endpoint === null ? plan : [...plan, endpoint]);
    if (shown === null) throw new Error('a request without any bucket');
    if (outcome.isGranted) return { shown, emptiness: null };

    const { lockedUntilMs, nowMs } = outcome.taken;
    const planEmpty: Emptiness | null =
      lockedUntilMs === null
        ? emptinessOf(longestWait(plan))
        : { reason: 'locked', standing: lockedStanding(shown, lockedUntilMs, nowMs) };
    const endpointEmpty = emptinessOf(endpoint ?? undefined);
    if (planEmpty !== null) this.empty.remember(request.planSubject, planEmpty);
    if (endpointEmpty !== null && request.endpointSubject !== null) {
      this.empty.remember(request.endpointSubject, endpointEmpty);
    }
    const emptiness = longerOf(planEmpty, endpointEmpty);
    if (emptiness === null) throw new Error('a request was refused although no bucket was empty');
    return { shown: emptiness.standing, emptiness };
  }

  private async look(request: TokenRequest, buckets: RequestBuckets): Promise<Decision> {
    const outcome = await this.store.take({ ...request, wanted: 0 });
    const shown = tightest(planStandings(buckets, outcome));
    if (shown === null) throw new Error('a key without any bucket');
    const { lockedUntilMs, nowMs } = outcome.taken;
    if (lockedUntilMs === null) return { shown, emptiness: null };
    return { shown, emptiness: { reason: 'locked', standing: lockedStanding(shown, lockedUntilMs, nowMs) } };
  }

  private knownEmptiness(request: TokenRequest): Emptiness | null {
    const plan = this.empty.find(request.planSubject);
    const endpoint = request.endpointSubject === null ? null : this.empty.find(request.endpointSubject);
    return longerOf(plan, endpoint);
  }
}

function emptinessOf(empty: Standing | undefined): Emptiness | null {
  return empty === undefined || empty.waitMs <= 0 ? null : { reason: 'empty', standing: empty };
}

function longerOf(one: Emptiness | null, other: Emptiness | null): Emptiness | null {
  if (one === null || other === null) return one ?? other;
  return other.standing.waitMs > one.standing.waitMs ? other : one;
}
