import { createHmac } from 'node:crypto';
import { comparableName } from '../../../domain/payments/instruction/payee-name';
import type { Vault } from '../../../lib/vault';

const LABEL = 'payee-name';

function hashWith(secret: Buffer, name: string): string {
  return createHmac('sha256', secret).update(comparableName(name)).digest('base64url');
}

/** @returns keyed hash of a payee's name, by which lists find its payments. Source: docs/GAPS.md#P26 */
export function payeeNameHash(vault: Vault, name: string): string {
  return hashWith(vault.derive(LABEL), name);
}

/** @returns the hashes that payments to this name may have, whichever key was the oldest when they were made */
export function payeeNameHashes(vault: Vault, name: string): string[] {
  return vault.derivations(LABEL).map((secret) => hashWith(secret, name));
}
