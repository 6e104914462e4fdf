import { createHash } from 'node:crypto';
import { weaknessOf } from '../../../domain/auth/common-passwords';

describe('a password that is guessed first', () => {
  it.each([
    ...['password1234', 'Password1234', 'CorrectHorseBatteryStaple', 'changemeplease', 'thisismypassword'],
    ...['123456789012', 'qwertyuiopasdf', '1qaz2wsx3edc', 'abcdefghijkl', 'administrator1', 'letmeinplease'],
    ...['internet1234', 'iloveyouforever', 'correct horse battery staple', 'asdfasdfasdf', 'zaq12wsxcde3'],
  ])('is %s', (password) => {
    expect(weaknessOf(password, null)).toMatch(/very common/);
  });

  it('has fewer than five different characters', () => {
    expect(weaknessOf('abcdabcdabcd', null)).toBe('Use more different characters.');
    expect(weaknessOf('abcdeabcdeab', null)).toBeNull();
  });

  it.each(['corridor', 'Corridor2026!', '12corridor34', 'maria.lopez', 'maria.lopez2026', 'maria.lopez@example.com'])(
    'is the name of the service or of its user, as in %s',
    (password) => {
      expect(weaknessOf(password, 'Maria.Lopez@example.com')).toMatch(/email address, or the name/);
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

  it.each([
    ...['Password2026!', 'Passw0rd2026', 'Welcome2026!!', 'letmein2026!!', 'changeme2026!', 'Qwerty2026!!'],
    ...['Summer2026!!', '$ummer2026!!', 'P@$$w0rd2026', 'sunshinesunshine', '123qweasdzxc'],
  ])('is a common word with figures and signs, as in %s', (password) => {
    expect(weaknessOf(password, null)).toMatch(/very common/);
  });

  it.each(['Brightwater2026!', 'BlueBrightwater1', 'bluebr1ghtwater!!', 'Yolanda-2026!!'])(
    'is the name of the person or the account, as in %s',
    (password) => {
      expect(weaknessOf(password, null, ['Yolanda Quist', 'Blue Brightwater'])).toMatch(
        /of the account or of yourself/,
      );
      expect(weaknessOf('nine blue herons at dawn', null, ['Yolanda Quist', 'Blue Brightwater'])).toBeNull();
    },
  );

  it('is one in a thousand random ones at most', () => {
    const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
    const alphabets = [printable, [...'abcdefghijklmnopqrstuvwxyz0123456789'], [...'abcdefghijklmnopqrstuvwxyz']];
    for (const alphabet of alphabets) {
      // Hashes of numbers are as good as random, and are the same in each run.
      const refused = Array.from({ length: 5_000 }, (_, index) => {
        const bytes = createHash('sha256').update(`${alphabet.length} ${index}`).digest();
        return Array.from({ length: 12 }, (_byte, at) => alphabet[bytes.readUInt16BE(2 * at) % alphabet.length]).join(
          '',
        );
      }).filter((password) => weaknessOf(password, null) !== null);
      expect(refused.length).toBeLessThanOrEqual(5);
    }
  });

  it('may be the name of somebody else', () => expect(weaknessOf('maria.lopez2026', null)).toBeNull());
});
