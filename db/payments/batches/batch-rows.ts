import type { FieldFault } from '../../../domain/errors';
import type { Vault } from '../../../lib/vault';
import { BATCH_BODY } from '../../sealed-columns';

/** A row as it was judged: the body of a creation, or why there can be none. */
export type JudgedRow = { body: unknown; faults: null } | { body: null; faults: FieldFault[] };

/** A body as it is kept until its payment is made. */
export function sealBody(vault: Vault, rowId: string, body: unknown): Buffer {
  return vault.seal(JSON.stringify(body), BATCH_BODY.purpose(rowId));
}

/** @throws Error when it does not open */
export function openBody(vault: Vault, rowId: string, sealed: Buffer): unknown {
  return JSON.parse(vault.open(sealed, BATCH_BODY.purpose(rowId)));
}
