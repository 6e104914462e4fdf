import { isMember, type Agreement } from '../tariffs/schedule/agreements';
import { countriesOf, customsState, scheduleOf } from '../tariffs/schedule/countries';
import { scheduleAt, scheduleGaps } from '../tariffs/schedule/editions';
import type { ReferenceData } from '../tariffs/schedule/reference-data';
import {
  rateGaps,
  resolveColumnTwo,
  resolveMfn,
  resolvePreference,
  type ResolvedRate,
} from '../tariffs/rate/resolve-rate';
import { findLines, type FoundLines, type Provenance, type Schedule } from '../tariffs/schedule/schedule';
import type { AskedCode } from './code';
import { askedCode, resolveNode } from './nomenclature';

/** The rates of a code in one country. */
export interface CountryTariff {
  country: string;
  rate: ResolvedRate;
  /** Agreement -> percent, of those whose rate is ad valorem. */
  preferential: Record<string, number>;
  /** What origins without most favoured nation treatment pay; null where the schedule has no such column. */
  columnTwo: ResolvedRate | null;
  /** Statistical units of the line, where it is one. */
  unit: string | null;
  provenance: Provenance;
}

/** The rates of a code, and why some are missing. */
export interface CodeTariffList {
  /** The code of the nomenclature or of a schedule that was found. */
  matchedCode: string;
  tariffs: CountryTariff[];
  missing: string[];
}

interface Asked extends AskedCode {
  date: string;
}

function isInForce(agreement: Agreement, date: string): boolean {
  return agreement.effectiveDate <= date && (agreement.expiredOn === null || agreement.expiredOn > date);
}

/**
 * Preferential rates in percent by the name of the agreement, for those in force; 0 within a customs union. Rates that
 * are no percentage are left out.
 */
function preferencesOf(
  agreements: readonly Agreement[],
  national: Schedule,
  country: string,
  { lines, date }: { lines: FoundLines; date: string },
): Record<string, number> {
  const rates: Record<string, number> = {};
  for (const agreement of agreements) {
    if (!isInForce(agreement, date)) continue;
    if (agreement.customsUnion && isMember(agreement, customsState(country))) rates[agreement.name] = 0;
    const symbols = agreement.symbols[national.name];
    const granted = symbols === undefined ? null : resolvePreference(lines, symbols);
    const percent = granted?.percent ?? null;
    if (percent !== null) rates[agreement.name] = Number(percent);
  }
  return rates;
}

/** Tariffs of a code by one schedule at a date, for each of the countries; or a sentence why there are none. */
function tariffsOf(
  reference: ReferenceData,
  name: string,
  countries: readonly string[],
  asked: Asked,
): { tariffs: CountryTariff[]; missing: string[] } {
  const at = scheduleAt(reference, name, asked.date);
  if (at.kind === 'not_loaded') return { tariffs: [], missing: [`no tariff schedule of ${name} is loaded`] };
  if (at.kind === 'before_editions') {
    const { validFrom } = at.oldest.provenance;
    return {
      tariffs: [],
      missing: [`the oldest edition of the schedule of ${name} that is loaded begins on ${validFrom}`],
    };
  }
  const { schedule } = at;
  const lines = findLines(schedule, asked);
  const { provenance } = schedule;
  if (lines === null) {
    const nomenclature = provenance.nomenclature ?? 'an edition of the nomenclature that it does not name';
    const reason = `the schedule of ${name} has no rate for ${asked.code}: it is in ${nomenclature}, and no concordance for the code is loaded`;
    return { tariffs: [], missing: [reason] };
  }
  const rate = resolveMfn(lines);
  const columnTwo = resolveColumnTwo(lines);
  const unit = lines.lines.length === 1 ? (lines.lines[0]?.unit ?? null) : null;
  const tariffs = countries.map((country) => {
    const preferential = preferencesOf(reference.agreements, schedule, country, { lines, date: asked.date });
    return { country, rate, preferential, columnTwo, unit, provenance };
  });
  return { tariffs, missing: [...rateGaps(rate, name, asked.code), ...scheduleGaps(schedule, name, asked.date)] };
}

/**
 * Tariffs of a code at a date, in one country or in all of which a schedule is loaded.
 * @returns null for an unknown heading
 * Source: specification, operation 8; docs/GAPS.md#H3, #H4
 */
export function codeTariffs(
  reference: ReferenceData,
  { code, country, date }: { code: string; country: string | null; date: string },
): CodeTariffList | null {
  const asked = { ...askedCode(reference.nomenclature, code), date };
  const loaded = [...reference.schedules.keys()].sort();
  const found =
    country === null
      ? loaded.map((name) => {
          // A schedule of its own goes before the common tariff.
          const countries = countriesOf(name).filter((of) => of === name || !reference.schedules.has(of));
          return tariffsOf(reference, name, countries, asked);
        })
      : [tariffsOf(reference, scheduleOf(country), [country], asked)];
  const tariffs = found.flatMap((part) => part.tariffs);
  const node = resolveNode(reference.nomenclature, code);
  if (node === null && tariffs.length === 0) return null;
  tariffs.sort((a, b) => (a.country < b.country ? -1 : 1));
  const none = country === null && loaded.length === 0 ? ['no tariff schedule is loaded'] : [];
  return {
    matchedCode: node?.code ?? tariffs[0]?.rate.lineCode ?? code,
    tariffs,
    missing: [...none, ...found.flatMap(({ missing }) => missing)],
  };
}
