import { referenceData } from '../../db/tariffs/load-reference-data';
import { countryName } from '../../domain/countries';
import { DomainError } from '../../domain/errors';
import { codeTariffs, type CountryTariff } from '../../domain/hs-codes/code-tariffs';
import { CodeParams, CodeTariffs, TariffsQuery } from '../../domain/hs-codes/schemas';
import { scheduleOf } from '../../domain/tariffs/schedule/countries';
import { coverageOf, excludedFrom } from '../../domain/tariffs/schedule/coverage';
import { isEstimate } from '../../domain/tariffs/rate/resolve-rate';
import { requirementsOf } from '../../domain/tariffs/rate/requirements';
import { endpoint } from '../endpoint';
import { utcDate } from '../../domain/calendar-dates';

function tariffView({
  country,
  rate,
  preferential,
  columnTwo,
  unit,
  provenance,
}: CountryTariff): Record<string, unknown> {
  return {
    country,
    countryName: countryName(country),
    mfnRate: rate.percent === null ? null : Number(rate.percent),
    ...(Object.keys(preferential).length === 0 ? {} : { preferentialRates: preferential }),
    unit: '%',
    dutyExpression: rate.expression,
    rateBasis: rate.basis,
    estimate: isEstimate(rate),
    rateRange: rate.range,
    lines: rate.lines,
    nonAdValoremLines: rate.nonAdValoremLines,
    lineCode: rate.lineCode,
    requires: requirementsOf(rate.duty).fields,
    requiredUnits: requirementsOf(rate.duty).units,
    quantityUnits: unit,
    columnTwoRate: columnTwo === null || columnTwo.percent === null ? null : Number(columnTwo.percent),
    columnTwoExpression: columnTwo?.expression ?? null,
    edition: provenance.edition,
    validFrom: provenance.validFrom,
  };
}

/** Operation 8. Source: specification, "HS code"; docs/GAPS.md#H3, #H4 */
export const getCodeTariffs = endpoint({
  operationId: 'getHsCodeTariffs',
  summary: 'List the tariff rates of an HS code by country',
  tag: 'HS codes',
  method: 'get',
  path: '/api/v1/hs-codes/{code}/tariffs',
  access: { kind: 'client', scope: 'reference:read' },
  limit: null,
  isPublicAnswer: true,
  envelope: 'wrapped',
  params: CodeParams,
  query: TariffsQuery,
  responses: { 200: { description: 'Rates by country; countries without data are not listed', schema: CodeTariffs } },
  errors: ['NOT_FOUND'],
  async handle({ params: { code }, query: { country, date: asked } }, services) {
    const date = asked ?? utcDate(services.now());
    const found = codeTariffs(await referenceData(services.database), { code, country: country ?? null, date });
    if (found === null) {
      throw new DomainError('NOT_FOUND', `There is no heading ${code.slice(0, 4)} in the Harmonized System.`);
    }
    const sources = found.tariffs.map(({ provenance }) => provenance);
    return {
      status: 200,
      data: {
        hsCode: code,
        tariffs: found.tariffs.map(tariffView),
        matchedCode: found.matchedCode,
        date,
        coverage: coverageOf(
          sources,
          found.missing,
          excludedFrom(found.tariffs.map((tariff) => scheduleOf(tariff.country))),
        ),
      },
    };
  },
});
