import {
  ipLiteral,
  isPublicAddress,
  isTrustedOrigin,
  isThisMachine,
  placeFault,
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
])('%s leads to this machine: %s', (url, expected) => expect(isThisMachine(url)).toBe(expected));

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

const SQS = 'https://sqs.eu-central-1.amazonaws.com';

describe('the URL of a queue', () => {
  it.each([
    [`${SQS}/123456789012/events`, 'eu-central-1', null],
    [`${SQS}/123456789012/${'x'.repeat(80)}`, 'eu-central-1', null],
    [`${SQS}/123456789012/${'x'.repeat(75)}.fifo`, 'eu-central-1', null],
    ['https://sqs.cn-north-1.amazonaws.com.cn/123456789012/events', 'cn-north-1', null],
    [`${SQS}/123456789012/${'x'.repeat(81)}`, 'eu-central-1', 'queue'],
    [`${SQS}/123456789012/two.fifo.fifo`, 'eu-central-1', 'queue'],
    [`${SQS}/12345/events`, 'eu-central-1', 'queue'],
    [`${SQS}/123456789012/events/`, 'eu-central-1', 'queue'],
    [`${SQS}/123456789012/events?Action=DeleteQueue`, 'eu-central-1', 'queue'],
    [`${SQS}/123456789012/events#x`, 'eu-central-1', 'queue'],
    [SQS, 'eu-central-1', 'queue'],
    [`${SQS}/123456789012/events.fifo?`, 'eu-central-1', 'queue'],
    [`${SQS}/123456789012/events.fifo\n`, 'eu-central-1', 'queue'],
    [`${SQS}/x/../123456789012/events`, 'eu-central-1', 'queue'],
    ['https://sqs.eusc-de-east-1.amazonaws.eu/123456789012/events', 'eusc-de-east-1', null],
    [`${SQS}/123456789012/events`, 'eu-west-1', 'endpoint'],
    [`${SQS}:8443/123456789012/events`, 'eu-central-1', 'endpoint'],
    ['https://sqs.cn-north-1.amazonaws.com/123456789012/events', 'cn-north-1', 'endpoint'],
    ['https://sqs.eu-central-1.amazonaws.com.example/123456789012/events', 'eu-central-1', 'endpoint'],
    ['https://example.com/123456789012/events', 'eu-central-1', 'endpoint'],
    ['http://sqs.eu-central-1.amazonaws.com/123456789012/events', 'eu-central-1', 'scheme'],
    ['https://10.0.0.1/123456789012/events', 'eu-central-1', 'address'],
    ['events', 'eu-central-1', 'url'],
  ])('%s in %s is judged %s', (url, region, fault) => expect(placeFault({ url, region }, [])).toBe(fault));

  it('may be at a trusted origin, under any path that ends in the name of a queue', () => {
    const judged = (path: string) =>
      placeFault({ url: `http://10.0.0.1:4566${path}`, region: 'eu-west-1' }, ['http://10.0.0.1:4566']);
    expect([judged('/000000000000/events'), judged('/queue/eu-west-1/000000000000/events.fifo')]).toEqual([null, null]);
    expect([judged('/'), judged('/000000000000/two.dots')]).toEqual(['queue', 'queue']);
  });

  it('says nothing about an HTTPS endpoint', () => {
    expect(placeFault({ url: 'https://example.com/hook?x', region: null }, [])).toBeNull();
    expect(placeFault({ url: 'http://example.com/', region: null }, [])).toBe('scheme');
  });
});
