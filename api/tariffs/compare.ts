import { countryName } from '../../domain/countries';
import { TariffComparison } from '../../domain/tariffs/answer/answer-schema';
import {
  compareDestinations,
  type Compared,
  type Destination,
  type LeftOut,
  type NoMarket,
} from '../../domain/tariffs/answer/compare-destinations';
import { scheduleOf } from '../../domain/tariffs/schedule/countries';
import { coverageOf, excludedFrom, type Coverage } from '../../domain/tariffs/schedule/coverage';
import { requestTo, type QuoteRequest } from '../../domain/tariffs/rate/found-rate';
import { rankMarkets } from '../../domain/tariffs/answer/rank';
import { CompareTariffs } from '../../domain/tariffs/answer/request-schema';
import type { Provenance } from '../../domain/tariffs/schedule/schedule';
import { endpoint } from '../endpoint';
import { quoteRefusal, unavailableReason } from './quote-errors';
import { quoter } from './quotes';
import { consignmentOf, deliveryOf, landedCostOf } from './requests';

function reasonOf(request: QuoteRequest, reason: NoMarket): { reason: string; message: string } {
  if (reason.kind !== 'vat_unknown') return unavailableReason(request, reason);
  return { reason: 'vat_unknown', message: `VAT of ${request.destination} is not known, so no total can be compared.` };
}

function toUnavailable({ request, reason, mfnRate, mfnDuty, vat }: LeftOut): Record<string, unknown> {
  const country = request.destination;
  const known = { mfnRate, mfnDuty, vat: vat === null ? null : Number(vat.percent) };
  return { country, countryName: countryName(country), ...reasonOf(request, reason), ...known };
}

/**
 * Coverage of an answer that lacks some destinations, or for which amounts were converted. Destinations without a
 * border count as complete.
 */
function coverageWithout(
  destinations: readonly Destination[],
  unavailable: Compared['unavailable'],
  rates: readonly Provenance[],
): Coverage {
  const left = new Map(unavailable.map((one) => [one.request.destination, one]));
  const sources = destinations.flatMap(({ request: { destination }, plan }) => {
    const one = left.get(destination);
    if (plan.kind === 'plan' && (one === undefined || one.reason.kind === 'vat_unknown')) return plan.sources;
    return one?.vat?.source ?? [];
  });
  const missing = destinations.flatMap(({ request, plan }) => {
    const reason = left.get(request.destination)?.reason;
    if (reason !== undefined) return reason.kind === 'domestic' ? [] : [reasonOf(request, reason).message];
    return plan.kind === 'plan' ? plan.missing : [];
  });
  const behind = [...sources, ...rates];
  return coverageOf(behind, missing, excludedFrom(destinations.map(({ request }) => scheduleOf(request.destination))));
}

/** Operation 11. Source: specification, "Tariffs"; docs/GAPS.md#H6 */
export const compareTariffs = endpoint({
  operationId: 'compareTariffs',
  summary: 'Compare the cost of a consignment in several destinations',
  tag: 'Tariffs',
  method: 'post',
  path: '/api/v1/tariffs/compare',
  access: { kind: 'client', scope: 'reference:read' },
  limit: null,
  envelope: 'wrapped',
  body: CompareTariffs,
  responses: {
    200: {
      description: 'Destinations by effective rate',
      schema: TariffComparison,
      // It comes with the plans of the destinations, which are kept until something is imported.
      lastingMembers: ['coverage'],
    },
  },
  errors: ['NOT_FOUND'],
  async handle({ body }, services) {
    const { hsCode, origin, value, currency } = body;
    const goods = consignmentOf(body, services.now());
    const { date } = goods;
    const quotes = await quoter(services.database);
    const { plans, coverage } = quotes.comparison(goods, body.destinations);
    const destinations = plans.map((plan, at) => {
      return { plan, request: requestTo(body.destinations[at] ?? '', goods) };
    });
    const isKnownSomewhere = destinations.some(({ plan }) => plan.kind !== 'unknown_code');
    const [first] = destinations;
    if (!isKnownSomewhere && first?.plan.kind === 'unknown_code') throw quoteRefusal(first.request, first.plan);
    const delivery = deliveryOf(body);
    const ofCosts: Provenance[] = [];
    const landedCost = (request: QuoteRequest): number | null => {
      const landed = quotes.landedCost(landedCostOf(request, delivery));
      if (landed.kind === 'landed_cost') ofCosts.push(...landed.rates);
      return landed.kind === 'landed_cost' ? landed.comparable : null;
    };
    const { markets, unavailable, rates } = compareDestinations(quotes.reference, destinations, landedCost);
    const used = [...rates, ...ofCosts];
    const { comparisons, bestMarket } = rankMarkets(markets);
    return {
      status: 200,
      data: {
        hsCode,
        origin,
        value,
        currency,
        comparisons,
        bestMarket,
        rankedBy: 'effectiveRate',
        unavailable: unavailable.map(toUnavailable),
        date,
        coverage: unavailable.length + used.length === 0 ? coverage : coverageWithout(destinations, unavailable, used),
      },
    };
  },
});
