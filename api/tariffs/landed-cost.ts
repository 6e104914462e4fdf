import { coverageOf, excludedFrom } from '../../domain/tariffs/schedule/coverage';
import { scheduleOf } from '../../domain/tariffs/schedule/countries';
import { DomainError, invalidField, invalidRequest, type FieldFault } from '../../domain/errors';
import type { DeMinimis } from '../../domain/tariffs/duty/de-minimis';
import type { LandedCost, LandedCostRequest } from '../../domain/tariffs/answer/landed-cost';
import type { RefusedItems } from '../../domain/tariffs/answer/landed-cost-items';
import { CalculateLandedCost, LandedCostAnswer } from '../../domain/tariffs/answer/landed-cost-schemas';
import { endpoint } from '../endpoint';
import { fieldOf, quoteRefusal, unavailableReason } from './quote-errors';
import { quoter } from './quotes';
import { landedCostRequests } from './requests';

function reliefOf({ threshold, currency, dutyWaived, source }: DeMinimis) {
  return { threshold, currency, dutyWaived, source };
}

function costFacts({ request, cost }: { request: LandedCostRequest; cost: LandedCost }) {
  const { hsCode, origin, value } = request;
  const { customsValue, lines, total, atLeast, atMost, because, totalWithoutRecoverable } = cost;
  const { amount, rule } = customsValue;
  const { basis = null, source = null, from = null } = rule ?? {};
  const sums = { total, atLeast, atMost, because, totalWithoutRecoverable };
  const deMinimis = cost.deMinimis === null ? null : reliefOf(cost.deMinimis);
  return { hsCode, origin, value, customsValue: { amount, basis, source, from }, lines, ...sums, deMinimis };
}

/** What the costs of all items have in common: destination, terms, and the coverage of their sources. */
function routeOf({ destination, currency, incoterm, date }: LandedCostRequest, costs: readonly LandedCost[]) {
  const sources = costs.flatMap(({ quote, rates }) => [...quote.sources, ...rates]);
  const missing = costs.flatMap((cost) => cost.missing);
  const schedules = new Set(costs.map(({ quote }) => quote.schedule));
  return { destination, currency, incoterm, date, coverage: coverageOf(sources, missing, excludedFrom(schedules)) };
}

function freightMessage({ incoterm }: LandedCostRequest): string {
  return `must be more than the freight and insurance that ${incoterm} covers`;
}

/** The refusal of a consignment, naming each invalid item. */
function itemsRefusal({ refused }: RefusedItems): DomainError {
  const tooLittle = refused.filter(({ reason }) => reason.kind === 'freight_exceeds_value');
  if (tooLittle.length > 0) {
    return invalidRequest(
      tooLittle.map(({ index, request }) => ({
        field: `items.${index}.value`,
        code: 'freight_exceeds_value',
        message: freightMessage(request),
      })),
    );
  }
  const details = refused.flatMap(({ index, request, reason }): FieldFault[] => {
    if (reason.kind === 'freight_exceeds_value') return [];
    if (reason.kind === 'input_missing') {
      return reason.faults.map((fault) => ({
        ...fault,
        field: fault.field === 'currency' ? 'currency' : `items.${index}.${fault.field}`,
      }));
    }
    const field = fieldOf(reason);
    const { message } = unavailableReason(request, reason);
    return [{ field: field === 'hsCode' ? `items.${index}.hsCode` : field, code: reason.kind, message }];
  });
  const message = `${refused.length} of the items cannot be answered; "details" names each.`;
  if (refused.every(({ reason }) => reason.kind === 'unknown_code')) {
    return new DomainError('NOT_FOUND', message, { details });
  }
  const schedules = refused.map(({ request }) => scheduleOf(request.destination));
  const sources = refused.flatMap(({ reason }) => ('sources' in reason ? reason.sources : []));
  const coverage = coverageOf(
    sources,
    details.map((fault) => fault.message),
    excludedFrom(schedules),
  );
  return new DomainError('TARIFF_DATA_UNAVAILABLE', message, { details, extra: { coverage } });
}

/** An extension: what goods cost at their destination, line by line. Source: docs/GAPS.md#H9 */
export const calculateLandedCost = endpoint({
  operationId: 'calculateLandedCost',
  summary: 'Calculate the landed cost of a consignment',
  tag: 'Tariffs',
  method: 'post',
  path: '/api/v1/tariffs/landed-cost',
  access: { kind: 'client', scope: 'reference:read' },
  limit: null,
  envelope: 'wrapped',
  body: CalculateLandedCost,
  responses: { 200: { description: 'Each cost with its source and date', schema: LandedCostAnswer } },
  errors: ['NOT_FOUND', 'TARIFF_DATA_UNAVAILABLE', 'SAME_TERRITORY'],
  async handle({ body }, services) {
    const { items: requests, isSingle } = landedCostRequests(body, services.now());
    const quotes = await quoter(services.database);
    const [request] = requests;
    if (request === undefined) throw invalidField('items', 'too_small', 'must have at least 1 item');
    if (isSingle) {
      const cost = quotes.landedCost(request);
      if (cost.kind === 'freight_exceeds_value') {
        throw invalidField('value', 'freight_exceeds_value', freightMessage(request));
      }
      if (cost.kind !== 'landed_cost') throw quoteRefusal(request, cost);
      return { status: 200, data: { ...costFacts({ request, cost }), ...routeOf(request, [cost]) } };
    }
    const { shareBy = 'value' } = body;
    const answer = quotes.landedCostOfItems(requests, shareBy);
    if (answer.kind === 'refused_items') throw itemsRefusal(answer);
    const { total, atLeast, atMost, because, totalWithoutRecoverable } = answer;
    const items = requests.flatMap((item, at) => {
      const cost = answer.items[at];
      return cost === undefined ? [] : [costFacts({ request: item, cost })];
    });
    const sums = { total, atLeast, atMost, because, totalWithoutRecoverable };
    return { status: 200, data: { ...routeOf(request, answer.items), shareBy, items, ...sums } };
  },
});
