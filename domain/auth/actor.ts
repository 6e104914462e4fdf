import type { ClientPrincipal, OperatorPrincipal } from './principal';

/** Who does something in a request, by an id that names nobody. Source: docs/GAPS.md#A3 */
export interface RequestActor {
  /** `user:usr_…`, `operator:key_…` or `key:key_…`. */
  id: string;
  requestId: string;
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

/** @returns whoever calls an operation with a key of an account or of an operator */
export function keyActor(call: { principal: ClientPrincipal | OperatorPrincipal; requestId: string }): RequestActor {
  const { principal, requestId } = call;
  return { id: `${principal.kind === 'operator' ? 'operator' : 'key'}:${principal.keyId}`, requestId };
}
