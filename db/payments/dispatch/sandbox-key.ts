import { formatKey } from '../../../domain/auth/keys';
import type { Vault } from '../../../lib/vault';

/**
 * Key of the built-in sandbox partner. It is derived from the data key, so that the worker knows it although the
 * database keeps hashes only. Source: docs/GAPS.md#P15
 */
export function sandboxPartnerKey(vault: Vault): string {
  return formatKey('partner', vault.derive('sandbox-partner-key'));
}
