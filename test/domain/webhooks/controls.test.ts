import { z } from 'zod';
import { ChangeControls, CreateControls } from '../../../domain/webhooks/controls';

const Create = z.object(CreateControls);
const codes = (body: object) =>
  (Create.safeParse(body).error?.issues ?? []).map((issue) =>
    'params' in issue ? issue.params?.['code'] : issue.code,
  );
const some = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, value]));

/** Source: docs/GAPS.md#W13 */
describe('headers of deliveries', () => {
  const header = (name: string, value = 'v') => codes({ headers: { [name]: value } });

  it.each(['Authorization', 'X-Team', "!#$%&'*+.^_`|~-"])('may have the name %s', (name) => {
    expect(header(name)).toEqual([]);
  });
  it.each(['', 'a b', 'a:b', 'ä', 'n'.repeat(65)])('do not have the name "%s"', (name) => {
    expect(header(name)).toEqual(['header']);
  });
  it.each([
    ...['Host', 'content-type', 'Content-Length', 'Transfer-Encoding', 'Connection', 'Keep-Alive', 'TE', 'Trailer'],
    ...['Upgrade', 'Expect', 'Date', 'User-Agent', 'X-Service-Signature', 'Webhook-Id', 'Proxy-Authorization'],
    'HTTP2-Settings',
  ])('do not take the name %s, which the service sets', (name) => expect(header(name)).toEqual(['reserved']));

  it.each(['X-Host', 'Hosts', 'X-Content-Type'])('may have a name such as %s', (name) => {
    expect(header(name)).toEqual([]);
  });

  it.each(['a', 'Bearer abc', '~', 'v'.repeat(1_024)])('may say %s', (value) =>
    expect(header('X-A', value)).toEqual([]),
  );
  it.each(['', ' a', 'a ', 'a\r\nb: c', 'ä'])('do not say "%s"', (value) => {
    expect(header('X-A', value)).toEqual(['header']);
  });

  it('are at most 20, each once, of 1,024 characters', () => {
    expect([codes({ headers: some(20, 'v') }), codes({ headers: some(21, 'v') })]).toEqual([[], ['too_big']]);
    expect(codes({ headers: { 'X-A': 'v', 'x-a': 'v' } })).toEqual(['twice', 'twice']);
    expect(header('X-A', 'v'.repeat(1_025))).toContain('too_big');
  });
});

describe('a filter', () => {
  const takes = (filter: unknown) => Create.safeParse({ filter }).success;
  it('has at most 10 paths of five names', () => {
    expect([takes(some(10, ['a'])), takes(some(11, ['a']))]).toEqual([true, false]);
    expect(
      ['status', 'a.b.c.d.e', 'a.b.c.d.e.f', 'a..b', '.a', 'a.', 'a-b', ''].map((path) => takes({ [path]: ['a'] })),
    ).toEqual([true, true, false, false, false, false, false, false]);
  });
  it('has 1 to 50 values of a path, of 200 characters', () => {
    const values = (count: number) => takes({ status: new Array(count).fill('a') });
    expect([values(1), values(50), values(0), values(51)]).toEqual([true, true, false, false]);
    expect([takes({ a: [1, true, 'x'.repeat(200)] }), takes({ a: ['x'.repeat(201)] }), takes({ a: [null] })]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('labels', () => {
  const takes = (labels: unknown) => Create.safeParse({ labels }).success;
  it('are at most 20, of 63 characters that begin and end with a letter or digit', () => {
    expect([takes(some(20, 'v')), takes(some(21, 'v'))]).toEqual([true, false]);
    expect(
      ['a', 'a.b_c-d', 'n'.repeat(63), 'n'.repeat(64), '-a', 'a-', ''].map((name) => takes({ [name]: 'v' })),
    ).toEqual([true, true, true, false, false, false, false]);
    expect(takes({ a: 'v'.repeat(201) })).toBe(false);
  });
});

it('a rate is 1 to 1,000 attempts a second, and a change may remove it', () => {
  const creates = (rate_per_second: number) => Create.safeParse({ rate_per_second }).success;
  const changes = (rate_per_second: number) => z.object(ChangeControls).safeParse({ rate_per_second }).success;
  expect([creates(1), creates(1_000), creates(0), creates(1_001), creates(1.5)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect([changes(0), changes(-1)]).toEqual([true, false]);
});
