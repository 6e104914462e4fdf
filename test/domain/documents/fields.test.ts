import {
  Address,
  Amount,
  BESIDE_OTHERS,
  Count,
  Description,
  DocumentNumber,
  hsCode,
  Incoterm,
  line,
  Measurement,
  PackageText,
  Paragraph,
  Party,
  Quantity,
  Weight,
} from '../../../domain/documents/fields';

interface Shape {
  safeParse(value: unknown): { success: boolean; error?: { issues: readonly { message: string }[] } | undefined };
}

const takes = (shape: Shape, ...values: unknown[]) => values.map((value) => shape.safeParse(value).success);
const faults = (shape: Shape, value: unknown) =>
  (shape.safeParse(value).error?.issues ?? []).map(({ message }) => message);

describe('a line of text', () => {
  it('has as many characters as are allowed, one at least', () => {
    expect(takes(line(3), 'abc', 'abcd', '')).toEqual([true, false, false]);
    expect(takes(DocumentNumber, 'n'.repeat(64), 'n'.repeat(65))).toEqual([true, false]);
  });

  it('is neither blank nor broken', () => {
    expect(faults(line(9), '   ')).toEqual(['must not be blank']);
    expect(faults(line(9), 'a\nb')).toContain('must not contain control characters or line breaks');
  });
});

describe('texts of several lines', () => {
  it('have at most 8 lines in an address and 40 in a paragraph, however they end', () => {
    const lines = (count: number, end: string) => Array.from({ length: count }, () => 'a').join(end);
    for (const end of ['\n', '\r\n', '\r']) {
      expect(takes(Address, lines(8, end), lines(9, end))).toEqual([true, false]);
    }
    expect(takes(Paragraph, lines(40, '\n'), lines(41, '\n'))).toEqual([true, false]);
    expect(faults(Address, lines(9, '\n'))).toEqual(['must not have more than 8 lines']);
    expect(faults(Paragraph, lines(41, '\n'))).toEqual(['must not have more than 40 lines']);
  });

  it('are not blank', () => {
    for (const shape of [Address, Paragraph, Description]) expect(faults(shape, ' \n ')).toEqual(['must not be blank']);
  });

  it('have at most 400, 2,000 and 600 characters', () => {
    expect(takes(Address, 'a'.repeat(400), 'a'.repeat(401))).toEqual([true, false]);
    expect(takes(Paragraph, 'a'.repeat(2_000), 'a'.repeat(2_001))).toEqual([true, false]);
    expect(takes(Description, 'a'.repeat(600), 'a'.repeat(601))).toEqual([true, false]);
  });
});

describe('an HS code', () => {
  it('has the digits that are asked for, with points between them', () => {
    expect(takes(hsCode(4, 10), '6109', '6109.10', '61.09.10.00.10', '610', '61091000101')).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(faults(hsCode(6, 6), '6109')).toEqual(['must have 6 digits']);
    expect(faults(hsCode(4, 10), '610')).toEqual(['must have 4 to 10 digits']);
  });

  it.each(['.6109', '6109.', '61..09', '6109a', '٦١٠٩', ''])('is not "%s"', (text) => {
    expect(faults(hsCode(4, 10), text)).toContain('must be digits');
  });
});

describe('numbers', () => {
  it('of goods are above 0, with at most six decimals', () => {
    expect(takes(Quantity, 0.000001, 1e12, 1.5, 0, -1, 1e12 + 1, 0.0000001, 1.1234567)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(faults(Quantity, 1.1234567)).toEqual(['must have at most 6 decimals']);
  });

  it('of money may be 0', () => expect(takes(Amount, 0, 1e15, -0.01, 2e15)).toEqual([true, true, false, false]));
  it('of pieces are whole', () =>
    expect(takes(Count, 1, 1_000_000, 0, 1.5, 1_000_001)).toEqual([true, true, false, false, false]));
});

describe('measures', () => {
  it('of weight are kilograms unless they say otherwise', () => {
    expect([Weight.parse(2), Weight.parse({ value: 2 }), Weight.parse({ value: 2, unit: 'LBR' })]).toEqual([
      { value: 2, unit: 'KGM' },
      { value: 2, unit: 'KGM' },
      { value: 2, unit: 'LBR' },
    ]);
    expect(faults(Weight, { value: 2, unit: 'TNE' })).toEqual([
      'must be {value, unit KGM or LBR}, or a number of kilograms',
    ]);
  });

  it('of volume are cubic metres', () => {
    expect([Measurement.parse(2.5), Measurement.parse({ value: 2.5 })]).toEqual([2.5, 2.5]);
    expect(faults(Measurement, { value: 2.5, unit: 'FTQ' })).toEqual([
      'must be a number of cubic metres, or {value, unit MTQ}',
    ]);
  });

  it('of packages are words or a count', () => {
    expect([PackageText.parse('10 cartons'), PackageText.parse(10)]).toEqual(['10 cartons', '10']);
    expect(faults(PackageText, 1.5)).toEqual(['must be text such as "10 cartons", or a count']);
  });
});

it('a party has a name, an address and a country', () => {
  const party = { name: 'Delta', address: '18 Harbour Road', country: 'VN' };
  expect(takes(Party, party, { ...party, country: 'XX' }, { ...party, name: '' })).toEqual([true, false, false]);
});

it('terms of delivery are those of 2020', () => {
  const fob = { code: 'FOB', place: 'Da Nang' };
  expect(takes(Incoterm, fob, { ...fob, version: '2020' }, { ...fob, version: 2010 }, { ...fob, code: 'XYZ' })).toEqual(
    [true, true, false, false],
  );
});

it('a check beside others runs on objects alone', () => {
  expect([{}, null, 'text'].map((value) => BESIDE_OTHERS.when({ value }))).toEqual([true, false, false]);
});
