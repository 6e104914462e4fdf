import { matchesTag, parseByteRange } from '../../../domain/documents/byte-range';

describe('byte ranges', () => {
  it.each([
    ['', 'whole'],
    ['bytes=0-', { first: 0, last: 99 }],
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=90-1000', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-1000', { first: 0, last: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['items=0-1', 'whole'],
  ])('reads %s', (header, expected) => {
    expect(parseByteRange(header, 100)).toEqual(expected);
  });
  it('compares tags, weak ones too', () => {
    expect(matchesTag('"a", W/"b"', '"b"')).toBe(true);
    expect(matchesTag('*', '"b"')).toBe(true);
    expect(matchesTag('"c"', '"b"')).toBe(false);
  });
});
