import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { findKey, hashNameOf, type FoundKey } from '../../db/auth/credentials';
import { readKeyNotice, type KeyNotice } from '../../db/auth/key-notices';
import type { Queryable } from '../../db/database';
import { CHANNELS, type Listener } from '../../db/listener';
import { isWellFormedKey } from '../../domain/auth/keys';
import { hasRole, missingRole } from '../../domain/auth/operator-roles';
import type { Principal } from '../../domain/auth/principal';
import { DomainError } from '../../domain/errors';
import type { Access } from '../access';
import type { PartnerSignatures } from './partner-signature';
import type { RateLimiter } from './rate-limit';

/** Keys known to one process at a time; a busy service has fewer live ones. */
const CACHED_KEYS = 5_000;
/** A cached key is looked up again after this, should a notification ever be missed. */
const CACHE_MS = 10_000;

/** Tells who calls; the answer is cached shortly and forgotten at once when a key changes. */
export interface Credentials {
  /** @throws DomainError UNAUTHORIZED when a key is due and none, or no live one, was sent */
  identify(context: Context, access: Access): Promise<Principal | null>;
  /**
   * Whether a request that was admitted would be admitted now: for answers that last longer than the right to them may.
   * @param authorization its `Authorization` header
   */
  isStillAdmitted(authorization: string, access: Access): Promise<boolean>;
  /** @throws DomainError UNAUTHORIZED when a signed partner's signature is missing, old, replayed or wrong */
  verifySignature(context: Context, principal: Principal | null, bytes: Buffer, now: Date): Promise<void>;
}

function unauthorized(message: string): DomainError {
  return new DomainError('UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': 'Bearer realm="corridor"' } });
}

/** @returns the key of an `Authorization` header, or null */
function parseBearerKey(authorization: string): string | null {
  return /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? null;
}

/** The key in the Authorization header alone. @throws DomainError UNAUTHORIZED without one Source: docs/GAPS.md#A1 */
function bearerOf(context: Context): string {
  const key = parseBearerKey(context.get('Authorization'));
  if (key === null) throw unauthorized('Send an API key as "Authorization: Bearer <API_KEY>".');
  return key;
}

interface Lookup {
  name: string;
  isStale: boolean;
}

/**
 * Caches looked-up keys, unknown ones too.
 *
 * A change of a key makes every process drop that key only. A look-up that began before the change and ends after it
 * is used once and not cached, so a revoked key cannot return.
 */
export class KeyCache {
  private readonly found = new LRUCache<string, FoundKey>({ max: CACHED_KEYS, ttl: CACHE_MS });
  /** Apart from the live ones, so that a flood of wrong keys cannot push those out. */
  private readonly unknown = new LRUCache<string, true>({ max: CACHED_KEYS, ttl: CACHE_MS });
  private readonly lookups = new Set<Lookup>();

  constructor(
    private readonly database: Queryable,
    listener: Listener | null,
  ) {
    listener?.on(CHANNELS.credentials, (payload) => this.forget(readKeyNotice(payload)));
  }

  /** Forgets the key of a notice, or every key where it names none. */
  private forget(notice: KeyNotice | null): void {
    if (notice === null) {
      this.forgetAll();
      return;
    }
    const changed = notice.hash.toString('base64');
    this.found.delete(changed);
    this.unknown.delete(changed);
    for (const lookup of this.lookups) if (lookup.name === changed) lookup.isStale = true;
  }

  forgetAll(): void {
    this.found.clear();
    this.unknown.clear();
    for (const lookup of this.lookups) lookup.isStale = true;
  }

  /** @returns who the key belongs to, or null for one that is unknown, revoked, expired or disabled */
  async find(key: string, now: Date): Promise<Principal | null> {
    const name = hashNameOf(key);
    const known = this.found.get(name);
    if (known === undefined && (!isWellFormedKey(key) || this.unknown.has(name))) return null;
    const found = known ?? (await this.lookUp(Buffer.from(name, 'base64'), name));
    if (found === null || (found.expiresAt !== null && found.expiresAt <= now)) return null;
    return found.principal;
  }

  private async lookUp(hash: Buffer, name: string): Promise<FoundKey | null> {
    const lookup: Lookup = { name, isStale: false };
    this.lookups.add(lookup);
    try {
      const key = await findKey(this.database, hash);
      if (lookup.isStale) return key;
      if (key === null) this.unknown.set(name, true);
      else this.found.set(name, key);
      return key;
    } finally {
      this.lookups.delete(lookup);
    }
  }
}

export interface CredentialParts {
  keys: KeyCache;
  signatures: PartnerSignatures;
  limiter: Pick<RateLimiter, 'takeWrongKey'>;
  now: () => Date;
}

/** Identifies callers and checks signatures in one process. Source: docs/GAPS.md#A1 */
export function createCredentials({ keys, signatures, limiter, now }: CredentialParts): Credentials {
  return {
    async identify(context, access) {
      if (access.kind === 'public') return null;
      const principal = await keys.find(bearerOf(context), now());
      if (principal !== null) return principal;
      const { headers, refusal } = await limiter.takeWrongKey(context);
      if (refusal === null) throw unauthorized('The API key is unknown, expired, revoked or disabled.');
      context.set(headers);
      throw refusal;
    },
    async isStillAdmitted(authorization, access) {
      if (access.kind === 'public') return true;
      const key = parseBearerKey(authorization);
      const principal = key === null ? null : await keys.find(key, now());
      return principal !== null && refusalOf(principal, access) === null;
    },
    async verifySignature(context, principal, bytes, at) {
      if (principal?.kind === 'partner' && principal.authMode === 'signed') {
        await signatures.verify(context, principal, bytes, at);
      }
    },
  };
}

/** Why a credential may not use an access, or null if it may. */
function refusalOf(principal: Principal, access: Exclude<Access, { kind: 'public' }>): DomainError | null {
  if (principal.kind !== access.kind) {
    return new DomainError('FORBIDDEN', `This operation requires ${access.kind} credentials.`);
  }
  if (access.kind === 'operator' && principal.kind === 'operator') {
    return hasRole(access.roles, principal.roles) ? null : missingRole(access.roles, 'This operator key');
  }
  if (principal.kind === 'partner' && principal.isDisabled) {
    const message = 'This partner is disabled: its reports are refused until an operator enables it again.';
    return new DomainError('FORBIDDEN', message);
  }
  if (access.kind !== 'client' || principal.kind !== 'client' || access.scope === null) return null;
  if (principal.scopes.includes(access.scope)) return null;
  return new DomainError('FORBIDDEN', `The API key lacks the scope ${access.scope}.`);
}

/** @throws DomainError FORBIDDEN for another kind of credential, a missing scope or role, and a disabled partner */
export function authorize(principal: Principal | null, access: Access): void {
  if (access.kind === 'public' || principal === null) return;
  const refusal = refusalOf(principal, access);
  if (refusal !== null) throw refusal;
}
