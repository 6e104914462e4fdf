import {
  ipLiteral,
  isPublicAddress,
  isTrustedOrigin,
  leadsToThisMachine,
  targetFault,
} from '../../../domain/webhooks/target';
import { TARGET_VECTORS } from './target-vectors';

describe('the address of a webhook', () => {
  it('knows about two hundred addresses', () => {
    expect(TARGET_VECTORS.length).toBeGreaterThanOrEqual(200);
  });

  it.each(TARGET_VECTORS)('%s is judged %s when it is subscribed', (url, fault) => {
    expect(targetFault(url, [])).toBe(fault);
  });
});

it.each([
  ['http://localhost:8080', true],
  ['http://api.localhost/', true],
  ['http://LOCALHOST./', true],
  ['http://127.1.2.3/', true],
  ['http://[::1]/', true],
  ['http://[::ffff:127.0.0.1]/', true],
  ['http://10.0.0.1/', false],
  ['http://localhost.example.com/', false],
  ['http://notlocalhost/', false],
  ['nonsense', false],
])('%s leads to this machine: %s', (url, expected) => expect(leadsToThisMachine(url)).toBe(expected));

it('an origin is trusted as it is written, with scheme and port', () => {
  const trusted = (url: string) => isTrustedOrigin(new URL(url), ['http://10.0.0.1:8080']);
  expect([trusted('http://10.0.0.1:8080/a'), trusted('https://10.0.0.1:8080/a'), trusted('http://10.0.0.1/a')]).toEqual(
    [true, false, false],
  );
  expect(targetFault('http://10.0.0.1:8080/a', ['http://10.0.0.1:8080'])).toBeNull();
});

it('an address is public, or is no address', () => {
  expect(['93.184.216.34', '2606:2800:220:1::1', '10.0.0.1', 'example.com'].map(isPublicAddress)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([ipLiteral(new URL('https://[2001:db8::1]/')), ipLiteral(new URL('https://example.com/'))]).toEqual([
    '2001:db8::1',
    null,
  ]);
});
