import fc from 'fast-check';
import { formatKey, isWellFormedKey, KEY_PREFIXES, keyHint, type KeyPrefix } from '../../../domain/auth/keys';

const bytes = (make: (index: number) => number): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, index) => make(index));
const PREFIXES = Object.keys(KEY_PREFIXES) as KeyPrefix[];

/** Keys worked out apart: base62 of the bytes as one number, then FNV-1a of all before it. Source: docs/GAPS.md#A1 */
const KEYS: readonly (readonly [KeyPrefix, Uint8Array, string])[] = [
  ['live', bytes(() => 0), 'crd_live_00000000000000000000000000000000000000000000WcZkK'],
  ['test', bytes((index) => index), 'crd_test_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf1L1X6a'],
  ['partner', bytes(() => 255), 'crd_partner_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp14EJMCB'],
  [
    'operator',
    bytes((index) => (index === 31 ? 62 : 0)),
    'crd_operator_00000000000000000000000000000000000000000100XPR71',
  ],
];

describe('an API key', () => {
  it.each(KEYS)('of kind %s', (prefix, random, key) => {
    expect(formatKey(prefix, random)).toBe(key);
    expect(isWellFormedKey(key)).toBe(true);
    expect(keyHint(key)).toBe(key.slice(key.length - 8));
  });

  const [, , key] = KEYS[1] ?? ['', '', ''];

  it.each([
    ['of no kind', key.replace('crd_test_', 'crd_demo_')],
    ['of another kind than its checksum says', key.replace('crd_test_', 'crd_live_')],
    ['one character short', key.slice(0, -1)],
    ['one character long', `${key}0`],
    ['with a mistyped character', key.replace('UlTJ', 'UlTK')],
    ['with a mistyped checksum', `${key.slice(0, -1)}b`],
    ['with a space before it', ` ${key}`],
    ['empty', ''],
  ])('is not well-formed %s', (_name, text) => {
    expect(isWellFormedKey(text)).toBe(false);
  });

  // Checksums worked out as above
  it.each([
    ['crd_test_-------------------------------------------1VTI4F'],
    ['crd_test_-00000000000000000000000000000000000000000000Gah3'],
    ['crd_test_000000000000000000000000000000000000000000-2woQCb'],
    ['crd_test_0000000000000000000000000000000000000000001qZTxa'],
    ['crd_test_000000000000000000000000000000000000000000002Jb0MU'],
  ])('has 43 letters and digits before its checksum, not as %s', (key) => {
    expect(isWellFormedKey(key)).toBe(false);
  });

  it('is well-formed for any bytes, and for none of its neighbours', () => {
    const random = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(fc.constantFrom(...PREFIXES), random, fc.nat({ max: 42 }), (prefix, drawn, at) => {
        const made = formatKey(prefix, drawn);
        expect(isWellFormedKey(made)).toBe(true);
        const place = KEY_PREFIXES[prefix].length + at;
        const other = made[place] === 'x' ? 'y' : 'x';
        expect(isWellFormedKey(made.slice(0, place) + other + made.slice(place + 1))).toBe(false);
      }),
    );
  });
});
