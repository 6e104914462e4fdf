import { POINTER_PATTERN, tokensOf, valueAt } from '../../../../../domain/payments/dispatch/description/pointer';

/** The document of RFC 6901, section 5, as far as a pointer here may lead into it. */
const DOCUMENT = { foo: ['bar', 'baz'], 'a/b': 1, 'c%d': 2, 'm~n': 8, '': 0 };

it.each([
  ['/foo', ['bar', 'baz']],
  ['/foo/0', 'bar'],
  ['/', 0],
  ['/a~1b', 1],
  ['/c%d', 2],
  ['/m~0n', 8],
  ['/foo/01', undefined],
  ['/foo/-', undefined],
  ['/foo/length', undefined],
  ['/foo/0/length', undefined],
  ['/constructor', undefined],
  ['/bar/baz', undefined],
])('%s leads to %j', (pointer, value) => {
  expect(pointer).toMatch(POINTER_PATTERN);
  expect(valueAt(DOCUMENT, pointer)).toEqual(value);
});

it.each(['', 'foo', '/a~', '/a~2', '$.foo'])('%j is no pointer', (text) => {
  expect(text).not.toMatch(POINTER_PATTERN);
});

it('unescapes what stands for a stroke after what stands for a tilde', () => {
  expect(tokensOf('/~01/x~1y')).toEqual(['~1', 'x/y']);
});

it('finds nothing in nothing', () => {
  expect(valueAt(undefined, '/a')).toBeUndefined();
  expect(valueAt('text', '/0')).toBeUndefined();
});
