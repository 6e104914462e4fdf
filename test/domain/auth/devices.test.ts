import { deviceOf } from '../../../domain/auth/devices';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('the name of a device', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/126.0 Safari/537.36 Edg/126.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (Linux; Android 14) ${WEBKIT} Chrome/126.0 Mobile Safari/537.36 EdgA/126.0`, 'Edge on Android'],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/126.0 Safari/537.36 OPR/111.0`,
      'Opera on macOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) FxiOS/127.0 Mobile Safari/605', 'Firefox on iOS'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/126.0 Safari/537.36`, 'Chrome on ChromeOS'],
    ['Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) CriOS/126.0 Mobile Safari/604.1', 'Chrome on iOS'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15', 'Safari on macOS'],
    ['curl/8.5.0', 'Another program'],
    ['', 'Another program'],
    ['probe (Linux)', 'Another program on Linux'],
  ])('%s is %s', (userAgent, expected) => {
    expect(deviceOf(userAgent)).toBe(expected);
  });
});
