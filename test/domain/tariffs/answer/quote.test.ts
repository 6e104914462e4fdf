import { adValoremRate, opaqueRate, type Rate } from '../../../../domain/tariffs/schedule/duty';
import type { QuoteRequest } from '../../../../domain/tariffs/rate/found-rate';
import type { ReferenceData } from '../../../../domain/tariffs/schedule/reference-data';
import { planQuote } from '../../../../domain/tariffs/answer/plan';
import { quote } from '../../../../domain/tariffs/answer/quote';
import {
  additionalDuty,
  agreementOf,
  provenance,
  quoteRequest,
  ratedLine,
  referenceOf,
  scheduleOfLines,
  vatRate,
} from '../../../support/tariff-facts';

const specific: Rate = {
  expression: '10 cents/kg',
  kind: 'specific',
  adValorem: null,
  duty: { parts: [{ type: 'specific', amount: '0.1', currency: 'USD', per: '1', unit: 'kg' }] },
};
const special = (percent: string, program: string) => ({
  ...adValoremRate(`${percent}%`, percent),
  programs: [program],
});
const US = scheduleOfLines([
  ratedLine('61091000', 16.5, {
    preferences: [special('5', 'S'), special('2', 'P')],
    columnTwo: adValoremRate('90%', '90'),
  }),
  ratedLine('02011000', specific, { columnTwo: specific }),
  ratedLine('04069000', 10, { columnTwo: specific }),
  ratedLine('42021110', 8),
  ratedLine('91011100', opaqueRate('51 cents each plus 6.25 % on the case')),
]);
const REFERENCE = referenceOf({
  schedules: new Map([
    ['US', [US]],
    ['JP', [scheduleOfLines([ratedLine('61091000', 10)], { name: 'JP' })]],
  ]),
  vat: new Map([
    ['US', [vatRate('0')]],
    ['JP', [vatRate('10')]],
  ]),
  agreements: [agreementOf(), agreementOf({ name: 'Better', symbols: { US: ['P'] } })],
  exchangeRates: new Map([['USD>EUR', [{ rate: '0.8', validOn: '2026-01-01' }]]]),
  exchangeSource: provenance({ title: 'Exchange rates', edition: 'July' }),
});

function ask(overrides: Partial<QuoteRequest> = {}, transport: 'sea' | 'air' | null = null) {
  const request = quoteRequest({ value: 1_000, ...overrides });
  return quote(REFERENCE, request, planQuote(REFERENCE, request), { transport });
}

function quoted(overrides: Partial<QuoteRequest> = {}, transport: 'sea' | 'air' | null = null) {
  const answer = ask(overrides, transport);
  if (answer.kind !== 'quote') throw new Error(answer.kind);
  return answer;
}

/** Worked by hand. Source: docs/GAPS.md#H9 */
describe('the bounds beside the total', () => {
  const steel = scheduleOfLines([ratedLine('72083900', 2, { columnTwo: specific })], {
    additional: [
      additionalDuty({ from: '2025-01-01' }),
      additionalDuty({ heading: '99038803', origins: ['CN'], note: '20(f)' }),
    ],
  });
  const reference = { ...REFERENCE, schedules: new Map([['US', [steel]]]), vat: new Map([['US', [vatRate('10')]]]) };
  const REMEDIES = 'anti-dumping, countervailing and safeguard duties of US are not loaded';
  const rangeOf = (overrides: Partial<QuoteRequest>, from: ReferenceData = reference) => {
    const request = quoteRequest({ value: 1_000, hsCode: '72083900', ...overrides });
    const answer = quote(from, request, planQuote(from, request));
    return answer.kind === 'quote' ? answer.range : answer;
  };

  it('are the total where nothing is open', () => {
    const union = referenceOf({
      schedules: new Map([['EU', [scheduleOfLines([ratedLine('61091000', 12)], { name: 'EU' })]]]),
      vat: new Map([['DE', [vatRate('20')]]]),
    });
    expect(rangeOf({ origin: 'FR', destination: 'DE', hsCode: '61091000' }, union)).toEqual({
      atLeast: 200,
      atMost: 200,
      because: [],
    });
  });

  it('hold what certainly is added, and leave what may be to the upper one', () => {
    // 20 and 250, then 10 % of 1,270; with 250 more, 10 % of 1,520.
    expect(rangeOf({})).toEqual({ atLeast: 397, atMost: null, because: [REMEDIES] });
    expect(rangeOf({ origin: 'CN' })).toMatchObject({
      atLeast: 397,
      atMost: null,
      because: [expect.stringContaining('may apply'), REMEDIES],
    });
  });

  it('have no upper one without VAT, after the time of the edition, or without the duty of column 2', () => {
    expect(rangeOf({}, { ...reference, vat: new Map() })).toMatchObject({ atLeast: 270, atMost: null });
    expect(rangeOf({ date: '2026-02-01' })).toMatchObject({ atLeast: 122, atMost: null });
    // Column 2 needs a weight: 250, then 10 % of 1,250.
    expect(rangeOf({ origin: 'CU' })).toMatchObject({
      atLeast: 375,
      atMost: null,
      because: [expect.stringContaining('column 2'), REMEDIES],
    });
    expect(rangeOf({ origin: 'CU', weight: 100, unit: 'kg' })).toMatchObject({ atLeast: 386, atMost: null });
  });
});

/** Source: specification, "Tariff calculation result" */
describe('a quote', () => {
  it('is duty and VAT on the value', () => {
    expect(quoted()).toMatchObject({ mfn: { duty: 165 }, dutyBasis: 'ad_valorem', preferential: null, schedule: 'US' });
    expect(quoted({ destination: 'JP' })).toMatchObject({ mfn: { duty: 100 }, fees: [], columnTwo: null });
  });

  it('has the best preference that applies', () => {
    expect(quoted({ origin: 'MX' }).preferential).toMatchObject({ agreement: 'Better', duty: 20 });
    expect(quoted({ origin: 'VN' }).agreements).toMatchObject([{ applicable: false }, { applicable: false }]);
  });

  it('has the duty of column 2 beside the general one', () => {
    expect(quoted().columnTwo).toMatchObject({ duty: 900, applies: false, dutyExpression: '90%' });
    expect(quoted({ origin: 'CU' }).columnTwo).toMatchObject({ applies: true });
  });

  it('says that the duty of those who pay column 2 is not known where something is missing', () => {
    const cheese = { hsCode: '04069000', origin: 'CU' };
    const unsaid = quoted(cheese);
    expect(unsaid).toMatchObject({ mfn: { duty: 100 }, columnTwo: null, columnTwoUnsaid: { kind: 'input_missing' } });
    expect(unsaid.missing.at(-1)).toContain('what the goods pay is not said');
    expect(unsaid.coverage.missing).toEqual(unsaid.missing);
    expect(quoted({ ...cheese, weight: 100, unit: 'kg' })).toMatchObject({
      columnTwo: { duty: 10, applies: true },
      columnTwoUnsaid: null,
    });
    expect(quoted({ ...cheese, origin: 'CN' })).toMatchObject({ columnTwo: null, columnTwoUnsaid: null, missing: [] });
  });

  it('says so where column 2 is not loaded for those who pay it', () => {
    const trunk = { hsCode: '42021110', origin: 'RU' };
    const unsaid = quoted(trunk);
    expect(unsaid).toMatchObject({ mfn: { duty: 80 }, columnTwo: null });
    expect(unsaid.columnTwoUnsaid).toEqual({ kind: 'no_column_two', sources: unsaid.sources });
    expect(unsaid.missing).toEqual([expect.stringContaining('which are not loaded')]);
    expect(quoted({ ...trunk, origin: 'CN' }).columnTwoUnsaid).toBeNull();
    expect(quoted({ ...trunk, destination: 'JP', hsCode: '61091000' }).columnTwoUnsaid).toBeNull();
  });

  it('counts a specific duty by its weight, and asks for one', () => {
    expect(quoted({ hsCode: '02011000', weight: 100, unit: 'kg' })).toMatchObject({
      mfn: { duty: 10 },
      dutyBasis: 'ad_valorem_equivalent',
      columnTwo: { duty: 10 },
    });
    expect(ask({ hsCode: '02011000' })).toMatchObject({
      kind: 'input_missing',
      expression: '10 cents/kg',
      faults: [{ field: 'weight' }],
    });
  });

  it('is not made up where the text cannot be computed', () => {
    expect(ask({ hsCode: '91011100' })).toMatchObject({
      kind: 'not_computable',
      sources: [provenance(), provenance({ title: 'VAT rates' })],
    });
  });

  it('is not made where nothing is known', () => {
    expect(ask({ hsCode: '99990000' })).toEqual({ kind: 'unknown_code' });
  });

  it('has the fees of the United States in the currency of the request', () => {
    const dollars = quoted({ value: 10_000 }, 'sea').fees;
    const euros = quoted({ value: 8_000, currency: 'EUR' }, 'sea').fees;
    expect(dollars.map(({ amount }) => amount)).toEqual([34.64, 12.5]);
    expect(euros.map(({ amount }) => amount)).toEqual([27.71, 10]);
  });

  it('has fees at the customs border of the United States, and none inside it', () => {
    const fees = (origin: string, destination: string) => quoted({ origin, destination, value: 50_000 }, 'sea').fees;
    expect([fees('VN', 'PR').length, fees('US', 'PR'), fees('PR', 'US')]).toEqual([2, [], []]);
  });

  it('rounds to the digits of its currency', () => {
    expect(quoted({ destination: 'JP', value: 1_234, currency: 'JPY' }).mfn.duty).toBe(123);
    expect(quoted({ destination: 'JP', value: 12.34 }).mfn.duty).toBe(1.23);
  });
});

it('names the rates of exchange that it used, and no others', () => {
  const source = provenance({ title: 'Exchange rates: 1 USD is 0.8 EUR', edition: 'July', validFrom: '2026-01-01' });
  const beef = quoted({ hsCode: '02011000', weight: 100, unit: 'kg', currency: 'EUR' });
  expect([beef.rates, beef.sources.at(-1), beef.coverage.sources.at(-1)]).toEqual([[source], source, source]);
  expect(beef.mfn.duty).toBe(8);
  expect(quoted({ hsCode: '02011000', weight: 100, unit: 'kg' }).rates).toEqual([]);
  expect(quoted({ value: 10_000, currency: 'EUR' }).rates).toEqual([source]);
});
