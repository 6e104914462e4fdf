import { LRUCache } from 'lru-cache';
import { ADDRESS_BUCKET } from '../../domain/limits/addresses';
import { capacity, PERIOD_MS, refill, standing, type Fill, type Standing } from '../../domain/limits/bucket';

/** Addresses remembered by one process; a forgotten one begins anew. */
const REMEMBERED = 10_000;
const TOKEN = PERIOD_MS[ADDRESS_BUCKET.period];

/**
 * Counts the requests of addresses whose key is not known (yet), for the headers of their answers.
 * They refuse nobody, so each process keeps its own and they work while Postgres does not.
 * Source: docs/GAPS.md#L3
 */
export class AddressBuckets {
  private readonly fills = new LRUCache<string, Fill>({ max: REMEMBERED });

  /** Takes a token while there is one. @param address unit of counting, see domain/limits/addresses.ts */
  take(address: string, nowMs: number): Standing {
    const known = this.fills.get(address) ?? { level: capacity(ADDRESS_BUCKET), atMs: nowMs };
    const level = refill(ADDRESS_BUCKET, known, nowMs);
    const fill = { level: level >= TOKEN ? level - TOKEN : level, atMs: nowMs };
    this.fills.set(address, fill);
    return standing(ADDRESS_BUCKET, fill, 0);
  }
}
