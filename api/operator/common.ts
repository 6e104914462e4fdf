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
