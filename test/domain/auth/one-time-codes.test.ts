import { createHash } from 'node:crypto';
import {
  CHALLENGE_LIFETIME_MS,
  enrolmentUri,
  hashRecoveryCode,
  matchingStep,
  normalCode,
  oneTimeCode,
  RECOVERY_CODES,
  recoveryCodeOf,
  toBase32,
} from '../../../domain/auth/one-time-codes';

/** Of RFC 6238, appendix B. */
const SECRET = Buffer.from('12345678901234567890');

describe('one-time codes', () => {
  // RFC 6238, appendix B, prints eight digits; six are the last six of these.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %d s are those of the RFC', (seconds, code) => {
    expect(oneTimeCode(SECRET, Math.floor(seconds / 30))).toBe(code);
  });

  it('are taken one step early and one late, and not two', () => {
    const step = 41_152_263;
    const code = oneTimeCode(SECRET, step);
    const taken = (offset: number) => matchingStep(SECRET, code, new Date((step + offset) * 30_000), 0);
    expect([-2, -1, 0, 1, 2].map(taken)).toEqual([null, step, step, step, null]);
  });

  it('are not taken again, nor those before', () => {
    const at = new Date(41_152_263 * 30_000);
    const code = oneTimeCode(SECRET, 41_152_263);
    expect(matchingStep(SECRET, code, at, 41_152_262)).toBe(41_152_263);
    expect(matchingStep(SECRET, code, at, 41_152_263)).toBeNull();
  });

  it('reach an app as RFC 4648 writes the secret', () => {
    expect(toBase32(Buffer.from('fooba'))).toBe('MZXW6YTB');
    expect(enrolmentUri(SECRET, 'a@example.com')).toBe(
      'otpauth://totp/Corridor%3Aa%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Corridor',
    );
  });
});

it('who gave the password has ten minutes for the code', () => expect(CHALLENGE_LIFETIME_MS).toBe(600_000));

describe('recovery codes', () => {
  it('are compared in capitals, without spaces and dashes, by their SHA-256', () => {
    expect(normalCode(' ab-c2 ')).toBe('ABC2');
    expect(hashRecoveryCode('ab-c2')).toEqual(createHash('sha256').update('ABC2').digest());
  });

  it('are the same however they are typed', () => {
    // Below 112 random bits a password hash would be due.
    expect(8 * RECOVERY_CODES.bytes).toBeGreaterThanOrEqual(112);
    const code = recoveryCodeOf(Buffer.alloc(RECOVERY_CODES.bytes, 7));
    expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){5}$/);
    expect(hashRecoveryCode(` ${code.toLowerCase().replace(/-/g, ' ')} `)).toEqual(hashRecoveryCode(code));
  });
});
