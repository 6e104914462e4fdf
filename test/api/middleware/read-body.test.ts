import { gzipSync } from 'node:zlib';
import { instructionBody } from '../../support/builders';
import { startStack, type Stack } from '../../support/stack';

const PATH = '/api/v1/payments/preview';

let stack: Stack;
let key: string;

beforeAll(async () => {
  stack = await startStack({ workers: false });
  key = await stack.createKey('Body sender');
});

/** Source: RFC 9110, "Content-Encoding"; docs/GAPS.md#G4 */
describe('a body with a content encoding', () => {
  it('that changes its bytes is refused by that', async () => {
    const raw = gzipSync(JSON.stringify(instructionBody()));
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const { status, body } = await stack.call('POST', PATH, { key, raw, headers });
    expect([status, body['error']]).toMatchObject([
      415,
      { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Send the body without a content encoding.' },
    ]);
  });

  it.each([{ 'content-encoding': 'identity' }, {}])('that leaves them is read: %j', async (headers) => {
    const { status, body } = await stack.call('POST', PATH, { key, body: { amount: 'much' }, headers });
    expect([status, body['error']]).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
    expect(JSON.stringify(body)).toContain('amount');
  });
});

/** Source: RFC 8259, section 8.1 */
describe('JSON in a charset', () => {
  it.each([
    ['utf-16', 415],
    ['iso-8859-1', 415],
    ['UTF-8', 400],
    ['"utf-8"', 400],
  ])('%s is answered with %i', async (charset, expected) => {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    expect((await stack.call('POST', PATH, { key, body: { amount: 'much' }, headers })).status).toBe(expected);
  });
});
