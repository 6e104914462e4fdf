import { LRUCache } from 'lru-cache';
import {
  capacity,
  PERIOD_MS,
  refill,
  bucketStatus,
  type Bucket,
  type Fill,
  type BucketStatus,
} from '../../domain/limits/bucket';

/** Addresses remembered by one process; a forgotten one starts again. */
const REMEMBERED = 10_000;

/**
 * A bucket for each address, of this process alone, so that they work while Postgres does not.
 * Source: docs/GAPS.md#L3
 */
export class AddressBuckets {
  private readonly fills = new LRUCache<string, Fill>({ max: REMEMBERED });

  constructor(private readonly bucket: Bucket) {}

  /**
   * Takes a token if there is one.
   * @param address unit of counting, see domain/limits/addresses.ts
   */
  take(address: string, nowMs: number): { isGranted: boolean; bucketStatus: BucketStatus } {
    const { bucket } = this;
    const token = PERIOD_MS[bucket.period];
    const known = this.fills.get(address) ?? { level: capacity(bucket), atMs: nowMs };
    const level = refill(bucket, known, nowMs);
    const isGranted = level >= token;
    const fill = { level: isGranted ? level - token : level, atMs: nowMs };
    this.fills.set(address, fill);
    return { isGranted, bucketStatus: bucketStatus(bucket, fill, 0) };
  }
}
