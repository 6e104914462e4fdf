import fc from 'fast-check';
import { certainNumber, likelyNumber, numberText } from '../../../console/words/typed-number';
import { LANGUAGE_TAGS, type Language } from '../../../domain/auth/languages';

const NARROW = '\u202f';

it.each<[string, Language, number | null]>([
  ['1250', 'de', 1250],
  ['1250,5', 'de', 1250.5],
  ['1.250,50', 'de', 1250.5],
  ['1.250', 'de', 1250],
  ['1.234.567', 'de', 1234567],
  ['1250.50', 'de', 1250.5],
  [`1${NARROW}250,50`, 'fr', 1250.5],
  ['1 250,50', 'fr', 1250.5],
  ['1,250.50', 'fr', 1250.5],
  ['1.250,50', 'es', 1250.5],
  ['1,250.50', 'en', 1250.5],
  ['1,250', 'en', 1250],
  ['1.250', 'en', 1.25],
  ['1,250.50', 'zh-Hans', 1250.5],
  ['1’250.50', 'de', 1250.5],
  ['0.250', 'de', 0.25],
  ['-3,5', 'de', -3.5],
  ['1,25,50', 'en', null],
  ['1.250.50', 'de', null],
  ['12 50', 'fr', null],
  ['1,250 300', 'en', null],
  ['1e5', 'en', null],
  ['', 'en', null],
  ['many', 'de', null],
])('reads %j in %s as %d', (text, language, number) => {
  expect(likelyNumber(text, language)).toBe(number);
});

describe('a number that is paid or printed', () => {
  it.each<[string, Language]>([
    ['1.250', 'de'],
    ['1,250', 'de'],
    ['1.250', 'fr'],
    ['1,250', 'es'],
    ['1,250', 'en'],
    ['1,250', 'zh-Hans'],
  ])('is not read from %j in %s, which is two', (text, language) => {
    expect(certainNumber(text, language)).toBeNull();
  });

  it('is read from the notation of the API in English and Chinese', () => {
    for (const language of ['en', 'zh-Hans'] as const) expect(certainNumber('1.250', language)).toBe(1.25);
  });

  it('is never another one than its text means with the other decimal sign, whatever is typed', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789.,'), maxLength: 12 });
    fc.assert(
      fc.property(text, (typed) => {
        const numbers = (['de', 'en'] as const).map((language) => certainNumber(typed, language));
        const [german, english] = numbers;
        if (german !== null) expect(english).toBe(german);
      }),
    );
  });

  it('is written so that it is read again, in every language', () => {
    const number = fc.double({ min: -1e12, max: 1e12, noNaN: true }).filter((value) => !Object.is(value, -0));
    fc.assert(
      fc.property(number, fc.constantFrom(...LANGUAGE_TAGS), (value, language) => {
        expect(certainNumber(numberText(value, language), language)).toBe(value);
      }),
    );
    expect(numberText(1.234, 'de')).toBe('1,2340');
    expect(numberText(1250.5, 'fr')).toBe('1250,5');
    expect(numberText(1.234, 'en')).toBe('1.234');
  });
});
