import { LRUCache } from 'lru-cache';
import { PERIOD_MS } from '../../domain/limits/bucket';
import type { Queryable } from '../database';
import { PooledBatcher } from '../../lib/batching';
import { giveBack, takeTokens, type Levels, type LockWay, type Take, type Taken } from './take';
import { takeSingle } from './take-single';

/** One request for a token from each of its buckets. */
export interface TokenRequest {
  planSubject: string;
  endpointSubject: string | null;
  limits: Levels;
  /** 1 to take, 0 to look. */
  wanted: 0 | 1;
}

/** A request, with further tokens for those that will follow it. */
interface LeasingRequest extends TokenRequest {
  extra: number;
}

/** What became of one request. */
export interface TokenOutcome {
  isGranted: boolean;
  /** Tokens that left the plan's and the endpoint's buckets since `taken.levels` were read, this request's included. */
  planTaken: number;
  endpointTaken: number;
  taken: Taken;
}

interface LeasingOutcome extends TokenOutcome {
  /** Further tokens that were given. */
  spare: number;
}

interface Group {
  take: Take;
  /** Places of its requests in the batch. */
  places: number[];
}

/** Rows are locked while a statement runs, so two of one process would only wait for each other. */
const OPTIONS = { maxBatchSize: 500, maxConcurrent: 1, maxAlone: 2 };

const nameOf = ({ planSubject, endpointSubject }: TokenRequest): string => `${planSubject} ${endpointSubject ?? ''}`;

/** Groups equal requests, in the order of the first of each group. */
function groupEqual(requests: readonly LeasingRequest[]): Group[] {
  const groups = new Map<string, Group>();
  requests.forEach((request, place) => {
    const { planSubject, endpointSubject, limits } = request;
    const wanted = request.wanted + request.extra;
    const name = `${request.wanted} ${nameOf(request)}`;
    const known = groups.get(name);
    if (known === undefined) {
      groups.set(name, { take: { planSubject, endpointSubject, limits, wanted }, places: [place] });
      return;
    }
    known.take.wanted += wanted;
    known.places.push(place);
  });
  return [...groups.values()];
}

/** Takes tokens for groups, by the cheaper statement if it is a single request. */
async function takeForGroups(database: Queryable, groups: readonly Group[], way: LockWay): Promise<Taken[]> {
  const [first] = groups;
  if (groups.length === 1 && first !== undefined && first.take.wanted === 1 && first.take.endpointSubject === null) {
    const taken = await takeSingle(database, first.take, way);
    if (taken !== null) return [taken];
  }
  return takeTokens(
    database,
    groups.map((group) => group.take),
    way,
  );
}

/**
 * Takes tokens for several requests in one statement.
 * @returns an outcome for each request, in their order
 */
async function serveGroups(
  database: Queryable,
  requests: readonly LeasingRequest[],
  way: LockWay,
): Promise<LeasingOutcome[]> {
  const groups = groupEqual(requests);
  const results = await takeForGroups(database, groups, way);
  const outcomes = new Array<LeasingOutcome>(requests.length);
  groups.forEach(({ places }, index) => {
    const taken = results[index];
    if (taken === undefined) throw new Error('Postgres answered fewer groups than it was asked for');
    let unspent = Math.max(0, taken.granted - places.length);
    places.forEach((place, order) => {
      const served = Math.min(order + 1, taken.granted);
      const isGranted = order < taken.granted;
      const spare = Math.min(unspent, requests[place]?.extra ?? 0);
      unspent -= spare;
      outcomes[place] = { isGranted, taken, planTaken: taken.takenBefore + served, endpointTaken: served, spare };
    });
  });
  return outcomes;
}

const STORE = new PooledBatcher((database: Queryable, requests: readonly LeasingRequest[], way) => {
  return serveGroups(database, requests, way === 'shared' ? 'shared' : 'alone');
}, OPTIONS);

/** For so long a process hands out tokens that it has taken; then it gives back what is left. */
const LEASE_MS = 1_000;
const MOST_LEASED = 20;
/** Of a whole bucket, and of what it holds: near its end each token is taken by itself. */
const LEASED_SHARE = 0.05;
/** Keys and operations that a process remembers. */
const MAX_REMEMBERED = 5_000;

/** Tokens that equal requests have used, and the lease of those that follow. */
interface Usage {
  request: TokenRequest;
  /** Beginning of a second, by the monotonic clock, the tokens used in it, and in the one before. */
  sinceMs: number;
  uses: number;
  usesBefore: number;
  /** Tokens that are leased, until when, and what the headers of the endpoint's bucket are counted from. */
  left: number;
  endsAtMs: number;
  outcome: TokenOutcome | null;
  isAsking: boolean;
}

/** What this process knows of a plan's buckets: their levels when a statement read them last, and what was used since. */
interface PlanView {
  taken: Taken;
  used: number;
}

/**
 * Takes tokens for concurrent requests together; a key that many hit at once has its row locked once for all. A request
 * whose bucket another transaction holds waits for it alone.
 *
 * Where requests follow each other, one statement takes tokens for those to come, as many as were used in the last second.
 * They are taken before they are handed out, so that all processes together never give too many; those of a process that
 * dies are lost. Source: docs/GAPS.md#L1
 */
export class TokenStore {
  private readonly usages = new LRUCache<string, Usage>({ max: MAX_REMEMBERED });
  private readonly views = new LRUCache<string, PlanView>({ max: MAX_REMEMBERED });
  private readonly leased = new Set<Usage>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly database: Queryable) {}

  /** @throws DomainError UNAVAILABLE when Postgres cannot be reached or cannot keep up, or while the bucket is held */
  async take(request: TokenRequest): Promise<TokenOutcome> {
    if (request.wanted === 0) return this.takeFromPostgres(request, null, 0);
    const usage = this.usageOf(request);
    const { left, endsAtMs, outcome } = usage;
    if (outcome !== null && left > 0 && performance.now() < endsAtMs) return this.takeFromLease(usage, outcome);
    const extra = usage.isAsking ? 0 : extraFor(usage);
    usage.isAsking ||= extra > 0;
    try {
      return await this.takeFromPostgres(request, usage, extra);
    } finally {
      if (extra > 0) usage.isAsking = false;
    }
  }

  /** Forgets the leases of a key, whose limits have changed, or of all. */
  forget(planSubject: string | null): void {
    for (const usage of this.leased) {
      if (planSubject !== null && usage.request.planSubject !== planSubject) continue;
      usage.left = 0;
      this.leased.delete(usage);
    }
  }

  /** Gives back what is leased and was not used; done by itself when a lease ends. */
  async giveBack(): Promise<void> {
    const tokens = new Map<string, number>();
    for (const { request, left } of this.leased) {
      for (const subject of [request.planSubject, request.endpointSubject]) {
        if (subject !== null && left > 0) tokens.set(subject, (tokens.get(subject) ?? 0) + left);
      }
    }
    this.forget(null);
    if (tokens.size > 0) await giveBack(this.database, tokens);
  }

  /** The counters of a request's buckets, with a new interval begun when the last one is over. */
  private usageOf(request: TokenRequest): Usage {
    const nowMs = performance.now();
    const name = nameOf(request);
    const known = this.usages.get(name);
    const isSame = known !== undefined && hasSameLimits(known.request, request);
    const usage: Usage = isSame
      ? known
      : {
          ...{ request, sinceMs: nowMs, uses: 0, usesBefore: 0 },
          ...{ left: 0, endsAtMs: 0, outcome: null, isAsking: false },
        };
    if (!isSame) this.usages.set(name, usage);
    if (nowMs - usage.sinceMs >= LEASE_MS) {
      usage.usesBefore = nowMs - usage.sinceMs < 2 * LEASE_MS ? usage.uses : 0;
      usage.uses = 0;
      usage.sinceMs = nowMs;
    }
    return usage;
  }

  /** Takes tokens in Postgres; those beyond the one that was asked for become a lease of this process. */
  private async takeFromPostgres(request: TokenRequest, usage: Usage | null, extra: number): Promise<TokenOutcome> {
    const { spare, ...outcome } = await STORE.submit(this.database, { ...request, extra });
    const shown = { ...outcome, planTaken: outcome.planTaken - this.unspentOf(request.planSubject) };
    this.views.set(request.planSubject, { taken: shown.taken, used: shown.planTaken });
    if (usage !== null && outcome.isGranted) usage.uses += 1;
    if (usage !== null) usage.outcome = outcome;
    if (usage !== null && spare > 0) this.addLease(usage, spare);
    return shown;
  }

  private addLease(usage: Usage, tokens: number): void {
    usage.left += tokens;
    usage.endsAtMs = performance.now() + LEASE_MS;
    this.leased.add(usage);
    this.timer ??= setTimeout(() => {
      this.timer = null;
      // What cannot be given back is lost: the bucket fills by itself.
      this.giveBack().catch(() => undefined);
    }, LEASE_MS);
    this.timer.unref();
  }

  private takeFromLease(usage: Usage, outcome: TokenOutcome): TokenOutcome {
    usage.left -= 1;
    usage.uses += 1;
    if (usage.left === 0) this.leased.delete(usage);
    const { planSubject } = usage.request;
    const { taken, used } = this.views.get(planSubject) ?? { taken: outcome.taken, used: outcome.planTaken };
    this.views.set(planSubject, { taken, used: used + 1 });
    usage.outcome = { ...outcome, endpointTaken: outcome.endpointTaken + 1 };
    const levels = { ...taken.levels, endpoint: outcome.taken.levels.endpoint };
    return { ...usage.outcome, planTaken: used + 1, taken: { ...taken, levels } };
  }

  /** Tokens that have left a plan's buckets and that no request has used: for the headers they are there. */
  private unspentOf(planSubject: string): number {
    let unspent = 0;
    for (const { request, left } of this.leased) if (request.planSubject === planSubject) unspent += left;
    return unspent;
  }
}

function hasSameLimits({ limits: known }: TokenRequest, { limits }: TokenRequest): boolean {
  const { minute, hour, day, endpoint } = limits;
  return known.minute === minute && known.hour === hour && known.day === day && known.endpoint === endpoint;
}

/** How many tokens a request takes in advance for the requests that follow. */
function extraFor({ uses, usesBefore, outcome, request }: Usage): number {
  if (outcome === null || !outcome.isGranted) return 0;
  const { limits } = request;
  const { levels } = outcome.taken;
  const { minute, hour, day } = PERIOD_MS;
  const held = [
    [limits.minute, levels.minute, minute, outcome.planTaken],
    [limits.hour, levels.hour, hour, outcome.planTaken],
    [limits.day, levels.day, day, outcome.planTaken],
    [limits.endpoint, levels.endpoint, minute, outcome.endpointTaken],
  ] as const;
  const shares = held.flatMap(([limit, level, periodMs, taken]) =>
    limit === null || level === null ? [] : [limit * LEASED_SHARE, (level / periodMs - taken) * LEASED_SHARE],
  );
  return Math.max(0, Math.floor(Math.min(MOST_LEASED, Math.max(uses, usesBefore), ...shares)));
}
