import { codeTariffs, type CountryTariff } from '../../db/hs-codes/code-tariffs';
import { countryName } from '../../domain/countries';
import { DomainError } from '../../domain/errors';
import { CodeParams, CodeTariffs, TariffsQuery } from '../../domain/hs-codes/schemas';
import { coverageOf } from '../../domain/tariffs/coverage';
import { endpoint } from '../endpoint';

function entryOf({ country, rate, preferential, provenance }: CountryTariff): Record<string, unknown> {
  return {
    country,
    countryName: countryName(country),
    mfnRate: rate.percent === null ? null : Number(rate.percent),
    ...(Object.keys(preferential).length === 0 ? {} : { preferentialRates: preferential }),
    unit: '%',
    dutyExpression: rate.expression,
    rateBasis: rate.basis,
    rateRange: rate.range,
    lines: rate.lines,
    nonAdValoremLines: rate.nonAdValoremLines,
    lineCode: rate.lineCode,
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
  envelope: 'wrapped',
  params: CodeParams,
  query: TariffsQuery,
  responses: { 200: { description: 'Rates by country; countries without data are not listed', schema: CodeTariffs } },
  errors: ['NOT_FOUND'],
  async handle({ params: { code }, query: { country } }, { database }) {
    const found = await codeTariffs(database, code, country ?? null);
    if (found === null) {
      throw new DomainError('NOT_FOUND', `No heading of the Harmonized System begins ${code.slice(0, 4)}.`);
    }
    const sources = found.tariffs.map(({ provenance }) => provenance);
    return {
      status: 200,
      data: {
        hsCode: code,
        tariffs: found.tariffs.map(entryOf),
        matchedCode: found.matchedCode,
        coverage: coverageOf(sources, found.missing),
      },
    };
  },
});
