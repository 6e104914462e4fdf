import { weaknessOf } from '../../../domain/auth/common-passwords';

describe('a password that is guessed first', () => {
  it.each([
    ...['password1234', 'Password1234', 'CorrectHorseBatteryStaple', 'changemeplease', 'thisismypassword'],
    ...['123456789012', 'qwertyuiopasdf', '1qaz2wsx3edc', 'abcdefghijkl', 'administrator1', 'letmeinplease'],
    ...['internet1234', 'iloveyouforever', 'correct horse battery staple', 'asdfasdfasdf', 'zaq12wsxcde3'],
  ])('is %s', (password) => {
    expect(weaknessOf(password, null)).toMatch(/tried first/);
  });

  it('has fewer than five different characters', () => {
    expect(weaknessOf('abcdabcdabcd', null)).toBe('Use more different characters.');
    expect(weaknessOf('abcdeabcdeab', null)).toBeNull();
  });

  it.each(['corridor', 'Corridor2026!', '12corridor34', 'maria.lopez', 'maria.lopez2026', 'maria.lopez@example.com'])(
    'is the name of the service or of its user, as in %s',
    (password) => {
      expect(weaknessOf(password, 'Maria.Lopez@example.com')).toMatch(/email address or the name of the service/);
    },
  );

  it('is not one that merely contains a name', () => {
    expect(weaknessOf('corridor of plum trees', 'maria@example.com')).toBeNull();
    expect(weaknessOf('maria plays the cello', 'maria@example.com')).toBeNull();
  });

  it('is an address without letters too', () => {
    expect(weaknessOf('2026@example.com', '2026@example.com')).toMatch(/email address/);
    expect(weaknessOf('20262026abc1', '2026@example.com')).toBeNull();
    expect(weaknessOf('plum2026corridor', null)).toBeNull();
  });

  it('may be the name of somebody else', () => expect(weaknessOf('maria.lopez2026', null)).toBeNull());
});
