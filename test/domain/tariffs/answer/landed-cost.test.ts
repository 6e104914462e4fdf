import { landedCost, type LandedCost, type LandedCostRequest } from '../../../../domain/tariffs/answer/landed-cost';
import { planQuote } from '../../../../domain/tariffs/answer/plan';
import type { ReferenceData } from '../../../../domain/tariffs/schedule/reference-data';
import { adValoremRate, type Rate } from '../../../../domain/tariffs/schedule/duty';
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

const vat = (percent: string) => vatRate(percent, { source: provenance({ title: 'VAT rates', edition: 'of 2026' }) });
const steel = additionalDuty({ from: '2025-01-01' });
const free = { ...adValoremRate('Free', '0'), programs: ['S'] };
const byWeight: Rate = {
  expression: '10¢/kg',
  kind: 'specific',
  adValorem: null,
  duty: { parts: [{ type: 'specific', amount: '0.1', currency: 'USD', per: '1', unit: 'kg' }] },
};
const lines = [
  ratedLine('61091000', 16.5, { preferences: [free], columnTwo: adValoremRate('90%', '90') }),
  ratedLine('72083900', 0),
  ratedLine('04069000', 10, { columnTwo: byWeight }),
];
const REFERENCE = referenceOf({
  schedules: new Map([
    ['US', [scheduleOfLines(lines, { additional: [steel] })]],
    ['EU', [scheduleOfLines([ratedLine('61091000', 12), ratedLine('04069000', byWeight)], { name: 'EU' })]],
    [
      'GB',
      [
        scheduleOfLines([ratedLine('61091000', 12), ratedLine('22042100', 10), ratedLine('04069000', byWeight)], {
          name: 'GB',
        }),
      ],
    ],
    ['CH', [scheduleOfLines([ratedLine('61091000', 10)], { name: 'CH' })]],
  ]),
  vat: new Map([
    ['US', [vat('0')]],
    ['DE', [vat('19')]],
    ['GB', [vat('20')]],
  ]),
  agreements: [agreementOf()],
  exchangeRates: new Map([['USD>GBP', [{ rate: '0.8', validOn: '2026-01-01' }]]]),
  exchangeSource: provenance({ title: 'Exchange rates' }),
});

const REMEDIES = 'anti-dumping, countervailing and safeguard duties of US are not loaded';
const REQUEST: LandedCostRequest = {
  ...quoteRequest({ origin: 'MX', value: 10_000 }),
  freight: 500,
  insurance: 50,
  incoterm: 'CIF',
  transport: 'sea',
  claimPreference: false,
  distanceSale: null,
};

function answer(overrides: Partial<LandedCostRequest> = {}, reference: ReferenceData = REFERENCE) {
  const request = { ...REQUEST, ...overrides };
  return landedCost(reference, request, planQuote(reference, request));
}

function costOf(overrides: Partial<LandedCostRequest> = {}): LandedCost {
  const result = answer(overrides);
  if (result.kind !== 'landed_cost') throw new Error(result.kind);
  return result;
}
const amounts = ({ lines: shown }: LandedCost) => Object.fromEntries(shown.map(({ name, amount }) => [name, amount]));

/** Worked by hand. Source: docs/GAPS.md#H9 */
describe('what goods cost at their destination', () => {
  it('in the United States, where customs leave freight out of the value', () => {
    const cost = costOf();
    expect(amounts(cost)).toEqual({
      Goods: 9_450,
      Freight: 500,
      Insurance: 50,
      Duty: 1_559.25,
      'Merchandise processing fee': 33.58,
      'Harbor maintenance fee': 11.81,
      'VAT or GST': 0,
    });
    expect(cost).toMatchObject({
      customsValue: { amount: 9_450, rule: { basis: 'FOB' } },
      // Nothing is open but what no answer has.
      total: null,
      totalWithoutRecoverable: null,
      atLeast: 11_604.64,
      comparable: 11_604.64,
      because: [REMEDIES],
      deMinimis: { dutyWaived: false },
      missing: [],
    });
  });

  it('in the Union, where freight and insurance are taxed', () => {
    const cost = costOf({
      origin: 'US',
      destination: 'DE',
      value: 1_000,
      freight: 100,
      insurance: 10,
      incoterm: 'FOB',
      currency: 'EUR',
    });
    expect(amounts(cost)).toEqual({ Goods: 1_000, Freight: 100, Insurance: 10, Duty: 133.2, 'VAT or GST': 236.21 });
    expect(cost).toMatchObject({ customsValue: { amount: 1_110 }, atLeast: 1_479.41, comparable: 1_243.2 });
  });

  it('between two members of the Union, where no duty and no rule of customs stands', () => {
    const cost = costOf({
      origin: 'FR',
      destination: 'DE',
      value: 1_000,
      freight: 100,
      insurance: 10,
      incoterm: 'FOB',
      currency: 'EUR',
    });
    expect(amounts(cost)).toEqual({ Goods: 1_000, Freight: 100, Insurance: 10, Duty: 0, 'VAT or GST': 210.9 });
    expect(cost).toMatchObject({ customsValue: { amount: 1_000, rule: null }, deMinimis: null, missing: [] });
    expect(cost).toMatchObject({ total: 1_320.9, atLeast: 1_320.9, atMost: 1_320.9, because: [] });
    expect(cost.lines[3]).toMatchObject({ source: 'customs union', from: null, basis: 'customs value, customs_union' });
  });

  it('names the source of every line', () => {
    const [goods, , , duty] = costOf().lines;
    expect(goods).toEqual({
      name: 'Goods',
      amount: 9_450,
      rate: null,
      basis: 'price without freight and insurance',
      recoverable: false,
      source: 'the request',
      from: null,
    });
    expect(duty).toEqual({
      name: 'Duty',
      amount: 1_559.25,
      rate: 16.5,
      basis: 'customs value, ad_valorem',
      recoverable: false,
      source: 'Tariff Schedule, 2026',
      from: '2026-01-01',
    });
    expect(costOf().lines.at(-1)).toEqual({
      name: 'VAT or GST',
      amount: 0,
      rate: 0,
      basis: 'customs value, freight, insurance and duties',
      recoverable: true,
      source: 'VAT rates, of 2026',
      from: '2026-01-01',
    });
    expect(costOf().lines.filter(({ recoverable }) => recoverable)).toHaveLength(1);
  });

  it('has the preference that is claimed, and the general duty where none is claimed or none applies', () => {
    expect(costOf({ claimPreference: true }).lines[3]).toMatchObject({
      name: 'Duty, Pact',
      amount: 0,
      rate: 0,
      basis: 'customs value, claimed preference',
    });
    expect(costOf({ claimPreference: true, origin: 'CN' }).lines[3]).toMatchObject({ name: 'Duty', amount: 1_559.25 });
  });

  it('has column 2 for those who pay it', () => {
    expect(costOf({ origin: 'CU' }).lines[3]).toMatchObject({
      name: 'Duty, column 2',
      amount: 8_505,
      rate: 90,
      basis: 'customs value',
    });
  });

  it('is not said with a rate that the goods do not pay', () => {
    const cheese = { hsCode: '04069000', origin: 'CU' };
    expect(answer(cheese)).toMatchObject({ kind: 'input_missing', faults: [{ field: 'weight' }] });
    expect(costOf({ ...cheese, weight: 100, unit: 'kg' }).lines[3]).toMatchObject({
      name: 'Duty, column 2',
      amount: 10,
    });
    expect(answer({ hsCode: '72083900', origin: 'CU' }).kind).toBe('no_column_two');
    expect(costOf({ hsCode: '04069000' }).lines[3]).toMatchObject({ name: 'Duty', amount: 945 });
  });

  it('has no waived duty on goods that the relief may leave out', () => {
    const wine = { hsCode: '22042100', origin: 'US', destination: 'GB', value: 50, incoterm: 'FOB' as const };
    const cost = costOf(wine);
    expect(cost.deMinimis).toMatchObject({ threshold: 135, dutyWaived: null });
    expect(cost.lines[3]).toMatchObject({ name: 'Duty', amount: 60 });
    expect(cost.missing).toContain('whether GB waives duty on small consignments is not known');
    // 600 and the duty of 60, which may be waived; 20 % of VAT.
    expect(cost).toMatchObject({ total: null, atLeast: 720, atMost: null });
    expect(cost.because).toContainEqual(expect.stringContaining('excise duties of GB'));
  });

  it('has the additional duties that apply', () => {
    const cost = costOf({ hsCode: '72083900', origin: 'CN' });
    expect(cost.lines[4]).toMatchObject({
      name: 'Section 232, iron and steel (9903.80.01)',
      amount: 2_362.5,
      rate: 25,
      basis: 'customs value',
      recoverable: false,
      from: '2025-01-01',
    });
    expect(amounts(costOf({ origin: 'CN' }))).not.toHaveProperty('Section 232, iron and steel (9903.80.01)');
  });

  it('has no duty below the threshold of the destination, by the goods alone and in its own currency', () => {
    const small = { origin: 'US', destination: 'GB', freight: 50, insurance: 0, incoterm: 'FOB' as const };
    const waived = costOf({ ...small, value: 168.75 });
    expect(waived.deMinimis).toMatchObject({ threshold: 135, dutyWaived: true });
    expect(waived.lines[3]).toMatchObject({
      name: 'Duty',
      amount: 0,
      rate: 0,
      basis: 'below the threshold of "deMinimis"',
    });
    // 218.75 and 20 % of VAT, whatever the edition says.
    expect(waived).toMatchObject({ total: 262.5, atLeast: 262.5, atMost: 262.5, because: [] });
    expect(waived.rates).toEqual([provenance({ title: 'Exchange rates: 1 USD is 0.8 GBP' })]);
    expect(costOf({ ...small, value: 168.77 }).lines[3]?.amount).toBe(26.25);
    expect(costOf({ ...small, value: 135, currency: 'GBP' }).deMinimis?.dutyWaived).toBe(true);
  });

  it('has 3 EUR for each item of a distance sale to the Union, whatever the edition says', () => {
    const parcel = { origin: 'CN', destination: 'DE', value: 40, freight: 5, insurance: 0, date: '2027-06-01' };
    const shirts = { ...parcel, currency: 'EUR', incoterm: 'FOB' as const, transport: null };
    // 45 and 3, and 19 % of 48, which is 9.12.
    const sold = costOf({ ...shirts, distanceSale: true });
    expect(sold).toMatchObject({
      total: 57.12,
      atLeast: 57.12,
      atMost: 57.12,
      because: [],
      totalWithoutRecoverable: 48,
    });
    expect(sold.lines[3]).toMatchObject({
      amount: 3,
      rate: null,
      basis: 'each item of a distance sale',
      source: expect.stringContaining('Regulation (EU) 2026/382') as string,
    });
    // Nothing bounds the duty of an edition of 17 months.
    const undecided = { total: null, atLeast: 53.55, atMost: null };
    expect(costOf(shirts)).toMatchObject(undecided);
    expect(costOf({ ...shirts, distanceSale: false })).toMatchObject(undecided);
    const fresh = { ...shirts, date: '2026-12-01' };
    // 3, or 12 % of 45, which are 5.40; with VAT 57.12 or 59.98.
    expect(costOf(fresh)).toMatchObject({ total: null, atLeast: 57.12, atMost: 59.98 });
    expect(costOf({ ...fresh, distanceSale: false })).toMatchObject({ total: 59.98, because: [] });
    expect(costOf({ ...fresh, value: 151, distanceSale: true })).toMatchObject({ total: null, atMost: null });
  });

  it('needs no input for a duty of the tariff that a small consignment does not pay', () => {
    const cheese = { hsCode: '04069000', origin: 'US', freight: 0, insurance: 0, incoterm: 'FOB' as const };
    const toGermany = { ...cheese, destination: 'DE', currency: 'EUR', value: 40, date: '2026-12-01' };
    expect(costOf({ ...toGermany, distanceSale: true }).lines[3]).toMatchObject({ amount: 3, rate: null });
    const toBritain = { ...cheese, destination: 'GB', currency: 'GBP', value: 135 };
    expect(costOf(toBritain).lines[3]).toMatchObject({ amount: 0, basis: 'below the threshold of "deMinimis"' });
    for (const dear of [toGermany, { ...toGermany, distanceSale: true, value: 151 }, { ...toBritain, value: 136 }]) {
      expect(answer(dear)).toMatchObject({ kind: 'input_missing', faults: [{ field: 'weight' }] });
    }
  });

  it('is said without what is not known, which is named', () => {
    const cost = costOf({
      destination: 'CH',
      origin: 'US',
      currency: 'CHF',
      freight: null,
      insurance: null,
      incoterm: 'FOB',
    });
    expect(cost).toMatchObject({ total: null, comparable: 11_000, customsValue: { rule: null } });
    expect(cost.lines.at(-1)).toMatchObject({ amount: null, rate: null, source: 'not known', from: null });
    expect(cost.missing).toEqual([
      '"freight" is not given: it is counted as none',
      '"insurance" is not given: it is counted as none',
      'VAT of CH is not known; totals that depend on it are null',
      'how customs of CH value goods is not recorded: duty is on the goods alone',
      'whether CH waives duty on small consignments is not known',
    ]);
    // The duty of 1,000 may be waived.
    expect(cost).toMatchObject({
      atLeast: 10_000,
      atMost: null,
      because: [
        'whether CH waives duty on small consignments is not known',
        'anti-dumping, countervailing and safeguard duties of CH are not loaded',
        'VAT is not known',
      ],
    });
    expect(costOf({ transport: null }).missing).toEqual(['the amount of the Harbor maintenance fee is not known']);
  });

  it('has no total while a fee is open, but bounds and why', () => {
    // 11,592.83 without the harbor fee of 11.81
    const cost = costOf({ transport: null });
    expect(cost).toMatchObject({
      total: null,
      totalWithoutRecoverable: null,
      atLeast: 11_592.83,
      atMost: null,
      because: [expect.stringMatching(/^the amount of the Harbor maintenance fee is not known: /), REMEDIES],
    });
  });

  it('has no upper bound after the time of an edition of chapter 99', () => {
    expect(costOf({ origin: 'CN', hsCode: '72083900' }).because).toEqual([REMEDIES]);
    const cost = costOf({ origin: 'CN', hsCode: '72083900', date: '2026-02-01' });
    const age =
      'what chapter 99 of the United States schedule adds on 2026-02-01 is not known: the edition "2026" is 1 months older';
    expect(cost).toMatchObject({ total: null, atMost: null, because: [expect.stringContaining(age), age, REMEDIES] });
    expect(amounts(cost)).not.toHaveProperty('Section 232, iron and steel (9903.80.01)');
  });

  it('has no upper bound since the fiscal year of which the limits of a fee are not established', () => {
    const [edition] = REFERENCE.schedules.get('US') ?? [];
    if (edition === undefined) throw new Error('no edition');
    const later = { ...edition, provenance: provenance({ validFrom: '2026-09-30' }) };
    const reference = { ...REFERENCE, schedules: new Map([['US', [later]]]) };
    expect(answer({ date: '2026-09-30' }, reference)).toMatchObject({ atLeast: 11_604.64, because: [REMEDIES] });
    const cost = answer({ date: '2026-10-01' }, reference);
    // 10,000 and 1,559.25 and 11.81; the merchandise processing fee is certain, and its amount is not.
    const because = [expect.stringContaining('Merchandise processing fee'), REMEDIES];
    expect(cost).toMatchObject({ total: null, atLeast: 11_571.06, atMost: null, because });
  });

  it('cannot be said where freight and insurance are more than the price that covers them', () => {
    expect(answer({ value: 550 })).toEqual({ kind: 'freight_exceeds_value' });
    expect(answer({ value: 550.01 }).kind).toBe('landed_cost');
  });

  it('cannot be said for a code that nobody knows', () => expect(answer({ hsCode: '9999' }).kind).toBe('unknown_code'));

  it.each([
    ['the same origin and destination', { origin: 'US' }, 'domestic'],
    ['a country without a schedule', { destination: 'BR' }, 'no_schedule'],
    ['a date before the oldest edition', { date: '2025-12-31' }, 'before_editions'],
    ['a code without a rate', { hsCode: '610990' }, 'no_rate'],
  ])('cannot be said for %s where the nomenclature knows the code', (_name, overrides, kind) => {
    const node = (code: string) => ({ code, section: 'XI', description: '', children: [] });
    const nodes = new Map(['6109', '610910', '610990'].map((code) => [code, node(code)]));
    const reference = { ...REFERENCE, nomenclature: { ...REFERENCE.nomenclature, nodes } };
    expect(answer(overrides, reference).kind).toBe(kind);
  });
});
