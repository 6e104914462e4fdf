import { identityDomain, roleOfGroups } from '../../../domain/auth/identity-groups';

/** Source: docs/GAPS.md#A6 */
describe('groups of the identity provider', () => {
  const ROLES = { finance: 'owner', engineers: 'developer', staff: 'viewer' } as const;

  it.each([
    [['staff'], 'viewer'],
    [['staff', 'engineers'], 'developer'],
    [['engineers', 'finance', 'staff'], 'owner'],
    [['others'], null],
    [['constructor', '__proto__', 'toString'], null],
    [[], null],
  ])('%j give the role %s', (groups, role) => expect(roleOfGroups(groups, ROLES)).toBe(role));

  it('belong to people of a domain, in small letters', () => {
    expect(identityDomain.parse(' Mail.Example.COM ')).toBe('mail.example.com');
    for (const text of [
      'example',
      'a@example.com',
      '-a.example.com',
      'example.com.',
      'exa mple.com',
      `${'a.'.repeat(126)}com`,
    ])
      expect(identityDomain.safeParse(text).success).toBe(false);
  });
});
