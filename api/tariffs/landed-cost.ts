import { coverageOf, excludedFrom } from '../../domain/tariffs/schedule/coverage';
import { invalidField } from '../../domain/errors';
import type { LandedCost } from '../../domain/tariffs/answer/landed-cost';
import { CalculateLandedCost, LandedCostAnswer } from '../../domain/tariffs/answer/landed-cost-schemas';
import { endpoint } from '../endpoint';
import { quoteRefusal } from './quote-errors';
import { quoter } from './quotes';
import { consignmentOf, deliveryOf } from './requests';

function factsOf(cost: LandedCost) {
  const { customsValue, lines, total, atLeast, atMost, because, totalWithoutRecoverable, deMinimis } = cost;
  const { amount, rule } = customsValue;
  const { basis = null, source = null, from = null } = rule ?? {};
  const sums = { total, atLeast, atMost, because, totalWithoutRecoverable };
  return { customsValue: { amount, basis, source, from }, lines, ...sums, deMinimis };
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
    const { hsCode, origin, destination, value, currency, claimPreference = false } = body;
    const delivery = deliveryOf(body);
    const { incoterm } = delivery;
    const request = { ...consignmentOf(body, services.now()), destination, ...delivery, claimPreference };
    const answer = (await quoter(services.database)).landedCost(request);
    if (answer.kind === 'freight_exceeds_value') {
      throw invalidField(
        'value',
        'freight_exceeds_value',
        `must be more than the freight and insurance that ${incoterm} covers`,
      );
    }
    if (answer.kind !== 'landed_cost') throw quoteRefusal(request, answer);
    const echo = { hsCode, origin, destination, value, currency, incoterm };
    const { sources, schedule } = answer.quote;
    return {
      status: 200,
      data: {
        ...echo,
        ...factsOf(answer),
        date: request.date,
        coverage: coverageOf([...sources, ...answer.rates], answer.missing, excludedFrom([schedule])),
      },
    };
  },
});
