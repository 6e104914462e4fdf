import { compareDestinations } from '../../../../domain/tariffs/answer/compare-destinations';
import type { Rate } from '../../../../domain/tariffs/schedule/duty';
import type { QuoteRequest } from '../../../../domain/tariffs/rate/found-rate';
import { planQuote } from '../../../../domain/tariffs/answer/plan';
import { quote } from '../../../../domain/tariffs/answer/quote';
import { provenance, ratedLine, referenceOf, scheduleOfLines } from '../../../support/tariff-facts';

const byWeight: Rate = {
  expression: '10 cents/kg',
  kind: 'specific',
  adValorem: null,
  duty: { parts: [{ type: 'specific', amount: '0.1', currency: 'USD', per: '1', unit: 'kg' }] },
};
const vat = (percent: string) => [
  { percent, name: 'VAT', validFrom: '2020-01-01', validTo: null, source: provenance() },
];
const NODES = new Map(['6109', '0201'].map((code) => [code, { code, section: '', description: code, children: [] }]));
const EMPTY = referenceOf();
const REFERENCE = referenceOf({
  nomenclature: { ...EMPTY.nomenclature, nodes: NODES },
  schedules: new Map([
    ['US', [scheduleOfLines([ratedLine('61091000', 16.5), ratedLine('02011000', byWeight)])]],
    ['EU', [scheduleOfLines([ratedLine('61091000', 12), ratedLine('02011000', 5)], { name: 'EU' })]],
    ['JP', [scheduleOfLines([ratedLine('61091000', 10)], { name: 'JP' })]],
  ]),
  vat: new Map([
    ['US', vat('0')],
    ['DE', vat('19')],
    ['FR', vat('20')],
    ['AT', vat('20')],
    ['BR', vat('17')],
    ['VN', vat('10')],
  ]),
});
const DESTINATIONS = ['US', 'DE', 'FR', 'AT', 'JP', 'BR', 'VN'];

function compare(overrides: Partial<QuoteRequest> = {}) {
  const goods = { hsCode: '61091000', origin: 'VN', value: 1_000, currency: 'EUR', weight: null, unit: null };
  const destinations = DESTINATIONS.map((destination) => {
    const request: QuoteRequest = { ...goods, date: '2026-03-01', ...overrides, destination };
    return { request, plan: planQuote(REFERENCE, request) };
  });
  const asked: string[] = [];
  const landedCost = ({ destination }: QuoteRequest): number => asked.push(destination);
  return { destinations, asked, ...compareDestinations(REFERENCE, destinations, landedCost) };
}

/** Source: specification, "Tariff comparison result" */
describe('comparing destinations', () => {
  it('gives each what it would be told alone', () => {
    const { destinations, markets } = compare({ value: 333.33 });
    expect(markets.map(({ country }) => country)).toEqual(['US', 'DE', 'FR', 'AT']);
    for (const market of markets) {
      const alone = destinations.find(({ request }) => request.destination === market.country);
      const answer = alone === undefined ? null : quote(REFERENCE, alone.request, alone.plan);
      const { mfnRate, mfnDuty, totalDuties, effectiveRate } = market;
      expect(answer).toMatchObject({ mfn: { rate: mfnRate, duty: mfnDuty, totalDuties, effectiveRate } });
    }
    // 333.33 x 12 % = 39.9996; 373.33 x 19 % = 70.9327; 110.93 / 333.33
    expect(markets[1]).toMatchObject({ mfnDuty: 40, totalDuties: 110.93, effectiveRate: 33.2793327933279 });
  });

  it('asks for the landed cost once for all countries of a schedule', () => {
    const { asked, markets } = compare();
    expect(asked).toEqual(['US', 'DE']);
    expect(markets.map(({ landedCost }) => landedCost)).toEqual([1, 2, 2, 2]);
  });

  it('says why the others are no markets', () => {
    const reasons = ({ unavailable }: ReturnType<typeof compare>) =>
      unavailable.map(({ request, reason }) => [request.destination, reason.kind]);
    expect(reasons(compare())).toEqual([
      ['JP', 'vat_unknown'],
      ['BR', 'no_schedule'],
      ['VN', 'domestic'],
    ]);
    expect(reasons(compare({ hsCode: '02011000' }))).toContainEqual(['US', 'input_missing']);
  });

  it('says what is known of them all the same', () => {
    const known = compare().unavailable.map(({ mfnRate, mfnDuty, vat }) => [mfnRate, mfnDuty, vat?.percent ?? null]);
    // 10 % of 1,000 in Japan, whose VAT is not known; nothing is imported into Viet Nam from there.
    expect(known).toEqual([
      [10, 100, null],
      [null, null, '17'],
      [null, null, null],
    ]);
  });
});
