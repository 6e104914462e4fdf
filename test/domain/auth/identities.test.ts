import {
  decideIdentity,
  hasSeenSeveralFactors,
  type IdentityCandidate,
  type IdentityCandidates,
  type VouchedIdentity,
} from '../../../domain/auth/identities';

const VOUCHED = {
  issuer: 'https://id.example',
  subject: 's1',
  email: 'ann@example.com',
  isEmailVerified: true,
  groups: [] as string[],
};
const candidate = (change: Partial<IdentityCandidate> = {}): IdentityCandidate => ({
  userId: 'usr_ann',
  isDisabled: false,
  hasSubject: false,
  isVouched: true,
  groupRoles: null,
  isOperator: false,
  ...change,
});

const decide = (
  vouched: VouchedIdentity,
  bySubject: IdentityCandidate | null,
  byEmail: IdentityCandidate | null,
  others: Partial<IdentityCandidates> = {},
) => decideIdentity(vouched, { bySubject, byEmail, home: null, operatorGroups: [], ...others });

describe('whom a provider means', () => {
  it('is the user of the subject, whatever the address says by now', () => {
    const moved = { ...VOUCHED, email: null, isEmailVerified: false };
    const ann = candidate({ hasSubject: true });
    expect(decide(moved, ann, null)).toEqual({ kind: 'known', userId: 'usr_ann', role: null });
    const bob = candidate({ userId: 'usr_bob' });
    expect(decide(VOUCHED, ann, bob)).toEqual({ kind: 'known', userId: 'usr_ann', role: null });
  });

  it('is the user of a verified address where the subject is new', () => {
    expect(decide(VOUCHED, null, candidate())).toEqual({ kind: 'first', userId: 'usr_ann', role: null });
  });

  it.each([
    [
      'an address that is not verified',
      { ...VOUCHED, isEmailVerified: false },
      null,
      candidate(),
      'email_not_verified',
    ],
    ['no address', { ...VOUCHED, email: null }, null, null, 'email_not_verified'],
    ['an address of nobody', VOUCHED, null, null, 'no_such_user'],
    ['an address whose user has another subject', VOUCHED, null, candidate({ hasSubject: true }), 'other_subject'],
    ['a disabled user, at first', VOUCHED, null, candidate({ isDisabled: true }), 'user_disabled'],
    ['a user whom nobody vouched for', VOUCHED, null, candidate({ isVouched: false }), 'user_not_vouched'],
    ['a disabled user, known', VOUCHED, candidate({ isDisabled: true, hasSubject: true }), null, 'user_disabled'],
  ] as const)('is nobody with %s', (_words, vouched, bySubject, byEmail, why) => {
    const isNamed = why === 'other_subject' || why === 'user_disabled' || why === 'user_not_vouched';
    const userId = isNamed ? 'usr_ann' : null;
    expect(decide(vouched, bySubject, byEmail)).toEqual({ kind: 'refused', why, userId });
  });
});

describe('what groups of the provider decide', () => {
  const ROLES = { finance: 'owner', readers: 'viewer' } as const;
  const inGroups = (...groups: string[]): VouchedIdentity => ({ ...VOUCHED, groups });
  const home = { accountId: 'acc_1', groupRoles: ROLES };

  it('is the role of a member, the one that may most', () => {
    const member = candidate({ hasSubject: true, groupRoles: ROLES });
    expect(decide(inGroups('readers', 'finance', 'others'), member, null)).toMatchObject({ role: 'owner' });
    expect(decide(inGroups('readers'), null, candidate({ groupRoles: ROLES }))).toMatchObject({ role: 'viewer' });
  });

  it('is that a member of none of them is not let in', () => {
    const refused = { kind: 'refused', why: 'no_group', userId: 'usr_ann' };
    expect(decide(inGroups('others'), candidate({ groupRoles: ROLES }), null)).toEqual(refused);
    expect(decide(inGroups('toString', '__proto__'), candidate({ groupRoles: ROLES }), null)).toEqual(refused);
  });

  it('is that a member is made where the domain of a verified address belongs to an account', () => {
    const made = { kind: 'made', accountId: 'acc_1', role: 'owner' };
    expect(decide(inGroups('finance'), null, null, { home })).toEqual(made);
    const unverified = { ...inGroups('finance'), isEmailVerified: false };
    expect(decide(unverified, null, null, { home })).toMatchObject({ why: 'email_not_verified' });
    expect(decide(inGroups('others'), null, null, { home })).toMatchObject({ why: 'no_group', userId: null });
    expect(decide(inGroups('finance'), null, null)).toMatchObject({ why: 'no_such_user' });
  });

  it('is whether an operator is let in, and no role of theirs', () => {
    const operator = candidate({ isOperator: true, groupRoles: ROLES });
    const needed = { operatorGroups: ['ops'] };
    expect(decide(inGroups('ops', 'finance'), operator, null, needed)).toMatchObject({ kind: 'known', role: null });
    expect(decide(inGroups('finance'), operator, null, needed)).toMatchObject({ why: 'no_group' });
    expect(decide(inGroups(), operator, null)).toMatchObject({ kind: 'known', role: null });
  });
});

it('takes the word of several factors only where the provider says so', () => {
  expect(hasSeenSeveralFactors(['pwd', 'otp', 'mfa'])).toBe(true);
  expect(hasSeenSeveralFactors(['pwd'])).toBe(false);
  expect(hasSeenSeveralFactors([])).toBe(false);
});
