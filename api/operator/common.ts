import type { OperatorRole } from '../../domain/auth/operator-roles';

/**
 * What every operation of operators has.
 * @param roles each of which allows it
 * Source: docs/GAPS.md#A3
 */
export function operation(...roles: readonly [OperatorRole, ...OperatorRole[]]) {
  return { tag: 'Operators', access: { kind: 'operator', roles }, limit: null, envelope: 'bare' } as const;
}
