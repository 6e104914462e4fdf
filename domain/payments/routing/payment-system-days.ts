import { federalReserveDays, lynxDays } from './american-systems';
import {
  chapsDays,
  elixirDays,
  nationalbankenDays,
  norgesBankDays,
  riksbankDays,
  sicDays,
  targetDays,
} from './european-systems';
import { bankOfJapanDays, esasDays, ritsDays } from './pacific-systems';
import type { ClosingDays } from './year-days';

/** Payment systems whose closing days follow a rule. */
export const CALENDAR_RULES = [
  'target',
  'federal_reserve',
  'chaps',
  'rits',
  'riksbank',
  'norges_bank',
  'danmarks_nationalbank',
  'elixir',
  'lynx',
  'sic',
  'esas',
  'bank_of_japan',
] as const;
export type CalendarRule = (typeof CALENDAR_RULES)[number];

const RULES: Record<CalendarRule, (year: number) => ClosingDays> = {
  target: targetDays,
  federal_reserve: federalReserveDays,
  chaps: chapsDays,
  rits: ritsDays,
  riksbank: riksbankDays,
  norges_bank: norgesBankDays,
  danmarks_nationalbank: nationalbankenDays,
  elixir: elixirDays,
  lynx: lynxDays,
  sic: sicDays,
  esas: esasDays,
  bank_of_japan: bankOfJapanDays,
};

/** @returns the rule of that name; null for null, and for a name that only a newer release knows */
export function ruleOf(name: string | null): CalendarRule | null {
  return CALENDAR_RULES.find((rule) => rule === name) ?? null;
}

/** Most entries in memory, one for each rule and year: payments need only this year and the next. */
const YEARS_KEPT = 100;
/** Every payment asks for each day that it may settle on, and most of them for the same year. */
const known = new Map<string, ClosingDays>();

/**
 * Closing days of a payment system in one year, by ISO date, with their names, cached. A Saturday or Sunday is listed
 * only if it is a holiday too.
 * Source: docs/GAPS.md#P12
 */
export function closingDays(rule: CalendarRule, year: number): ReadonlyMap<string, string> {
  const key = `${rule} ${year}`;
  const days = known.get(key) ?? RULES[rule](year);
  if (!known.has(key)) {
    if (known.size >= YEARS_KEPT) known.clear();
    known.set(key, days);
  }
  return days;
}
