import { isMember, type Agreement } from './agreements';
import { customsState, scheduleOf } from './countries';
import { scheduleAt, scheduleGaps, vatAge, vatAt, vatUnknown } from './editions';
import type { ReferenceData } from './reference-data';
import type { Provenance, Schedule } from './schedule';

/** Applied tariff, simple mean over all products, percent. Source: World Bank, World Development Indicators */
export const MEAN_TARIFF = 'TM.TAX.MRCH.SM.AR.ZS';

/** What is known about a country. Source: specification, "Country tariff profile" */
export interface Profile {
  averageTariff: number | null;
  averageTariffBasis: string | null;
  vatRate: number | null;
  agreements: Agreement[];
  sources: Provenance[];
  missing: string[];
}

/** The average tariff of a country: of its loaded schedule, else by the World Bank; null if neither is known. */
function averageOf(
  reference: ReferenceData,
  country: string,
  national: Schedule | null,
): { value: number; basis: string } | null {
  const own = national?.averageTariff ?? null;
  if (national !== null && own !== null) {
    const { title, edition } = national.provenance;
    const basis = `simple average of the ad valorem lines of chapters 1 to 97, ${title}, ${edition}`;
    return { value: own, basis };
  }
  const mean = reference.meanTariffs.get(country);
  return mean === undefined ? null : { value: mean.value, basis: `World Bank indicator ${MEAN_TARIFF}, ${mean.year}` };
}

/** The tariff profile of a country at a date. Source: specification, "Country tariff profile" */
export function countryProfile(reference: ReferenceData, country: string, date: string): Profile {
  const at = scheduleAt(reference, scheduleOf(country), date);
  const national = at.kind === 'edition' ? at.schedule : null;
  const average = averageOf(reference, country, national);
  const vat = vatAt(reference, country, date);
  const unknown =
    at.kind === 'before_editions'
      ? `the oldest schedule of ${country} that is loaded begins on ${at.oldest.provenance.validFrom}`
      : `no tariff schedule or average of ${country} is loaded`;
  return {
    averageTariff: average?.value ?? null,
    averageTariffBasis: average?.basis ?? null,
    vatRate: vat === null ? null : Number(vat.percent),
    agreements: reference.agreements.filter((agreement) => isMember(agreement, customsState(country))),
    sources: [
      ...(national === null ? [] : [national.provenance]),
      ...(vat === null ? [] : [vat.source]),
      ...(reference.agreementsSource === null ? [] : [reference.agreementsSource]),
    ],
    missing: [
      ...(average === null ? [unknown] : []),
      ...(national === null ? [] : scheduleGaps(national, scheduleOf(country), date)),
      ...(vat === null ? [vatUnknown(reference, country, date)] : vatAge(country, vat, date)),
    ],
  };
}
