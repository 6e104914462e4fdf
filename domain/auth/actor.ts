import type { OperatorRole } from './operator-roles';
import type { Principal } from './principal';
import type { User } from './users';

/** Who acts in a request, by an id without personal data. Source: docs/GAPS.md#A3 */
export interface RequestActor {
  /** `user:usr_…`, `operator:key_…` or `key:key_…`; `command:name@host` for a command. */
  id: string;
  /** Null for a command. */
  requestId: string | null;
}

/**
 * A person who acts as an operator: in the console, with a key, or by a command.
 * Source: docs/GAPS.md#A3
 */
export interface OperatorActor extends RequestActor {
  /** Id of the user; whatever keys and logins they have, one person is one. Null for a command without `--as`. */
  personId: string | null;
  roles: readonly OperatorRole[];
  /** Whether it is proven who acts: a login with a second factor, or a key of a person. Never so for a command. */
  isIdentified: boolean;
  /** Further facts for the audit log about who acts, such as the user behind sudo; they prove no identity. */
  note?: Readonly<Record<string, string>>;
}

const USER = 'user:';

/** @returns a person who uses the console */
export function userActor(userId: string, requestId: string): RequestActor {
  return { id: `${USER}${userId}`, requestId };
}

/** @returns the id of the person who acts, or null where no person in the console does */
export function userOfActor(actorId: string): string | null {
  return actorId.startsWith(USER) ? actorId.slice(USER.length) : null;
}

/** @returns the actor that a key of an account is */
export function actorOfKey(keyId: string): string {
  return `key:${keyId}`;
}

/** @returns the holder of a key who calls an operation; null for partners and the public */
export function keyActor(principal: Principal | null, requestId: string): RequestActor | OperatorActor | null {
  if (principal?.kind === 'client') return { id: actorOfKey(principal.keyId), requestId };
  if (principal?.kind !== 'operator') return null;
  const { keyId, personId, roles } = principal;
  return { id: `operator:${keyId}`, requestId, personId, roles, isIdentified: true };
}

/** @returns the operator who uses the console; identified by a second factor in the present login */
export function operatorOfLogin(user: User, requestId: string): OperatorActor {
  const { id: personId, operatorRoles: roles, secondFactorAt } = user;
  return { ...userActor(personId, requestId), personId, roles, isIdentified: secondFactorAt !== null };
}
