import type { Actor } from '../../db/auth/audit-log';
import type { OperatorPrincipal } from '../../domain/auth/principal';

/** What every operation of operators has. Source: docs/GAPS.md#A3 */
export const OPERATOR = {
  tag: 'Operators',
  access: { kind: 'operator' },
  limit: null,
  envelope: 'bare',
} as const;

/** Of a call, who makes it. */
export interface OperatorCall {
  principal: OperatorPrincipal;
  requestId: string;
}

/** @returns who acts, for the audit log */
export function actorOf({ principal, requestId }: OperatorCall): Exclude<Actor, string> {
  return { id: `operator:${principal.keyId}`, requestId };
}
