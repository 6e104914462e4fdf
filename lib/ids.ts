import { randomFillSync, randomUUID } from 'node:crypto';
import { makeId, type IdKind } from '../domain/ids';

const POOL_BYTES = 10 * 256;
const pool = new Uint8Array(POOL_BYTES);
let used = POOL_BYTES;

let cell: string | null = null;

/** From then on the ids that this process makes name its cell, one of `CELLS`; null: none. */
export function nameCellInIds(named: string | null): void {
  cell = named;
}

/**
 * A new id by this machine's clock and random source; random bytes are drawn in bulk, because one draw per id is slow.
 */
export function newId(kind: IdKind, nowMs: number = Date.now()): string {
  if (used >= POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + 10);
  used += 10;
  return makeId(kind, nowMs, bytes, cell);
}

/** A new end-to-end transaction reference: a UUID of version 4 in small letters. */
export function newUetr(): string {
  return randomUUID();
}
