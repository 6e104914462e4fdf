import { createHmac } from 'node:crypto';
import { isProved, proofHeaders } from '../../../../../domain/payments/dispatch/description/notification-proof';
import type { DescribedNotifications } from '../../../../../domain/payments/dispatch/description/schema';

type Proof = DescribedNotifications['proof'];

const SECRET = 'secret';
const BYTES = Buffer.from('{"a":"é"}');
const receivedAt = new Date('2026-11-26T12:00:00Z');

function proved(proof: Proof, headers: Record<string, string>, secret = SECRET): boolean {
  const header = (name: string): string => headers[name] ?? '';
  return isProved(proof, secret, { bytes: BYTES, header, receivedAt });
}

const hmac = (changes: object = {}): Proof => ({
  kind: 'hmac',
  credential: 'x',
  algorithm: 'sha512',
  encoding: 'base64',
  header: 'X-Sign',
  signed: ['body'],
  ...changes,
});

/** Source: docs/GAPS.md#described-webhooks */
describe('the proof of a notification', () => {
  it('is a hash over the exact bytes', () => {
    const digest = createHmac('sha512', SECRET).update(BYTES).digest('base64');
    expect(proved(hmac(), { 'X-Sign': digest })).toBe(true);
    expect(proved(hmac(), { 'X-Sign': digest.toLowerCase() })).toBe(false);
    expect(proved(hmac({ algorithm: 'sha256' }), { 'X-Sign': digest })).toBe(false);
  });

  it('in hexadecimal digits is the same in either case, behind its prefix', () => {
    const digest = createHmac('sha256', SECRET).update(BYTES).digest('hex').toUpperCase();
    const proof = hmac({ algorithm: 'sha256', encoding: 'hex', prefix: 'v1=' });
    expect(proved(proof, { 'X-Sign': `v1=${digest}` })).toBe(true);
    expect(proved(proof, { 'X-Sign': digest })).toBe(false);
  });

  it.each([
    ['seconds', String(receivedAt.getTime() / 1_000), true],
    ['seconds', String(receivedAt.getTime() / 1_000 - 60), true],
    ['seconds', String(receivedAt.getTime() / 1_000 - 61), false],
    ['seconds', String(receivedAt.getTime() / 1_000 + 61), false],
    ['seconds', '1e9', false],
    ['seconds', '', false],
    ['seconds', `0${receivedAt.getTime() / 1_000}`, false],
    ['iso', '26 Nov 2026 12:00:00 GMT', false],
    ['milliseconds', String(receivedAt.getTime()), true],
    ['iso', receivedAt.toISOString(), true],
    ['iso', 'today', false],
  ] as const)('with a time in %s of %s is good: %s', (form, text, isGood) => {
    const timestamp = { header: 'X-Time', form, toleranceSeconds: 60 };
    const proof = hmac({ signed: ['timestamp', 'body'], separator: '.', timestamp });
    const digest = createHmac('sha512', SECRET).update(`${text}.`).update(BYTES).digest('base64');
    expect(proved(proof, { 'X-Sign': digest, 'X-Time': text })).toBe(isGood);
  });

  const milliseconds = { header: 'X-Time', form: 'milliseconds' } as const;

  it.each<[string, object, boolean]>([
    ['body and time without a separator', { signed: ['body', 'timestamp'], timestamp: milliseconds }, false],
    ['a separator that a time has', { signed: ['body', 'timestamp'], separator: '0', timestamp: milliseconds }, false],
    ['a separator that no time has', { signed: ['body', 'timestamp'], separator: '|', timestamp: milliseconds }, true],
    ['digits in front', { signed: ['timestamp', 'body'], timestamp: milliseconds }, true],
    ['a written time in front', { signed: ['timestamp', 'body'], timestamp: { ...milliseconds, form: 'iso' } }, true],
    [
      'a separator that a written time has',
      { signed: ['body', 'timestamp'], separator: '.', timestamp: { ...milliseconds, form: 'iso' } },
      false,
    ],
  ])('over %s says where the body ends: %j %s', (_what, changes, isGood) => {
    const proof = hmac(changes);
    expect(proved(proof, proofHeaders(proof, SECRET, { bytes: BYTES, now: receivedAt }))).toBe(isGood);
  });

  it('is none with digits that moved from the body to the front of the time', () => {
    const proof = hmac({
      signed: ['body', 'timestamp'],
      separator: '',
      timestamp: { ...milliseconds, form: 'seconds' },
    });
    const time = String(receivedAt.getTime() / 1_000);
    const header = (name: string): string => ({ 'X-Sign': digest, 'X-Time': `00${time}` })[name] ?? '';
    const digest = createHmac('sha512', SECRET).update(`amount=100${time}`).digest('base64');
    expect(isProved(proof, SECRET, { bytes: Buffer.from('amount=1'), header, receivedAt })).toBe(false);
  });

  it('is a shared token behind its prefix', () => {
    const token: Proof = { kind: 'token', credential: 'x', header: 'Authorization', prefix: 'Bearer ' };
    expect(proved(token, { Authorization: `Bearer ${SECRET}` })).toBe(true);
    expect(proved({ ...token, prefix: '' }, {}, ' ')).toBe(false);
    expect(['', 'Bearer', SECRET, `Bearer ${SECRET}x`].map((one) => proved(token, { Authorization: one }))).toEqual([
      ...[false, false, false, false],
    ]);
  });

  it('may share one header with its time, beside hashes by further secrets', () => {
    const proof = hmac({
      ...{ algorithm: 'sha256', encoding: 'hex', signed: ['timestamp', 'body'], separator: '.' },
      ...{ elements: { timestamp: 't', hash: 'v1' }, timestamp: { form: 'seconds' } },
    });
    const time = String(receivedAt.getTime() / 1_000);
    const digest = createHmac('sha256', SECRET).update(`${time}.`).update(BYTES).digest('hex');
    const sent = (text: string) => proved(proof, { 'X-Sign': text });
    expect(sent(`t=${time},v1=${digest}`)).toBe(true);
    expect(sent(`t=${time}, v0=x, v1=${'0'.repeat(64)}, v1=${digest.toUpperCase()}`)).toBe(true);
    expect(
      [`t=${time},v0=${digest}`, `v1=${digest}`, `t=${Number(time) - 301},v1=${digest}`, digest, ''].map(sent),
    ).toEqual([false, false, false, false, false]);
  });

  it.each<Proof>([
    hmac(),
    hmac({
      encoding: 'hex',
      prefix: 'v1=',
      signed: ['timestamp', 'body'],
      timestamp: { header: 'X-Time', form: 'iso' },
    }),
    hmac({
      signed: ['body', 'timestamp'],
      separator: '.',
      elements: { timestamp: 't', hash: 'h' },
      timestamp: { form: 'milliseconds' },
    }),
    { kind: 'token', credential: 'x', header: 'X-Token', prefix: 'Bearer ' },
  ])('is made as it is judged: %j', (proof) => {
    expect(proved(proof, proofHeaders(proof, SECRET, { bytes: BYTES, now: receivedAt }))).toBe(true);
    expect(proved(proof, proofHeaders(proof, 'another', { bytes: BYTES, now: receivedAt }))).toBe(false);
  });
});
