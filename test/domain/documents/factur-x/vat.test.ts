import { EXEMPTION_CODES, hasReason, TAX_CATEGORIES, matchingTaxes } from '../../../../domain/documents/factur-x/vat';

const TAXES = [
  { category: 'S' as const, rate: 19 },
  { category: 'S' as const, rate: 7 },
  { category: 'E' as const, rate: 0 },
];

describe('the tax of a line', () => {
  it('is the only one where the line says nothing', () => {
    expect(matchingTaxes({}, TAXES.slice(0, 1))).toEqual([TAXES[0]]);
    expect(matchingTaxes({}, TAXES)).toEqual(TAXES);
  });

  it('is found by category, by rate, or by both', () => {
    expect(matchingTaxes({ taxCategory: 'E' }, TAXES)).toEqual([TAXES[2]]);
    expect(matchingTaxes({ taxRate: 7 }, TAXES)).toEqual([TAXES[1]]);
    expect(matchingTaxes({ taxCategory: 'S', taxRate: 19 }, TAXES)).toEqual([TAXES[0]]);
    expect(matchingTaxes({ taxCategory: 'S' }, TAXES)).toEqual(TAXES.slice(0, 2));
  });

  it('is none where nothing fits', () => {
    expect(matchingTaxes({ taxCategory: 'E', taxRate: 19 }, TAXES)).toEqual([]);
    expect(matchingTaxes({ taxRate: 0.5 }, TAXES)).toEqual([]);
  });
});

it('gives a reason for each category without tax but zero-rated goods', () => {
  expect(TAX_CATEGORIES.filter(hasReason)).toEqual(['E', 'AE', 'K', 'G', 'O']);
});

it('has a code for each reason that the category alone says', () => {
  expect(EXEMPTION_CODES).toEqual({ AE: 'VATEX-EU-AE', K: 'VATEX-EU-IC', G: 'VATEX-EU-G', O: 'VATEX-EU-O' });
});
