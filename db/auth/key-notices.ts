import type { Queryable } from '../database';
import { CHANNELS } from '../listener';

/** Which key changed: its id for what is counted by id, its hash for what is cached by hash. */
export interface KeyNotice {
  keyId: string;
  hash: Buffer;
}

/** What the changed keys have in common: one key, all of an account, of a partner or of an operator. */
export type KeyColumn = 'id' | 'account_id' | 'partner_id' | 'user_id';

/**
 * Tells every process which keys changed, so that each forgets those and no others. Within a transaction the notice goes
 * out with the commit, never before it and never without it.
 */
export async function notifyKeys(client: Queryable, column: KeyColumn, id: string): Promise<void> {
  await client.query(`select pg_notify($1, id || ' ' || encode(hash, 'hex')) from api_keys where ${column} = $2`, [
    CHANNELS.credentials,
    id,
  ]);
}

/** @returns null for a notice that names no key, such as after a lost connection: then any key may have changed */
export function readKeyNotice(payload: string): KeyNotice | null {
  const match = /^(\S+) ([0-9a-f]{64})$/.exec(payload);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return { keyId: match[1], hash: Buffer.from(match[2], 'hex') };
}
