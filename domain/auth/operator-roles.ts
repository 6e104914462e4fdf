import { DomainError } from '../errors';

/**
 * What an operator may do; a person or a key may have several. They are the scopes of operator keys too.
 * Source: docs/GAPS.md#A3
 */
export const OPERATOR_ROLES = ['operations', 'compliance', 'administration'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** Days after which an operator key ends, where nothing else is said. Source: docs/GAPS.md#A3 */
export const OPERATOR_KEY_DAYS = 90;

/** @returns the roles among stored texts, in the order of the list */
export function operatorRolesIn(texts: readonly string[]): OperatorRole[] {
  return OPERATOR_ROLES.filter((role) => texts.includes(role));
}

/** @returns whether a person with these roles may do what one of `needed` allows */
export function hasRole(needed: readonly OperatorRole[], roles: readonly OperatorRole[]): boolean {
  return needed.some((role) => roles.includes(role));
}

/**
 * @param who what lacks the role, such as `This key`
 * @returns the 403 that says which role is missing and who can act instead
 */
export function missingRole(needed: readonly OperatorRole[], who: string): DomainError {
  const roles = needed.join(' or ');
  return new DomainError('FORBIDDEN', `${who} lacks the role ${roles}; an operator with the role ${roles} can do it.`);
}
