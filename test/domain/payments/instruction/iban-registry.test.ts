import { BBAN_STRUCTURES, findIbanFormat, ibanFormatOf } from '../../../../domain/payments/instruction/iban-registry';

/** SWIFT IBAN Registry, release 102: examples of the registry with their length and structure. */
describe('the format of IBANs', () => {
  it.each([
    ['AD', 24, 'AD2!n4!n4!n12!c', 'AD1200012030200359100100'],
    ['DE', 22, 'DE2!n8!n10!n', 'DE89370400440532013000'],
    ['FR', 27, 'FR2!n5!n5!n11!c2!n', 'FR1420041010050500013M02606'],
    ['GB', 22, 'GB2!n4!a6!n8!n', 'GB29NWBK60161331926819'],
    ['MT', 31, 'MT2!n4!a5!n18!c', 'MT84MALT011000012345MTLCAST001S'],
    ['NO', 15, 'NO2!n4!n6!n1!n', 'NO9386011117947'],
  ])('of %s has %i characters', (prefix, length, structure, example) => {
    const format = findIbanFormat(prefix);
    expect(format).toMatchObject({ prefix, length, structure });
    expect(example).toHaveLength(length);
    const bban = example.slice(4);
    expect(format?.bban.test(bban)).toBe(true);
    expect(
      [`${bban}0`, bban.slice(1), bban.toLowerCase().replace(/\d/g, 'é')].map((text) => format?.bban.test(text)),
    ).toEqual([false, false, false]);
  });

  it('parts letters from digits', () => {
    expect(findIbanFormat('GB')?.bban.test('NWBK6016133192681A')).toBe(false);
    expect(findIbanFormat('GB')?.bban.test('NW1K60161331926819')).toBe(false);
  });

  it('is that of the state that a territory belongs to', () => {
    expect(['AX', 'GF', 'WF', 'IM', 'GG'].map((country) => ibanFormatOf(country)?.prefix)).toEqual([
      'FI',
      'FR',
      'FR',
      'GB',
      'GB',
    ]);
    expect(findIbanFormat('GF')).toBeNull();
    expect(ibanFormatOf('DE')).toBe(findIbanFormat('DE'));
  });

  it('is none where there are no IBANs', () => {
    expect([findIbanFormat('US'), ibanFormatOf('US'), ibanFormatOf('')]).toEqual([null, null, null]);
  });

  it('is known of every country of the registry, with at most 34 characters', () => {
    for (const prefix of Object.keys(BBAN_STRUCTURES)) {
      expect(findIbanFormat(prefix)?.length).toBeLessThanOrEqual(34);
      expect(findIbanFormat(prefix)?.length).toBeGreaterThanOrEqual(15);
    }
  });
});
