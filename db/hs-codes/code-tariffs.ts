import type { Database } from '../database';
import type { Agreement } from '../../domain/tariffs/agreements';
import { isMember } from '../../domain/tariffs/agreements';
import { countriesOf, scheduleOf } from '../../domain/tariffs/countries';
import { rateGaps, resolveMfn, resolvePreference, type ResolvedRate } from '../../domain/tariffs/resolve-rate';
import { findLines, type FoundLines, type Provenance, type Schedule } from '../../domain/tariffs/schedule';
import { agreements } from '../tariffs/facts';
import { schedule, scheduleNames } from '../tariffs/schedules';
import { nomenclature, resolveNode } from './nomenclature';

export interface CountryTariff {
  country: string;
  rate: ResolvedRate;
  /** Agreement -> percent, of those whose rate is ad valorem. */
  preferential: Record<string, number>;
  provenance: Provenance;
}

export interface CodeTariffList {
  /** The code of the nomenclature or of a schedule that was found. */
  matchedCode: string;
  tariffs: CountryTariff[];
  missing: string[];
}

function preferencesOf(
  all: readonly Agreement[],
  national: Schedule,
  country: string,
  lines: FoundLines,
): Record<string, number> {
  const rates: Record<string, number> = {};
  for (const agreement of all) {
    if (agreement.customsUnion && isMember(agreement, country)) rates[agreement.name] = 0;
    const symbols = agreement.symbols[national.name];
    const granted = symbols === undefined ? null : resolvePreference(lines, symbols);
    const percent = granted?.percent ?? null;
    if (percent !== null) rates[agreement.name] = Number(percent);
  }
  return rates;
}

/**
 * The rates of a code in every country of which a schedule is loaded, or in one.
 * @returns null for an unknown heading
 * Source: specification, operation 8; docs/GAPS.md#H3, #H4
 */
export async function codeTariffs(
  database: Database,
  code: string,
  country: string | null,
): Promise<CodeTariffList | null> {
  const tree = await nomenclature(database);
  const node = resolveNode(tree, code);
  const known = node?.code ?? code;
  const asked = { code, known, predecessors: tree.predecessors.get(known) ?? [] };
  const all = await agreements(database);
  const tariffs: CountryTariff[] = [];
  const loaded = await scheduleNames(database);
  const missing = country === null && loaded.length === 0 ? ['no tariff schedule is loaded'] : [];
  const wanted = country === null ? loaded : [scheduleOf(country)];
  for (const name of wanted) {
    const national = await schedule(database, name);
    const lines = national === null ? null : findLines(national, asked);
    if (national === null || lines === null) {
      missing.push(
        national === null
          ? `no tariff schedule of ${name} is loaded`
          : `the schedule of ${name} has no rate for ${code}`,
      );
      continue;
    }
    const rate = resolveMfn(lines);
    missing.push(...rateGaps(rate, name, code));
    for (const member of country === null ? countriesOf(name) : [country]) {
      const preferential = preferencesOf(all, national, member, lines);
      tariffs.push({ country: member, rate, preferential, provenance: national.provenance });
    }
  }
  if (node === null && tariffs.length === 0) return null;
  tariffs.sort((a, b) => (a.country < b.country ? -1 : 1));
  const matchedCode = node?.code ?? tariffs[0]?.rate.lineCode ?? code;
  return { matchedCode, tariffs, missing };
}
