import { decideIdentity, hasSeenSeveralFactors, type IdentityCandidate } from '../../../domain/auth/identities';

const VOUCHED = { issuer: 'https://id.example', subject: 's1', email: 'ann@example.com', isEmailVerified: true };
const candidate = (change: Partial<IdentityCandidate> = {}): IdentityCandidate => ({
  userId: 'usr_ann',
  isDisabled: false,
  hasSubject: false,
  isVouched: true,
  ...change,
});

describe('whom a provider means', () => {
  it('is the user of the subject, whatever the address says by now', () => {
    const moved = { ...VOUCHED, email: null, isEmailVerified: false };
    const ann = candidate({ hasSubject: true });
    expect(decideIdentity(moved, ann, null)).toEqual({ kind: 'known', userId: 'usr_ann' });
    const bob = candidate({ userId: 'usr_bob' });
    expect(decideIdentity(VOUCHED, ann, bob)).toEqual({ kind: 'known', userId: 'usr_ann' });
  });

  it('is the user of a verified address where the subject is new', () => {
    expect(decideIdentity(VOUCHED, null, candidate())).toEqual({ kind: 'first', userId: 'usr_ann' });
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
    expect(decideIdentity(vouched, bySubject, byEmail)).toEqual({ kind: 'refused', why, userId });
  });
});

it('takes the word of several factors only where the provider says so', () => {
  expect(hasSeenSeveralFactors(['pwd', 'otp', 'mfa'])).toBe(true);
  expect(hasSeenSeveralFactors(['pwd'])).toBe(false);
  expect(hasSeenSeveralFactors([])).toBe(false);
});
