import type { Database } from '../database';
import { isMember, type Agreement } from '../../domain/tariffs/agreements';
import { scheduleOf } from '../../domain/tariffs/countries';
import type { Provenance } from '../../domain/tariffs/schedule';
import { currentEdition, provenanceOf } from './editions';
import { agreements, indicator, vatRate } from './facts';
import { cached } from './reference-data';
import { schedule } from './schedules';

/** Applied tariff, simple mean over all products, percent. Source: World Bank, World Development Indicators */
const MEAN_TARIFF = 'TM.TAX.MRCH.SM.AR.ZS';

export interface Profile {
  averageTariff: number | null;
  averageTariffBasis: string | null;
  vatRate: number | null;
  agreements: Agreement[];
  sources: Provenance[];
  missing: string[];
}

async function averageOf(database: Database, country: string): Promise<{ value: number; basis: string } | null> {
  const national = await schedule(database, scheduleOf(country));
  const own = national?.averageTariff ?? null;
  if (national !== null && own !== null) {
    const { title, edition } = national.provenance;
    return { value: own, basis: `simple average of the ad valorem lines, ${title}, ${edition}` };
  }
  const mean = await indicator(database, MEAN_TARIFF, country);
  return mean === null ? null : { value: mean.value, basis: `World Bank indicator ${MEAN_TARIFF}, ${mean.year}` };
}

async function readProfile(database: Database, country: string, date: string): Promise<Profile> {
  const average = await averageOf(database, country);
  const vat = await vatRate(database, country, date);
  const national = await schedule(database, scheduleOf(country));
  const vatEdition = vat === null ? null : await currentEdition(database, vat.subject);
  const missing = [
    ...(average === null ? [`no tariff schedule or average of ${country} is loaded`] : []),
    ...(vat === null ? [`VAT of ${country} is not known`] : []),
  ];
  return {
    averageTariff: average?.value ?? null,
    averageTariffBasis: average?.basis ?? null,
    vatRate: vat === null ? null : Number(vat.percent),
    agreements: (await agreements(database)).filter((agreement) => isMember(agreement, country)),
    sources: [
      ...(national === null ? [] : [national.provenance]),
      ...(vatEdition === null ? [] : [provenanceOf(vatEdition)]),
    ],
    missing,
  };
}

/** What is known about a country at a date. Source: specification, "Country tariff profile" */
export function countryProfile(database: Database, country: string, date: string): Promise<Profile> {
  return cached(database, `profile:${country}:${date}`, () => readProfile(database, country, date));
}
