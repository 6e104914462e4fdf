import { SCOPES, UNOWNED_SCOPES } from '../../../domain/auth/principal';

/** Source: docs/GAPS.md#P17 */
it('a key of no member may have every scope but that of approvals', () => {
  expect(SCOPES.filter((scope) => !UNOWNED_SCOPES.includes(scope))).toEqual(['payments:approve']);
});
