import { parseAdditionalDuty, type AdditionalDuty } from '../../../domain/tariffs/additional-duties';
import { additionalDutiesOn } from '../../../domain/tariffs/applicable-duties';

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

describe('which additional duties goods pay', () => {
  const duty = (changes: Partial<AdditionalDuty>): AdditionalDuty => ({
    heading: '99038001',
    percent: '25',
    origins: null,
    exceptOrigins: [],
    codes: null,
    note: '16',
    from: null,
    until: null,
    conditional: false,
    ...changes,
  });
  const goods = { code: '72083900', origin: 'CN', date: '2025-06-01', edition: 'of 2025' };

  it('is said where code and origin decide', () => {
    const name = 'Section 232, iron and steel (9903.80.01)';
    expect(additionalDutiesOn([duty({})], goods)).toMatchObject([
      { name, rate: 25, basis: 'customs_value', applies: true, condition: null },
    ]);
  });

  it.each([
    ['goods that the list does not hold', {}, { code: '61091000' }],
    ['an origin that is left out', { exceptOrigins: ['CN'] }, {}],
    ['another origin', { origins: ['RU'] }, {}],
    ['an earlier day', { from: '2025-06-02' }, {}],
    ['the day on which it ended', { until: '2025-06-01' }, {}],
  ])('leaves out %s', (_, changes, other) => {
    expect(additionalDutiesOn([duty(changes)], { ...goods, ...other })).toEqual([]);
  });

  it('is unknown where a note that is not loaded lists the goods', () => {
    const [found] = additionalDutiesOn([duty({ heading: '99038803', note: '20(f)', origins: ['CN'] })], goods);
    expect(found).toMatchObject({ applies: null, source: 'of 2025, heading 9903.88.03, U.S. note 20(f)' });
    expect(found?.condition).toContain('U.S. note 20(f)');
  });

  it('is unknown for a heading of which some lines are meant', () => {
    const named = duty({ codes: ['84261900'], note: null, origins: ['CN'] });
    expect(additionalDutiesOn([named], { ...goods, code: '8426' })).toMatchObject([{ applies: null }]);
    expect(additionalDutiesOn([named], { ...goods, code: '84261900' })).toMatchObject([{ applies: true }]);
  });

  it('tells castings and forgings of aluminum from other articles of their line', () => {
    const aluminum = duty({ heading: '99038501', percent: '10', note: '19' });
    const found = (code: string): (boolean | null)[] =>
      additionalDutiesOn([aluminum], { ...goods, code }).map(({ applies }) => applies);
    expect(found('7616995160')).toEqual([true]);
    expect(found('76169951')).toEqual([null]);
    expect(found('7616995140')).toEqual([]);
    expect(found('76061230')).toEqual([true]);
  });

  it('is unknown for a heading of which the list holds a part, from any origin', () => {
    expect(additionalDutiesOn([duty({})], { ...goods, code: '7302' })).toMatchObject([{ applies: null }]);
  });

  it('is unknown where the text sets conditions', () => {
    const melted = duty({ origins: ['MX'], conditional: true });
    expect(additionalDutiesOn([melted], { ...goods, origin: 'MX' })).toMatchObject([{ applies: null }]);
  });
});
