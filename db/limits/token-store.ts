import type { Queryable } from '../database';
import { PooledBatcher } from '../../lib/batching';
import { takeTokens, type Levels, type LockWay, type Take, type Taken } from './take';
import { takeSingle } from './take-single';

/** One request for a token from each of its buckets. */
export interface TokenRequest {
  planSubject: string;
  endpointSubject: string | null;
  limits: Levels;
  /** 1 to take, 0 to look. */
  wanted: 0 | 1;
}

/** What became of one request. */
export interface TokenOutcome {
  isGranted: boolean;
  /** Tokens that left the plan's and the endpoint's buckets since `taken.levels` were read, this request's included. */
  planTaken: number;
  endpointTaken: number;
  taken: Taken;
}

interface Group {
  take: Take;
  /** Places of its requests in the batch. */
  places: number[];
}

/** Rows are locked while a statement runs, so two of one process would only wait for each other. */
const OPTIONS = { maxBatchSize: 500, maxConcurrent: 1, maxAlone: 2 };

/** Equal requests become one group; groups keep the order in which their first request came. */
function group(requests: readonly TokenRequest[]): Group[] {
  const groups = new Map<string, Group>();
  requests.forEach((request, place) => {
    const { wanted } = request;
    const name = `${wanted} ${request.planSubject} ${request.endpointSubject ?? ''}`;
    const known = groups.get(name);
    if (known === undefined) {
      groups.set(name, { take: { ...request }, places: [place] });
      return;
    }
    known.take.wanted += wanted;
    known.places.push(place);
  });
  return [...groups.values()];
}

async function take(database: Queryable, groups: readonly Group[], way: LockWay): Promise<Taken[]> {
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

async function serve(database: Queryable, requests: readonly TokenRequest[], way: LockWay): Promise<TokenOutcome[]> {
  const groups = group(requests);
  const results = await take(database, groups, way);
  const outcomes = new Array<TokenOutcome>(requests.length);
  groups.forEach(({ places }, index) => {
    const taken = results[index];
    if (taken === undefined) throw new Error('Postgres answered fewer groups than it was asked for');
    places.forEach((place, order) => {
      const served = Math.min(order + 1, taken.granted);
      const isGranted = order < taken.granted;
      outcomes[place] = { isGranted, taken, planTaken: taken.takenBefore + served, endpointTaken: served };
    });
  });
  return outcomes;
}

const STORE = new PooledBatcher((database: Queryable, requests: readonly TokenRequest[], way) => {
  return serve(database, requests, way === 'shared' ? 'shared' : 'alone');
}, OPTIONS);

/**
 * Takes tokens for concurrent requests together; a key that many hit at once has its row locked once for all. A request
 * whose bucket another transaction holds waits for it alone.
 */
export class TokenStore {
  constructor(private readonly database: Queryable) {}

  /** @throws DomainError UNAVAILABLE when Postgres cannot be reached or cannot keep up, or while the bucket is held */
  take(request: TokenRequest): Promise<TokenOutcome> {
    return STORE.submit(this.database, request);
  }
}
