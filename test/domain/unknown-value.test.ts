import { isObject, memberOf } from '../../domain/unknown-value';

describe('a value of unknown shape', () => {
  it.each([{}, [], new Error('a fault')])('may have members: %p', (value) => expect(isObject(value)).toBe(true));
  it.each([null, undefined, 'text', 7, true])('has none: %p', (value) => expect(isObject(value)).toBe(false));

  it('gives a member by its path', () => {
    const value = { data: { items: [{ id: 'a' }] } };
    expect(memberOf(value, 'data', 'items', '0', 'id')).toBe('a');
    expect(memberOf(value)).toBe(value);
    expect(memberOf(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), 'code')).toBe('ECONNREFUSED');
  });

  it.each([
    ['a member that is not there', { data: {} }],
    ['something that is null', { data: null }],
    ['a text', { data: 'id' }],
    ['nothing', undefined],
  ])('gives nothing of %s', (_, value) => expect(memberOf(value, 'data', 'id')).toBeUndefined());
});
