import type { Queryable } from '../database';
import type { Rate } from '../../domain/tariffs/duty';
import type { SpecialRate } from '../../domain/tariffs/us-duty';
import { Exact } from '../../domain/money';
import { insertRows } from './insert-rows';

/** One line of a national schedule as it is stored; `rate` is null for texts without a rate of their own. */
export interface TariffLine {
  code: string;
  description: string;
  /** Texts of the superior lines and its own, outermost first. */
  path: readonly string[];
  unit: string | null;
  rate: Rate | null;
  specialText: string | null;
  preferences: readonly SpecialRate[];
}

const COLUMNS = {
  edition_id: 'text',
  schedule: 'text',
  code: 'text',
  position: 'integer',
  description: 'text',
  path: 'text',
  unit: 'text',
  expression: 'text',
  rate_kind: 'text',
  ad_valorem: 'numeric',
  duty: 'jsonb',
  preferences: 'jsonb',
  special_text: 'text',
};

function jsonOrNull(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** Writes the lines of one schedule under their edition. */
export async function writeTariffLines(
  client: Queryable,
  editionId: string,
  schedule: string,
  lines: readonly TariffLine[],
): Promise<void> {
  const rows = lines.map((line, position) => [
    editionId,
    schedule,
    line.code,
    String(position),
    line.description,
    line.path.join(' > '),
    line.unit,
    line.rate?.expression ?? null,
    line.rate?.kind ?? null,
    line.rate?.adValorem ?? null,
    jsonOrNull(line.rate?.duty ?? null),
    line.preferences.length === 0 ? null : JSON.stringify(line.preferences),
    line.specialText,
  ]);
  await insertRows(client, 'tariff_lines', COLUMNS, rows);
}

/** @returns the rate text of each line that bears one */
export function ratesByCode(lines: readonly TariffLine[]): Map<string, string> {
  const rates = new Map<string, string>();
  for (const { code, rate } of lines) if (rate !== null) rates.set(code, rate.expression);
  return rates;
}

/**
 * Facts of a schedule that its profile shows.
 * `averageTariff`: simple average of the ad valorem lines in percent, 2 decimals.
 */
export function scheduleFacts(lines: readonly TariffLine[]): Record<string, unknown> {
  // Chapters 98 and 99 hold temporary and special measures: they would count the same goods twice.
  const rated = lines.filter(({ code, rate }) => rate !== null && code < '98');
  const percents = rated.map(({ rate }) => rate?.adValorem ?? null).filter((percent) => percent !== null);
  const sum = percents.reduce((total, percent) => total.plus(percent), new Exact(0));
  return {
    lines: lines.filter(({ rate }) => rate !== null).length,
    averageTariff: percents.length === 0 ? null : sum.div(percents.length).toDecimalPlaces(2).toNumber(),
    adValoremLines: percents.length,
    otherLines: rated.length - percents.length,
  };
}
