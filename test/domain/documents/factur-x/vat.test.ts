import { EXEMPTION_CODES, hasReason, TAX_CATEGORIES, taxesOf } from '../../../../domain/documents/factur-x/vat';

const TAXES = [
  { category: 'S' as const, rate: 19 },
  { category: 'S' as const, rate: 7 },
  { category: 'E' as const, rate: 0 },
];

describe('the tax of a line', () => {
  it('is the only one where the line says nothing', () => {
    expect(taxesOf({}, TAXES.slice(0, 1))).toEqual([TAXES[0]]);
    expect(taxesOf({}, TAXES)).toEqual(TAXES);
  });

  it('is found by category, by rate, or by both', () => {
    expect(taxesOf({ taxCategory: 'E' }, TAXES)).toEqual([TAXES[2]]);
    expect(taxesOf({ taxRate: 7 }, TAXES)).toEqual([TAXES[1]]);
    expect(taxesOf({ taxCategory: 'S', taxRate: 19 }, TAXES)).toEqual([TAXES[0]]);
    expect(taxesOf({ taxCategory: 'S' }, TAXES)).toEqual(TAXES.slice(0, 2));
  });

  it('is none where nothing fits', () => {
    expect(taxesOf({ taxCategory: 'E', taxRate: 19 }, TAXES)).toEqual([]);
    expect(taxesOf({ taxRate: 0.5 }, TAXES)).toEqual([]);
  });
});

it('gives a reason for each category without tax but zero-rated goods', () => {
  expect(TAX_CATEGORIES.filter(hasReason)).toEqual(['E', 'AE', 'K', 'G', 'O']);
});

it('has a code for each reason that the category alone says', () => {
  expect(EXEMPTION_CODES).toEqual({ AE: 'VATEX-EU-AE', K: 'VATEX-EU-IC', G: 'VATEX-EU-G', O: 'VATEX-EU-O' });
});
