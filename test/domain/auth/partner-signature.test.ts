import { isFresh, SIGNATURE_VERSION, signedPartnerText } from '../../../domain/auth/partner-signature';

const NOW_SECONDS = 1_795_168_800;

/** Source: docs/GAPS.md#A2 */
describe('what a partner in signed mode signs', () => {
  it('is time, method, path with query and the exact bytes of the body, joined by points', () => {
    const body = Uint8Array.from([0x7b, 0xff, 0x00, 0x7d]);
    const text = signedPartnerText('1795168800', 'PUT', '/api/v1/é?b=1&a=2', body);
    const head = Buffer.from('1795168800.PUT./api/v1/é?b=1&a=2.');
    expect(Buffer.from(text)).toEqual(Buffer.concat([head, Buffer.from(body)]));
  });

  it('is sent under version 1', () => expect(SIGNATURE_VERSION).toBe('v1='));

  it('ends with a point where there is no body', () => {
    expect(Buffer.from(signedPartnerText('1', 'GET', '/', new Uint8Array())).toString()).toBe('1.GET./.');
  });

  it.each([
    ['now', `${NOW_SECONDS}`, true],
    ['300 s ago', `${NOW_SECONDS - 300}`, true],
    ['301 s ago', `${NOW_SECONDS - 301}`, false],
    ['300 s ahead', `${NOW_SECONDS + 300}`, true],
    ['301 s ahead', `${NOW_SECONDS + 301}`, false],
    ['in milliseconds', `${NOW_SECONDS}000`, false],
    ['with a sign', `+${NOW_SECONDS}`, false],
    ['with a space behind it', `${NOW_SECONDS} `, false],
    ['with a fraction', `${NOW_SECONDS}.0`, false],
    ['empty', '', false],
  ])('is fresh when its time is %s: %s is %s', (_name, timestamp, expected) => {
    expect(isFresh(timestamp, NOW_SECONDS * 1000)).toBe(expected);
  });

  it('is judged by shape also where the clock stands near zero', () => {
    expect(isFresh('', 0)).toBe(false);
    expect(isFresh('0', 0)).toBe(true);
  });
});
