import type { OperatorRole } from '../domain/auth/operator-roles';
import type { Scope } from '../domain/auth/principal';

/** Who may call: anyone, a client key with a scope, a partner, an operator with one of some roles. */
export type Access =
  | { kind: 'public' }
  | { kind: 'client'; scope: Scope | null }
  | { kind: 'partner' }
  | { kind: 'operator'; roles: readonly OperatorRole[] };

/** Whose key an operation needs. */
export type KeyHolder = Exclude<Access['kind'], 'public'>;
