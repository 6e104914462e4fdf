import { countryName } from '../../domain/countries';
import { scheduleOf } from '../../domain/tariffs/countries';
import { coverageOf, excludedFrom } from '../../domain/tariffs/coverage';
import type { QuoteRequest, Unavailable } from '../../domain/tariffs/found-rate';
import type { Quote } from '../../domain/tariffs/quote';
import { rankMarkets, type Market } from '../../domain/tariffs/rank';
import { TariffComparison } from '../../domain/tariffs/answer-schema';
import { CompareTariffs } from '../../domain/tariffs/request-schema';
import { endpoint } from '../endpoint';
import { quoteRefusal, unavailableReason } from './quote-errors';
import { quoter, type Quoter } from './quotes';
import { consignmentOf, deliveryOf } from './requests';

type LandedCosts = (request: QuoteRequest, answer: Quote) => number | null;

/** Landed costs without VAT, computed once for all countries of a schedule: between these only VAT differs. */
function landedCosts(quotes: Quoter, delivery: ReturnType<typeof deliveryOf>): LandedCosts {
  const known = new Map<string, number | null>();
  return (request, answer) => {
    const schedule = scheduleOf(request.destination);
    const before = known.get(schedule);
    if (before !== undefined) return before;
    const landed = quotes.landedCost({ ...request, ...delivery, claimPreference: false }, answer);
    const cost = landed.kind === 'landed_cost' ? landed.totalWithoutRecoverable : null;
    known.set(schedule, cost);
    return cost;
  };
}

/** A quote whose totals are known counts as a market; without VAT there is no total to rank by. */
function marketOf(request: QuoteRequest, answer: Quote, landed: LandedCosts): Market | null {
  const { rate, duty, totalDuties, effectiveRate } = answer.mfn;
  if (totalDuties === null || effectiveRate === null) return null;
  const landedCost = landed(request, answer);
  return { country: request.destination, mfnRate: rate, totalDuties, effectiveRate, mfnDuty: duty, landedCost };
}

function reasonOf(request: QuoteRequest, answer: Quote | Unavailable): { reason: string; message: string } {
  if (answer.kind !== 'quote') return unavailableReason(request, answer);
  return { reason: 'vat_unknown', message: `VAT of ${request.destination} is not known, so no total can be compared.` };
}

/** Operation 11. Source: specification, "Tariffs"; docs/GAPS.md#H6 */
export const compareTariffs = endpoint({
  operationId: 'compareTariffs',
  summary: 'Compare what a consignment costs in several destinations',
  tag: 'Tariffs',
  method: 'post',
  path: '/api/v1/tariffs/compare',
  access: { kind: 'client', scope: 'reference:read' },
  limit: null,
  envelope: 'wrapped',
  body: CompareTariffs,
  responses: { 200: { description: 'Destinations by effective rate', schema: TariffComparison } },
  errors: ['NOT_FOUND'],
  async handle({ body }, services) {
    const { hsCode, origin, value, currency } = body;
    const shared = consignmentOf(body, services.now());
    const { date } = shared;
    const requests = body.destinations.map((destination) => ({ ...shared, destination }));
    const quotes = await quoter(services.database);
    const delivery = deliveryOf(body);
    const landed = landedCosts(quotes, delivery);
    const answers = requests.map((request) => ({ request, answer: quotes.quote(request, delivery.transport) }));
    const [first] = answers;
    if (first?.answer.kind === 'unknown_code') throw quoteRefusal(first.request, first.answer);
    const markets: Market[] = [];
    const unavailable = [];
    const missing: string[] = [];
    for (const { request, answer } of answers) {
      const country = request.destination;
      const market = answer.kind === 'quote' ? marketOf(request, answer, landed) : null;
      if (answer.kind === 'quote' && market !== null) {
        markets.push(market);
        missing.push(...answer.missing);
        continue;
      }
      const reason = reasonOf(request, answer);
      unavailable.push({ country, countryName: countryName(country), ...reason });
      // Goods that stay at home lack no data: there is nothing to compare.
      if (answer.kind !== 'domestic') missing.push(reason.message);
    }
    const { comparisons, bestMarket } = rankMarkets(markets);
    const sources = answers.flatMap(({ answer }) => (answer.kind === 'quote' ? answer.sources : []));
    return {
      status: 200,
      data: {
        hsCode,
        origin,
        value,
        currency,
        comparisons: comparisons.map((market) => ({ ...market, countryName: countryName(market.country) })),
        bestMarket,
        rankedBy: 'effectiveRate',
        unavailable,
        date,
        coverage: coverageOf(sources, missing, excludedFrom(body.destinations.map(scheduleOf))),
      },
    };
  },
});
