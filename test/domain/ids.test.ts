import fc from 'fast-check';
import {
  absentId,
  cellOf,
  CELLS,
  firstIdAt,
  ID_PREFIXES,
  isIdOf,
  makeId,
  timePart,
  unixMsOf,
  isUuid,
} from '../../domain/ids';

const ZEROS = new Uint8Array(10);
const ONES = new Uint8Array(10).fill(255);

describe('an id', () => {
  it('has prefix, ten characters of time and sixteen of chance', () => {
    expect(makeId('instruction', 0, ZEROS)).toBe(`instr_0000000000e008${'0'.repeat(12)}`);
    expect(makeId('instruction', 31, ONES)).toBe(`instr_000000000zfzzv${'z'.repeat(12)}`);
  });

  it('does not change the bytes that it is given', () => {
    const bytes = new Uint8Array(10);
    makeId('event', 0, bytes);
    expect(bytes).toEqual(ZEROS);
  });

  it('tells when it was made, and later ones sort after it', () => {
    const moment = fc.integer({ min: 0, max: 2 ** 48 - 1 });
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        expect(unixMsOf(makeId('delivery', one, ZEROS))).toBe(one);
        expect(timePart(one) < timePart(other)).toBe(one < other);
      }),
    );
  });

  it('lies beyond the first id of a moment from that moment on', () => {
    const moment = fc.integer({ min: -(2 ** 47), max: 2 ** 48 - 1 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), moment, (made, from) => {
        expect(makeId('delivery', made, ZEROS) >= firstIdAt('delivery', from)).toBe(made >= from);
      }),
    );
  });

  it('is of its kind alone', () => {
    const id = makeId('webhook', 1, ZEROS);
    expect([isIdOf('webhook', id), isIdOf('event', id)]).toEqual([true, false]);
    expect([`${id}0`, id.slice(0, -1), `x${id}`, id.toUpperCase(), ''].map((text) => isIdOf('webhook', text))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('that is never given out has the form of one', () => {
    expect(absentId('document')).toBe(`doc_${'0'.repeat(26)}`);
    expect(isIdOf('document', absentId('document'))).toBe(true);
    expect(makeId('document', 0, ZEROS)).not.toBe(absentId('document'));
  });

  it('names its cell by one character and is otherwise the same', () => {
    expect(makeId('instruction', 31, ONES, 'b')).toBe(`instr_000000000zfbzv${'z'.repeat(12)}`);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), fc.constantFrom(...CELLS), (random, cell) => {
        const id = makeId('delivery', 1, random, cell);
        expect([cellOf(id), isIdOf('delivery', id), unixMsOf(id)]).toEqual([cell, true, 1]);
      }),
    );
  });

  it('has a prefix that no other kind has', () => {
    const prefixes = Object.values(ID_PREFIXES);
    expect(new Set(prefixes).size).toBe(prefixes.length);
  });
});

it.each([
  ['0e9a5f3c-5f1e-4b8a-9a55-0c9e0d7f4f21', true],
  ['0E9A5F3C-5F1E-4B8A-9A55-0C9E0D7F4F21', true],
  ['0e9a5f3c5f1e4b8a9a550c9e0d7f4f21', false],
  ['instr_01m8ecs32kemhrtnpcb421qhmq', false],
])('tells a UUID, in capital letters too: %s', (text, expected) => {
  expect(isUuid(text)).toBe(expected);
});
