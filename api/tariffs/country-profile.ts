import { referenceData } from '../../db/tariffs/load-reference-data';
import { countryName } from '../../domain/countries';
import { membersOf, statusAt, type Agreement } from '../../domain/tariffs/schedule/agreements';
import { countryCurrency } from '../../domain/tariffs/schedule/countries';
import { coverageOf } from '../../domain/tariffs/schedule/coverage';
import { customsRequirements } from '../../domain/tariffs/duty/customs-requirements';
import { countryProfile } from '../../domain/tariffs/schedule/profile';
import { CountryProfile } from '../../domain/tariffs/answer/answer-schema';
import { CountryParams, CountryQuery } from '../../domain/tariffs/answer/request-schema';
import { endpoint } from '../endpoint';
import { utcDate } from '../../domain/calendar-dates';

function agreementFacts(agreement: Agreement, date: string): Record<string, unknown> {
  const { name, effectiveDate, title, source } = agreement;
  return { name, ...membersOf(agreement), effectiveDate, status: statusAt(agreement, date), title, source };
}

/** Operation 10. Source: specification, "Tariffs"; docs/GAPS.md#H4 */
export const getCountryProfile = endpoint({
  operationId: 'getCountryTariffProfile',
  summary: "Read a country's tariffs, VAT, agreements and customs documents",
  tag: 'Tariffs',
  method: 'get',
  path: '/api/v1/tariffs/countries/{country}',
  access: { kind: 'client', scope: 'reference:read' },
  limit: null,
  isPublicAnswer: true,
  envelope: 'wrapped',
  params: CountryParams,
  query: CountryQuery,
  responses: { 200: { description: 'The profile; unknown members are null', schema: CountryProfile } },
  errors: [],
  async handle({ params: { country }, query }, services) {
    const date = query.date ?? utcDate(services.now());
    const profile = countryProfile(await referenceData(services.database), country, date);
    const { requirements, source } = customsRequirements(country, date);
    const papersUnknown = source === null ? [`customs documents of ${country} are not recorded`] : [];
    return {
      status: 200,
      data: {
        country,
        countryName: countryName(country),
        currency: countryCurrency(country),
        averageTariff: profile.averageTariff,
        vatRate: profile.vatRate,
        tradeAgreements: profile.agreements.map((agreement) => agreementFacts(agreement, date)),
        customsRequirements: requirements,
        averageTariffBasis: profile.averageTariffBasis,
        customsRequirementsSource: source,
        date,
        coverage: coverageOf(profile.sources, [...profile.missing, ...papersUnknown]),
      },
    };
  },
});
