import { createHmac } from 'node:crypto';
import type { Vault } from '../../lib/vault';
import type { Managed } from './nouns';
import type { Values } from './proposals';

/** Stands for a value that must not be read: equal ones have equal hashes. */
export type Hash = (text: string) => string;

/** Settings that are secret by their names. */
const HIDDEN = /secret|password|token|credential|(^|_)key($|_)/i;
const HASH_CHARACTERS = 16;

/** @returns the keyed hash of secrets and names in the audit log */
export function auditHash(vault: () => Vault): Hash {
  return (text) =>
    `hash:${createHmac('sha256', vault().derive('audit: values')).update(text).digest('hex').slice(0, HASH_CHARACTERS)}`;
}

function hideSecrets(name: string, value: unknown, hash: Hash): unknown {
  if (value === null || value === undefined) return null;
  if (HIDDEN.test(name)) return hash(JSON.stringify(value));
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([inner, one]) => [inner, hideSecrets(inner, one, hash)]));
}

/**
 * Values for the audit log and for the person who confirms: secrets and names of people are replaced by keyed hashes.
 */
export function toAuditValues(kind: Managed, values: Values, hash: Hash): Values {
  const isName = (name: string): boolean => kind === 'user' && name === 'name';
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isName(name) ? hash(JSON.stringify(value)) : hideSecrets(name, value, hash)]),
  );
}
