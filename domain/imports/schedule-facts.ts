import { Exact } from '../money';
import type { TariffLine } from './drafts';

/**
 * Facts of a schedule for its profile: number of lines with a rate, ad valorem and other lines, and `averageTariff`,
 * the simple average of the ad valorem lines in percent with 2 decimals. Chapters 98 and 99 are left out of the
 * average.
 */
export function scheduleFacts(lines: readonly TariffLine[]): Record<string, unknown> {
  // Chapters 98 and 99 hold temporary and special measures: they would count the same goods twice.
  const rated = lines.filter(({ code, rate }) => rate !== null && code < '98');
  const percents = rated.map(({ rate }) => rate?.adValorem ?? null).filter((percent) => percent !== null);
  const counts = new Map<string, number>();
  for (const percent of percents) counts.set(percent, (counts.get(percent) ?? 0) + 1);
  const sum = [...counts].reduce((total, [percent, count]) => total.plus(new Exact(percent).mul(count)), new Exact(0));
  return {
    lines: lines.filter(({ rate }) => rate !== null).length,
    averageTariff: percents.length === 0 ? null : sum.div(percents.length).toDecimalPlaces(2).toNumber(),
    adValoremLines: percents.length,
    otherLines: rated.length - percents.length,
  };
}
