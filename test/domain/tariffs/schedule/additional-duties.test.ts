import { parseAdditionalDuty } from '../../../../domain/tariffs/schedule/additional-duties';

const ADDED = 'The duty provided in the applicable subheading + 25%';

describe('reading a line of chapter 99', () => {
  it('takes percent, origin and note, and leaves other headings out', () => {
    const text =
      'Except as provided in headings 9903.88.12 or 9903.88.17, articles the product of China, as provided for in U.S. note 20(c) and as provided for in the subheadings of U.S. note 20(d)';
    expect(parseAdditionalDuty('99038802', text, ADDED)).toEqual({
      heading: '99038802',
      percent: '25',
      origins: ['CN'],
      exceptOrigins: [],
      codes: null,
      note: '20(d)',
      from: null,
      until: null,
      conditional: false,
    });
  });

  it('takes codes and dates that the text names', () => {
    const text =
      'Effective with respect to entries on or after January 1, 2025, and before January 1, 2026, articles the product of China (provided for in subheading 8426.19.00)';
    expect(parseAdditionalDuty('99039104', text, ADDED)).toMatchObject({
      codes: ['84261900'],
      from: '2025-01-01',
      until: '2026-01-01',
    });
  });

  it('takes the countries that are left out', () => {
    const text =
      'products of iron or steel of note 16 to this subchapter, except products of Australia, of South Korea, of member countries of the European Union or of Japan';
    const duty = parseAdditionalDuty('99038001', text, ADDED);
    expect(duty?.origins).toBeNull();
    expect(duty?.exceptOrigins).toEqual(expect.arrayContaining(['AU', 'KR', 'JP', 'DE', 'FR']));
    expect(duty?.exceptOrigins).not.toContain('CN');
  });

  it.each([
    ['Steel articles of Mexico of U.S. note 16, where the steel was melted and poured elsewhere', true],
    ['Articles the product of China', false],
  ])('knows whether more than code, origin and date decides: %s', (text, conditional) => {
    expect(parseAdditionalDuty('99038185', text, ADDED)?.conditional).toBe(conditional);
  });

  it.each([
    ['Articles the product of France: [Duties suspended]', ADDED],
    ['Articles the product of China', 'Free'],
    ['Articles the product of China', 'The duty provided in the applicable subheading'],
  ])('finds nothing that is added in %s: %s', (text, general) => {
    expect(parseAdditionalDuty('99038905', text, general)).toBeNull();
  });
});
