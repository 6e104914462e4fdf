import { countryProfile } from '../../../../domain/tariffs/schedule/profile';
import { agreementOf, provenance, referenceOf, scheduleOfLines, vatRate } from '../../../support/tariff-facts';

const vat = vatRate('19', { source: provenance({ title: 'VAT' }) });
const agreementsSource = provenance({ title: 'Agreements' });
const REFERENCE = referenceOf({
  schedules: new Map([['US', [scheduleOfLines([], { averageTariff: 5.2 })]]]),
  vat: new Map([['DE', [vat]]]),
  meanTariffs: new Map([['BR', { value: 7.5, year: 2022 }]]),
  agreements: [agreementOf()],
  agreementsSource,
});
const profile = (country: string, date = '2026-03-01') => countryProfile(REFERENCE, country, date);

/** Source: specification, "Country tariff profile" */
describe('the profile of a country', () => {
  it('has the average of its own schedule, and says what that is', () => {
    expect(profile('US')).toMatchObject({
      averageTariff: 5.2,
      averageTariffBasis: 'simple average of the ad valorem lines of chapters 1 to 97, Tariff Schedule, 2026',
      vatRate: null,
      agreements: [{ name: 'Pact' }],
      missing: ['VAT of US is not known'],
    });
    expect(profile('US').sources).toEqual([provenance(), agreementsSource]);
  });

  it('has a mean of statistics where no schedule is loaded', () => {
    expect(profile('BR')).toMatchObject({
      averageTariff: 7.5,
      averageTariffBasis: 'World Bank indicator TM.TAX.MRCH.SM.AR.ZS, 2022',
      agreements: [],
    });
  });

  it('has its VAT, and misses an average that nobody knows', () => {
    expect(profile('DE')).toMatchObject({
      averageTariff: null,
      averageTariffBasis: null,
      vatRate: 19,
      missing: ['no tariff schedule or average of DE is loaded'],
    });
    expect(profile('DE').sources).toEqual([vat.source, agreementsSource]);
  });

  it('has no average of a day before the oldest edition', () => {
    expect(profile('US', '2025-01-01')).toMatchObject({
      averageTariff: null,
      missing: ['the oldest schedule of US that is loaded begins on 2026-01-01', 'VAT of US is not known'],
    });
  });

  it('says how old its edition is', () => {
    expect(profile('US', '2027-06-01').missing[0]).toContain('17 months older');
  });

  it('names no source of agreements where there is none', () => {
    expect(countryProfile({ ...REFERENCE, agreementsSource: null }, 'US', '2026-03-01').sources).toEqual([
      provenance(),
    ]);
  });
});
