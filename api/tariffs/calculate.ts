import type { Quote } from '../../domain/tariffs/answer/quote';
import { requestTo } from '../../domain/tariffs/rate/found-rate';
import { isEstimate } from '../../domain/tariffs/rate/resolve-rate';
import { TariffCalculation } from '../../domain/tariffs/answer/answer-schema';
import { CalculateTariff } from '../../domain/tariffs/answer/request-schema';
import { endpoint } from '../endpoint';
import { quoteRefusal } from './quote-errors';
import { quoter } from './quotes';
import { consignmentOf } from './requests';

function tariffView(answer: Quote): Record<string, unknown> {
  const { mfn, rate, preferential, dutyBasis } = answer;
  return {
    mfnRate: mfn.rate,
    mfnDuty: mfn.duty,
    preferentialRate: preferential?.rate ?? null,
    preferentialDuty: preferential?.duty ?? null,
    vat: mfn.vat,
    vatAmount: mfn.vatAmount,
    totalDuties: mfn.totalDuties,
    effectiveRate: mfn.effectiveRate,
    range: answer.range,
    dutyBasis,
    rateBasis: rate.basis,
    estimate: isEstimate(rate),
    rateRange: rate.range,
    lines: rate.lines,
    nonAdValoremLines: rate.nonAdValoremLines,
    dutyExpression: rate.expression,
  };
}

/** Operation 9. Source: specification, "Tariffs"; docs/GAPS.md#H4, #H5 */
export const calculateTariff = endpoint({
  operationId: 'calculateTariff',
  summary: 'Calculate duty and VAT of a consignment',
  tag: 'Tariffs',
  method: 'post',
  path: '/api/v1/tariffs/calculate',
  access: { kind: 'client', scope: 'reference:read' },
  limit: null,
  envelope: 'wrapped',
  body: CalculateTariff,
  responses: {
    200: {
      description: 'Duty, VAT and the agreements that apply',
      schema: TariffCalculation,
      // They come with the plan of the route, which is kept until something is imported.
      lastingMembers: ['tradeAgreements', 'additional', 'coverage'],
    },
  },
  errors: ['NOT_FOUND', 'TARIFF_DATA_UNAVAILABLE', 'SAME_TERRITORY'],
  async handle({ body }, services) {
    const { hsCode, origin, destination, value, currency, transport = null, distanceSale = null } = body;
    const request = requestTo(destination, consignmentOf(body, services.now()));
    const answer = (await quoter(services.database)).quote(request, { transport, distanceSale });
    if (answer.kind !== 'quote') throw quoteRefusal(request, answer);
    return {
      status: 200,
      data: {
        hsCode,
        origin,
        destination,
        value,
        currency,
        tariff: tariffView(answer),
        tradeAgreements: answer.agreements,
        preferential: answer.preferential,
        columnTwo: answer.columnTwo,
        additional: answer.additional,
        fees: answer.fees,
        date: request.date,
        coverage: answer.coverage,
      },
    };
  },
});
