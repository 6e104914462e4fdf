import {
  assertNever,
  codeOf,
  DomainError,
  invalidField,
  invalidRequest,
  isUnavailable,
  WRITTEN_CODES,
} from '../../domain/errors';

describe('a code of the API', () => {
  it('is read as it is written, by either name', () => {
    expect(codeOf('DUPLICATE')).toBe('DUPLICATE');
    expect(codeOf('rate_limit_exceeded')).toBe('RATE_LIMIT');
  });

  it.each(['duplicate', 'toString', ''])('is not "%s"', (text) => expect(codeOf(text)).toBeNull());

  it('has both names among those that are written', () => {
    expect(WRITTEN_CODES).toEqual(expect.arrayContaining(['RATE_LIMIT', 'rate_limit_exceeded']));
  });
});

describe('a refusal', () => {
  it.each([
    ['INVALID_REQUEST', 400],
    ['UNAUTHORIZED', 401],
    ['FORBIDDEN', 403],
    ['NOT_FOUND', 404],
    ['DUPLICATE', 409],
    ['INVALID_TRANSITION', 409],
    ['COMPLIANCE_BLOCK', 422],
    ['RATE_LIMIT', 429],
    ['INTERNAL', 500],
  ] as const)('%s is answered with %d', (code, status) => {
    expect(new DomainError(code, 'words').status).toBe(status);
  });

  it('has nothing but its words unless it is given more', () => {
    const refusal = new DomainError('GONE', 'words');
    expect(refusal).toMatchObject({ name: 'DomainError', message: 'words', extra: {}, headers: {} });
    expect([refusal.details, refusal.retryAfterSeconds, refusal.cause]).toEqual([undefined, undefined, undefined]);
  });

  it('keeps what it is given', () => {
    const cause = new Error('cause');
    const parts = { cause, extra: { current: 'settled' }, retryAfterSeconds: 3, headers: { Allow: 'GET' } };
    expect(new DomainError('INVALID_TRANSITION', 'words', parts)).toMatchObject(parts);
  });

  it('counts the fields at fault', () => {
    const fault = { field: 'amount', code: 'decimals', message: 'has too many' };
    expect(invalidRequest([fault, fault]).message).toBe('The request is not valid: 2 fields are at fault.');
    const single = invalidField('amount', 'decimals', 'has too many');
    expect(single.message).toBe('The request is not valid: 1 field is at fault.');
    expect(single).toMatchObject({ code: 'INVALID_REQUEST', details: [fault] });
  });
});

it('tells what may fare better later from all else', () => {
  const unavailable = new DomainError('UNAVAILABLE', 'words');
  const others = [
    new DomainError('INTERNAL', 'words'),
    Object.assign(new Error('words'), { code: 'UNAVAILABLE' }),
    null,
  ];
  expect([unavailable, ...others].map(isUnavailable)).toEqual([true, false, false, false]);
});

it('an unexpected variant is named', () => {
  const unreached = assertNever as (value: unknown) => never;
  expect(() => unreached({ kind: 'new' })).toThrow('Unexpected variant: {"kind":"new"}');
});
