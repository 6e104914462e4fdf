import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { findKey, hashKey, type FoundKey } from '../../db/auth/credentials';
import type { Database } from '../../db/database';
import { CHANNELS, type Listener } from '../../db/listener';
import { isWellFormedKey } from '../../domain/auth/keys';
import type { Principal } from '../../domain/auth/principal';
import { DomainError } from '../../domain/errors';
import type { Access } from '../endpoint';
import type { PartnerSignatures } from './partner-signature';

/** Keys known to one process at a time; a busy service has fewer live ones. */
const CACHED_KEYS = 5_000;
/** A cached key is looked up again after this, should a notification ever be missed. */
const CACHE_MS = 10_000;

/** Tells who calls; the answer is cached shortly and forgotten at once when a key changes. */
export interface Credentials {
  /** @throws DomainError UNAUTHORIZED when a key is due and none, or no live one, was sent */
  identify(context: Context, access: Access): Promise<Principal | null>;
  /** @throws DomainError UNAUTHORIZED when a signed partner's signature is missing, old, replayed or wrong */
  verifySignature(context: Context, principal: Principal | null, bytes: Buffer, now: Date): Promise<void>;
}

function unauthorized(message: string): DomainError {
  return new DomainError('UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': 'Bearer realm="corridor"' } });
}

/** Only the Authorization header is read: keys in a query string end up in logs. Source: docs/GAPS.md#A1 */
function bearerOf(context: Context): string {
  const match = /^Bearer +(\S+)$/i.exec(context.get('Authorization').trim());
  if (match?.[1] === undefined) throw unauthorized('Send an API key as "Authorization: Bearer <API_KEY>".');
  return match[1];
}

export class KeyCache {
  private readonly found = new LRUCache<string, FoundKey>({ max: CACHED_KEYS, ttl: CACHE_MS });

  constructor(
    private readonly database: Database,
    listener: Listener | null,
  ) {
    listener?.on(CHANNELS.credentials, () => this.found.clear());
  }

  async find(key: string, now: Date): Promise<Principal | null> {
    if (!isWellFormedKey(key)) return null;
    const hash = hashKey(key);
    const name = hash.toString('base64');
    const cached = this.found.get(name);
    const found = cached ?? (await findKey(this.database, hash));
    if (found === null) return null;
    if (found.expiresAt !== null && found.expiresAt <= now) return null;
    if (cached === undefined) this.found.set(name, found);
    return found.principal;
  }
}

export function createCredentials(keys: KeyCache, signatures: PartnerSignatures, now: () => Date): Credentials {
  return {
    async identify(context, access) {
      if (access.kind === 'public') return null;
      const principal = await keys.find(bearerOf(context), now());
      if (principal === null) throw unauthorized('The API key is unknown, expired or revoked.');
      return principal;
    },
    async verifySignature(context, principal, bytes, at) {
      if (principal?.kind === 'partner' && principal.authMode === 'signed') {
        await signatures.verify(context, principal, bytes, at);
      }
    },
  };
}

/** @throws DomainError FORBIDDEN for a credential of another kind or without the scope */
export function authorize(principal: Principal | null, access: Access): void {
  if (access.kind === 'public' || principal === null) return;
  if (principal.kind !== access.kind) {
    throw new DomainError('FORBIDDEN', `This operation is for ${access.kind} credentials.`);
  }
  if (access.kind !== 'client' || principal.kind !== 'client' || access.scope === null) return;
  if (!principal.scopes.includes(access.scope)) {
    throw new DomainError('FORBIDDEN', `The API key lacks the scope ${access.scope}.`);
  }
}
