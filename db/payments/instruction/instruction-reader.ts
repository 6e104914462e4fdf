import { LRUCache } from 'lru-cache';
import { isSameTenant, type Tenant } from '../../../domain/auth/tenant';
import type { Queryable } from '../../database';
import { Batcher } from '../../../lib/batching';
import { readInstruction, readInstructions, type InstructionLookUp, type StoredInstruction } from './read-instruction';

/** Statements of a hundred look-ups at most, so that no answer waits for a long one, and two of them at a time. */
const OPTIONS = { maxBatchSize: 100, maxConcurrent: 2 };
/** Clients ask again and again until a payment has its outcome; about 10 kB each with what is made of them. */
const MAX_CACHED = 500;
/** No name stays in memory for longer than this after the last read but one. */
const KEPT_MS = 30_000;

function tenantOf({ accountId, environment }: StoredInstruction): Tenant {
  return { accountId, environment };
}

async function serveLookUps(
  database: Queryable,
  lookUps: readonly InstructionLookUp[],
): Promise<(StoredInstruction | null)[]> {
  const [first] = lookUps;
  if (first === undefined || lookUps.length > 1) return readInstructions(database, lookUps);
  return [await readInstruction(database, first.id, first.tenant, first.known)];
}

/**
 * Reads instructions with as few statements as possible: a single look-up runs at once, and look-ups that arrive while
 * statements are in flight share the next one. Postgres is always asked, but only for the version of a recently read
 * instruction: if it is unchanged, the same object is returned.
 *
 * Measured with 50 connections, a statement per look-up spends most of a read's time on its trip to Postgres.
 */
export class InstructionReader {
  private readonly batcher: Batcher<InstructionLookUp, StoredInstruction | null>;
  private readonly kept = new LRUCache<string, StoredInstruction>({ max: MAX_CACHED, ttl: KEPT_MS });

  constructor(database: Queryable) {
    this.batcher = new Batcher((lookUps) => serveLookUps(database, lookUps), OPTIONS);
  }

  /**
   * @returns one instruction of a tenant with its whole history; null when the tenant has no such one
   * @throws DomainError UNAVAILABLE when Postgres cannot be reached
   */
  async find(id: string, tenant: Tenant): Promise<StoredInstruction | null> {
    const known = this.kept.get(id) ?? null;
    const isOwn = known !== null && isSameTenant(tenantOf(known), tenant);
    const found = await this.batcher.submit({ id, tenant, known: isOwn ? known : null });
    if (found !== null && found !== known) this.kept.set(id, found);
    return found;
  }
}
