import { hasRole, missingRole, OPERATOR_ROLES, operatorRolesIn } from '../../../domain/auth/operator-roles';

it('reads the roles among stored texts, in one order', () => {
  expect(operatorRolesIn(['compliance', 'owner', 'operations'])).toEqual(['operations', 'compliance']);
  expect(operatorRolesIn([])).toEqual([]);
});

it('one of the roles that allow something is enough, and another is not', () => {
  expect(hasRole(['operations', 'compliance'], ['compliance'])).toBe(true);
  expect(hasRole(['compliance'], ['operations', 'administration'])).toBe(false);
  expect(hasRole(OPERATOR_ROLES, [])).toBe(false);
});

it('a refusal says which role is missing and who can do it', () => {
  const refusal = missingRole(['operations', 'compliance'], 'This operator key');
  expect(refusal.status).toBe(403);
  expect(refusal.message).toBe(
    'This operator key lacks the role operations or compliance; ' +
      'an operator with the role operations or compliance can do it.',
  );
});
