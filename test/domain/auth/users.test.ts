import type { Environment } from '../../../domain/auth/tenant';
import {
  displayName,
  emailAddress,
  mayChangeSide,
  newPasswordSchema,
  ROLE_MEANINGS,
  scopesOf,
  type Role,
} from '../../../domain/auth/users';

const messages = (result: { error?: { issues: { message: string }[] } | undefined }): string[] =>
  (result.error?.issues ?? []).map(({ message }) => message);

describe('an email address', () => {
  it('is kept in small letters, without blanks around it', () => {
    expect(emailAddress.parse(' Maria@Example.COM ')).toBe('maria@example.com');
  });

  it.each(['maria', 'maria@', '@example.com', ''])('is not "%s"', (text) => {
    expect(messages(emailAddress.safeParse(text))).toEqual(['Enter an email address such as name@example.com.']);
  });

  it('has at most 254 characters', () => {
    const label = 'a'.repeat(61);
    const address = (rest: number) => `m@${label}.${label}.${label}.${'b'.repeat(rest)}.example`;
    expect(address(58)).toHaveLength(254);
    expect(emailAddress.safeParse(address(58)).success).toBe(true);
    expect(messages(emailAddress.safeParse(address(59)))).toEqual(['This address is too long.']);
  });
});

describe('a new password', () => {
  const password = newPasswordSchema('maria@example.com');
  const long = (length: number) => 'plum trees and snow '.repeat(20).slice(0, length);

  it('has 12 to 256 characters', () => {
    expect([12, 256].map((length) => password.safeParse(long(length)).success)).toEqual([true, true]);
    expect(messages(password.safeParse(long(11)))).toEqual(['Use at least 12 characters.']);
    expect(messages(password.safeParse(long(257)))).toEqual(['Use at most 256 characters.']);
  });

  it('is not among the first guesses', () => {
    expect(messages(password.safeParse('password1234'))).toEqual([expect.stringContaining('very common')]);
  });
});

it('a name has 1 to 140 characters that can be seen', () => {
  expect(displayName.parse('  Maria ')).toBe('Maria');
  expect(messages(displayName.safeParse('   '))).toEqual(['Enter a name.']);
  expect(messages(displayName.safeParse('m'.repeat(141)))).toEqual(['Use at most 140 characters.']);
});

it.each([
  ['owner', true, true],
  ['developer', true, false],
  ['viewer', false, false],
  ['operator', false, false],
] as const)('%s changes the test side: %s, the live side: %s', (role: Role, onTest, onLive) => {
  const person = { id: 'usr_1', email: 'maria@example.com', name: 'Maria', accountId: 'acc_1', accountName: 'One' };
  const user = {
    ...person,
    role,
    operatorRoles: [],
    needsSecondFactor: false,
    secondFactorAt: null,
    refusedBefore: 0,
    partner: null,
  };
  expect([mayChangeSide(user, 'test'), mayChangeSide(user, 'live')]).toEqual([onTest, onLive]);
  const mayPay = (environment: Environment): boolean => scopesOf(user, environment).includes('payments:write');
  expect([mayPay('test'), mayPay('live')]).toEqual([onTest, onLive]);
  expect(scopesOf(user, 'live')).toEqual(expect.arrayContaining(['payments:read', 'reference:read', 'documents:read']));
});

it('each role of an account is told in words', () => {
  expect(ROLE_MEANINGS).toEqual({
    owner: expect.stringMatching(/both sides/),
    developer: expect.stringMatching(/test side/),
    viewer: expect.stringMatching(/changes nothing/),
  });
});
