import { z } from 'zod';
import type { Endpoint } from '../../../api/endpoint';
import { parseRequest, withoutKnownFields, type RequestHead } from '../../../api/middleware/parse-request';
import { DomainError } from '../../../domain/errors';
import { REQUIRED_MESSAGE } from '../../../domain/schema-words';

const RECORD = {
  operationId: 'change',
  method: 'post',
  idempotent: true,
  params: z.object({ id: z.string().max(5) }),
  query: z.object({ limit: z.coerce.number().max(100).optional(), status: z.string().optional() }),
  body: z.object({ name: z.string(), amount: z.number().optional() }),
} as unknown as Endpoint;

const HEAD: RequestHead = { params: { id: 'a' }, query: {}, idempotencyKeys: [], prefer: '' };

const parse = (head: Partial<RequestHead>, body = '{"name":"x"}', record: object = {}) =>
  parseRequest({ ...HEAD, ...head }, { ...RECORD, ...record }, Buffer.from(body));

const faultsOf = (head: Partial<RequestHead>, body?: string) =>
  parse(head, body).faults.map(({ field, code }) => `${field}: ${code}`);

/** @returns the fields of the refusal */
function refusalOf(work: () => unknown): string[] {
  try {
    work();
  } catch (fault) {
    if (fault instanceof DomainError) return (fault.details ?? []).map(({ field, code }) => `${field}: ${code}`);
    throw fault;
  }
  throw new Error('nothing was refused');
}

/** Source: docs/GAPS.md#G2, docs/GAPS.md#G4 */
describe('a request without faults', () => {
  it('is parsed, with its body as it was sent beside it', () => {
    const parsed = parse({ query: { limit: '5' }, idempotencyKeys: ['k'] }, '{"name":"x","other":1}');
    expect(parsed).toMatchObject({
      params: { id: 'a' },
      query: { limit: 5 },
      body: { name: 'x' },
      sentBody: { name: 'x', other: 1 },
      idempotencyKey: 'k',
      faults: [],
      isKeepable: true,
      isStrict: false,
    });
    expect(parsed.unknownMembers.map(({ path }) => path)).toEqual([['other']]);
  });

  it('has nothing where its operation names nothing', () => {
    const parsed = parse({ params: undefined, query: undefined }, 'no JSON at all', {
      params: undefined,
      query: undefined,
      body: undefined,
    });
    expect(parsed).toMatchObject({ params: undefined, query: undefined, body: undefined, sentBody: {}, faults: [] });
    expect(parsed.unknownMembers).toEqual([]);
  });

  it('has strangers in its query, which are refused by preference alone', () => {
    const query = { stranger: '1' };
    expect(parse({ query })).toMatchObject({ faults: [], isStrict: false });
    const strict = parse({ query, prefer: 'handling=strict' });
    expect([strict.isStrict, strict.faults.map(({ field, code }) => [field, code])]).toEqual([
      true,
      [['stranger', 'unknown_member']],
    ]);
  });

  it('is strict about strangers alone', () => {
    expect(faultsOf({ query: { limit: '5' }, prefer: 'handling=strict' })).toEqual([]);
  });

  it('has strangers in its body, which are refused by preference alone', () => {
    expect(faultsOf({}, '{"name":"x","nane":1}')).toEqual([]);
    expect(faultsOf({ prefer: 'handling=strict' }, '{"name":"x","nane":1}')).toEqual(['nane: unknown_member']);
  });
});

describe('the faults of a request', () => {
  it('are named all at once, of its headers, path, query and body', () => {
    const head = { params: { id: 'too long' }, query: { limit: '500' }, idempotencyKeys: ['a', 'b'] };
    expect(faultsOf(head, '{"amount":"much"}')).toEqual([
      'Idempotency-Key: duplicate_key',
      'id: too_big',
      'limit: too_big',
      'name: invalid_type',
      'amount: invalid_type',
    ]);
    expect(parse(head, '{"amount":"much"}')).toMatchObject({ params: undefined, query: undefined, body: undefined });
  });

  it('name each missing member where there is no body', () => {
    expect(parse({}, '').faults).toEqual([{ field: 'name', code: 'invalid_type', message: REQUIRED_MESSAGE }]);
  });

  it.each([
    ['path', { params: { id: 'a\u0000' } }, ['id: nul']],
    ['query', { query: { status: 'a\u0000' } }, ['status: nul']],
    ['query, of a name that nobody knows', { query: { stranger: '\u0000' } }, ['stranger: nul']],
    ['path and query of one name', { params: { id: '\u0000' }, query: { id: '\u0000' } }, ['id: nul', 'id: nul']],
  ])('are NUL in the %s', (_name, head, expected) => {
    expect(faultsOf(head)).toEqual(expected);
  });

  it('say in words what NUL is', () => {
    const [fault] = parse({ query: { status: '\u0000' } }).faults;
    expect(fault?.message).toBe('must not contain the NUL character');
  });

  it('name a query parameter once that has NUL and does not fit', () => {
    expect(faultsOf({ query: { limit: '\u0000' } })).toEqual(['limit: nul']);
  });

  it('are, of a query parameter that is there twice, that it is', () => {
    expect(parse({ query: { status: ['a', 'b'] } }).faults).toEqual([
      { field: 'status', code: 'duplicate_key', message: 'is given more than once' },
    ]);
  });

  it('name a member of the body once that is there twice and does not fit', () => {
    expect(faultsOf({}, '{"name":1,"name":2}')).toEqual(['name: duplicate_key']);
    expect(faultsOf({ prefer: 'handling=strict' }, '{"name":"x","no":1,"no":2}')).toEqual(['no: duplicate_key']);
  });

  it('say of a body with what Postgres refuses that it cannot be kept', () => {
    expect(parse({}, '{"name":"\\u0000"}')).toMatchObject({ isKeepable: false });
    expect(parse({}, '{"amount":"much"}')).toMatchObject({ isKeepable: true });
  });

  it('are named beside a body that is no JSON', () => {
    expect(refusalOf(() => parse({ query: { limit: '500' } }, '{'))).toEqual(['limit: too_big', ': json']);
    expect(refusalOf(() => parse({}, '{'))).toEqual([': json']);
    expect(refusalOf(() => parse({ query: { limit: '500' } }, '[]'))).toContain('limit: too_big');
  });
});

it('faults beside others are those of fields without one', () => {
  const [a, b] = ['a', 'b'].map((field) => ({ field, code: 'c', message: '' }));
  if (a === undefined || b === undefined) throw new Error('there are two');
  expect(withoutKnownFields([a], [{ ...a, code: 'd' }, b])).toEqual([b]);
  expect(withoutKnownFields([], [a])).toEqual([a]);
});
