import { hashPassword, isPassword } from '../../lib/passwords';
import { newPasswordSchema } from '../../domain/auth/users';

const faultOf = (password: string, email = 'jo.miller@example.com'): string | undefined =>
  newPasswordSchema(email).safeParse(password).error?.issues[0]?.message;

describe('a new password', () => {
  it.each(['password1234', 'Password1234', 'QwertyUIOP123', '1q2w3e4r5t6y', 'correct horse battery staple'])(
    'is refused when everybody tries it first: %s',
    (password) => expect(faultOf(password)).toContain('very common'),
  );

  it.each([
    'qvqvqvqvqvqvqv',
    '\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9',
    '929292929929',
  ])('is refused as a mere pattern: %s', (password) => expect(faultOf(password)).toContain('different characters'));

  it.each(['aaaaaaaaaaaa', 'abababababab', '121212121212'])('is refused as a pattern that many use: %s', (password) =>
    expect(faultOf(password)).toContain('very common'),
  );

  it.each([
    ['jo.miller@example.com', 'jo.miller@example.com'],
    ['Christopher.Miller', 'christopher.miller@example.com'],
    ['christopher.miller99!', 'christopher.miller@example.com'],
    ['Corridor2026!', 'jo.miller@example.com'],
  ])('is refused when it is the address or the service: %s', (password, email) =>
    expect(faultOf(password, email)).toContain('email address, or the name of the service'),
  );

  it.each(['short', 'x'.repeat(257)])('has 12 to 256 characters', (password) =>
    expect(faultOf(password)).toMatch(/^Use at (least 12|most 256) characters/),
  );

  it.each(['correct horse battery', 'password of my cat', 'corridors at night', '4711 0815 1234', 'kLm#9vQz2!pR'])(
    'is taken otherwise: %s',
    (password) => expect(faultOf(password)).toBeUndefined(),
  );
});

describe('checking passwords', () => {
  it('refuses those that would wait for long, answers all others, and is ready again afterwards', async () => {
    const stored = await hashPassword('the right password');
    const checks = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => isPassword(stored, index === 0 ? 'the right password' : 'a wrong one')),
    );
    expect(checks[0]).toEqual({ status: 'fulfilled', value: true });
    const refused = checks.filter((check) => check.status === 'rejected');
    expect(refused.map(({ reason }: PromiseRejectedResult) => (reason as { code: string }).code)).toEqual(
      Array.from({ length: 6 }, () => 'UNAVAILABLE'),
    );
    expect(await isPassword(stored, 'the right password')).toBe(true);
    expect(await isPassword(null, 'the right password')).toBe(false);
  });
});
