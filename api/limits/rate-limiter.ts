import type { Context } from 'koa';
import type { Queryable } from '../../db/database';
import type { RefusalCounter } from '../../db/limits/refusals';
import type { Taken } from '../../db/limits/take';
import { TokenStore, type TokenOutcome, type TokenRequest } from '../../db/limits/token-store';
import { ADDRESS_BUCKET, addressUnit, OPEN_BUCKET, WRONG_KEY_BUCKET } from '../../domain/limits/addresses';
import type { Principal } from '../../domain/auth/principal';
import { standing, tightest, type Bucket, type Standing } from '../../domain/limits/bucket';
import { requestBuckets, type RequestBuckets } from '../../domain/limits/request-buckets';
import { ENDPOINT_LIMITS } from '../../domain/limits/plans';
import type { Endpoint } from '../endpoint';
import type { LimitVerdict, RateLimiter } from '../middleware/rate-limit';
import { AddressBuckets } from './address-buckets';
import { EmptyBuckets, type Emptiness } from './empty-buckets';
import { limitHeaders } from './limit-headers';
import { refuse } from './refusal';

const ENDPOINT_NAMES = Object.keys(ENDPOINT_LIMITS);

/** Name of a key's bucket of one row of the endpoint table. */
function endpointSubjectOf(keyId: string, limit: string): string {
  return `${keyId} ${limit}`;
}

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

/** What was decided: the bucket that the headers show, or why nothing was given. */
type Decision = { isGranted: true; shown: Standing } | { isGranted: false; emptiness: Emptiness };

function toVerdict(decision: Decision): LimitVerdict {
  if (!decision.isGranted) return refuse(decision.emptiness);
  return { headers: limitHeaders(decision.shown), refusal: null };
}

function lockedOut(shown: Standing, { lockedUntilMs, nowMs }: Taken): Emptiness | null {
  if (lockedUntilMs === null) return null;
  const standing = { ...shown, remaining: 0, fullAtMs: lockedUntilMs };
  return { reason: 'locked', standing, waitMs: lockedUntilMs - nowMs };
}

function emptinessOf(empty: Standing): Emptiness | null {
  return empty.waitMs > 0 ? { reason: 'empty', standing: empty, waitMs: empty.waitMs } : null;
}

/** The emptiness that lasts longest. */
function longestOf(candidates: readonly (Emptiness | null)[]): Emptiness | null {
  let found: Emptiness | null = null;
  for (const candidate of candidates) {
    if (candidate !== null && (found === null || candidate.waitMs > found.waitMs)) found = candidate;
  }
  return found;
}

function shownOf(standings: readonly Standing[]): Standing {
  const shown = tightest(standings);
  if (shown === null) throw new Error('a request without any bucket');
  return shown;
}

/** Token buckets over Postgres. Source: docs/GAPS.md#L1 */
export class PostgresRateLimiter implements RateLimiter {
  private readonly store: TokenStore;
  private readonly addresses = new AddressBuckets(ADDRESS_BUCKET);
  private readonly open = new AddressBuckets(OPEN_BUCKET);
  private readonly empty: EmptyBuckets;

  constructor(private readonly parts: RateLimiterParts) {
    this.store = new TokenStore(parts.database);
    this.empty = new EmptyBuckets(() => parts.monotonicMs());
  }

  take(context: Context, principal: Principal | null, record: Endpoint): LimitVerdict | Promise<LimitVerdict> {
    if (principal === null) return this.takeOpen(context);
    if (record.countsAgainstPlan === false) {
      const open = this.takeOpen(context);
      return open.refusal === null ? this.look(principal).then(toVerdict) : open;
    }
    const buckets = requestBuckets(principal, record.limit);
    const endpointSubject =
      buckets.endpoint === null || record.limit === null ? null : endpointSubjectOf(principal.keyId, record.limit);
    const decided = this.decide(tokenRequest(principal.keyId, buckets, endpointSubject), buckets);
    return decided instanceof Promise
      ? decided.then((decision) => this.counted(decision, principal))
      : this.counted(decided, principal);
  }

  async takeWrongKey(context: Context): Promise<LimitVerdict> {
    const buckets = { plan: [WRONG_KEY_BUCKET], endpoint: null };
    return toVerdict(await this.decide(tokenRequest(`wrong-keys ${addressUnit(context.ip)}`, buckets, null), buckets));
  }

  takeOpen(context: Context): LimitVerdict {
    const { isGranted, standing } = this.open.take(addressUnit(context.ip), this.parts.nowMs());
    if (isGranted) return { headers: limitHeaders(standing), refusal: null };
    return refuse({ reason: 'empty', standing, waitMs: standing.waitMs });
  }

  describeAddress(context: Context): Record<string, string> {
    return limitHeaders(this.addresses.take(addressUnit(context.ip), this.parts.nowMs()).standing);
  }

  async standing(principal: Principal): Promise<Standing> {
    const decision = await this.look(principal);
    return decision.isGranted ? decision.shown : decision.emptiness.standing;
  }

  /**
   * Asks the buckets of a key again: for when its limits have changed or a lock-out began or ended.
   * @param keyId null where it is not known which key that was: then every bucket is asked again
   */
  forgetEmptyBuckets(keyId: string | null): void {
    if (keyId === null) this.empty.forgetAll();
    else this.empty.forget([keyId, ...ENDPOINT_NAMES.map((name) => endpointSubjectOf(keyId, name))]);
  }

  /** Writes what was counted towards lock-outs; done by itself shortly after a refusal, and when a process ends. */
  writeRefusals(): Promise<void> {
    return this.parts.refusals.write();
  }

  private counted(decision: Decision, principal: Principal): LimitVerdict {
    if (!decision.isGranted && decision.emptiness.reason === 'empty') this.parts.refusals.count(principal.keyId);
    return toVerdict(decision);
  }

  /** An emptiness that is known is told without asking anybody. */
  private decide(request: TokenRequest, buckets: RequestBuckets): Decision | Promise<Decision> {
    const known = this.knownEmptiness(request);
    return known === null ? this.ask(request, buckets) : { isGranted: false, emptiness: known };
  }

  private async ask(request: TokenRequest, buckets: RequestBuckets): Promise<Decision> {
    const outcome = await this.store.take(request);
    const plan = planStandings(buckets, outcome);
    const endpoint = endpointStanding(buckets, outcome);
    const shown = shownOf(endpoint === null ? plan : [...plan, endpoint]);
    if (outcome.isGranted) return { isGranted: true, shown };

    const ofPlan = lockedOut(shown, outcome.taken) ?? longestOf(plan.map(emptinessOf));
    const ofEndpoint = endpoint === null ? null : emptinessOf(endpoint);
    if (ofPlan !== null) this.empty.remember(request.planSubject, ofPlan);
    if (ofEndpoint !== null && request.endpointSubject !== null) {
      this.empty.remember(request.endpointSubject, ofEndpoint);
    }
    const emptiness = longestOf([ofPlan, ofEndpoint]);
    if (emptiness === null) throw new Error('a request was refused although no bucket was empty');
    return { isGranted: false, emptiness };
  }

  private async look(principal: Principal): Promise<Decision> {
    const buckets = requestBuckets(principal, null);
    const outcome = await this.store.take({ ...tokenRequest(principal.keyId, buckets, null), wanted: 0 });
    const shown = shownOf(planStandings(buckets, outcome));
    const emptiness = lockedOut(shown, outcome.taken);
    return emptiness === null ? { isGranted: true, shown } : { isGranted: false, emptiness };
  }

  private knownEmptiness(request: TokenRequest): Emptiness | null {
    const ofPlan = this.empty.find(request.planSubject);
    return request.endpointSubject === null ? ofPlan : longestOf([ofPlan, this.empty.find(request.endpointSubject)]);
  }
}
