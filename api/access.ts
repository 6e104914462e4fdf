import type { Scope } from '../domain/auth/principal';

/** Who may call: nobody in particular, a client key with a scope, a partner, an operator. */
export type Access =
  { kind: 'public' } | { kind: 'client'; scope: Scope | null } | { kind: 'partner' } | { kind: 'operator' };
