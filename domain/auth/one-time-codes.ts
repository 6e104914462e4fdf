import { createHash, createHmac } from 'node:crypto';

/** What every authenticator app takes without being told. Source: RFC 6238, section 4 */
export const ONE_TIME_CODE = { digits: 6, stepSeconds: 30, secretBytes: 20 } as const;

/** Codes that let in once each where the phone is lost. */
export const RECOVERY_CODES = { count: 10, bytes: 15 } as const;

/** Clocks of phones are off, and people type slowly: codes of the step before and the step after are taken. */
const TOLERATED_STEPS = [0, -1, 1];
const STEP_BYTES = 8;

/** How often a person may try codes: at five in a minute a guess of a million takes a year. */
export const CODE_ATTEMPTS = { perMinute: 5, perHour: 20 } as const;

/** Time between the password and the code. */
export const CHALLENGE_LIFETIME_MS = 10 * 60_000;

/** Base32 of RFC 4648, section 6, without padding, as authenticator apps read secrets. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS_PER_CHARACTER = 5;

/** @returns the bytes in base32; their count must be a multiple of five */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(new RegExp(`.{${BITS_PER_CHARACTER}}`, 'g')) ?? [];
  return groups.map((group) => BASE32.charAt(Number.parseInt(group, 2))).join('');
}

/** The number of the 30 seconds that a moment lies in. */
export function stepAt(at: Date): number {
  return Math.floor(at.getTime() / 1000 / ONE_TIME_CODE.stepSeconds);
}

/** @returns the code of one step, six digits. Source: RFC 6238, section 4.2; RFC 4226, section 5.3 */
export function oneTimeCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(STEP_BYTES);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const truncated = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(truncated % 10 ** ONE_TIME_CODE.digits).padStart(ONE_TIME_CODE.digits, '0');
}

/**
 * The step whose code was typed. A code that was used, or one before it, is taken no more.
 * @param lastStep of the code that was used last; 0 before the first
 * @returns null where no code that may be used is this one
 */
export function matchingStep(secret: Buffer, typed: string, at: Date, lastStep: number): number | null {
  const current = stepAt(at);
  const steps = TOLERATED_STEPS.map((offset) => current + offset).filter((step) => step > lastStep);
  return steps.find((step) => oneTimeCode(secret, step) === typed) ?? null;
}

/** The address that authenticator apps read from a QR code. */
export function enrolmentUri(secret: Buffer, email: string): string {
  const label = encodeURIComponent(`Corridor:${email}`);
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=Corridor`;
}

/** What was typed, as codes are compared: people add spaces and dashes, and mind no capitals. */
export function normalCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

/** A recovery code in groups of four, to be typed from paper. */
export function recoveryCodeOf(random: Buffer): string {
  return (toBase32(random).match(/.{4}/g) ?? []).join('-');
}

/** Recovery codes have 120 random bits, so a plain hash of one can be kept. Source: OWASP ASVS 5.0, 6.5.2 */
export function hashRecoveryCode(typed: string): Buffer {
  return createHash('sha256').update(normalCode(typed)).digest();
}
