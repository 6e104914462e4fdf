import { PAYMENT_SYSTEMS, type PaymentSystem } from '../../facts/systems';
import type { Fact } from '../../facts/read-facts';
import type { Calendar, CalendarDay } from './calendars';
import { ruleOf } from './payment-system-days';

/** The calendar of a payment system as it ships. */
export interface ShippedCalendar extends Omit<Calendar, 'days'> {
  days: readonly CalendarDay[];
  /** ISO 3166 code of the country of which other years than `listedYears` are a guess; null where a rule has them. */
  guessedFrom: string | null;
  listedYears: readonly number[];
}

type SystemFact = Fact<PaymentSystem> & { value: PaymentSystem };

function daysOf({ value, source }: SystemFact): CalendarDay[] {
  const days = (names: Record<string, string>, isOpen: boolean) =>
    Object.entries(names).map(([date, name]) => ({ date, name, isOpen, source }));
  return [...days(value.closed, false), ...days(value.open, true)];
}

/** The days between which a payment system has published when it is closed; null where its rule holds in any year. */
function knownTime(published: readonly SystemFact[]): { knownFrom: string | null; knownUntil: string | null } {
  const last = published.at(-1);
  return { knownFrom: published[0]?.from ?? null, knownUntil: last?.until ?? last?.knownUntil ?? null };
}

/** The calendar of a payment system, made of its facts; none where no fact is published, only expected. */
function calendarOf(id: string, facts: readonly SystemFact[]): ShippedCalendar[] {
  const published = facts.filter(({ value }) => !value.expected);
  const newest = published.at(-1);
  if (newest === undefined) return [];
  const { weekend, rule, countries } = newest.value;
  const days = facts.flatMap(daysOf);
  const listedYears = [...new Set(days.map(({ date }) => Number(date.slice(0, 4))))].sort();
  const guessedFrom = rule === null ? (countries[0] ?? null) : null;
  const { source } = newest;
  return [{ id, weekend, rule: ruleOf(rule), source, ...knownTime(published), days, guessedFrom, listedYears }];
}

/** All calendars of payment systems from domain/facts/payment-systems.json. Source: docs/GAPS.md#P12 */
export function shippedCalendars(): ShippedCalendar[] {
  const known = PAYMENT_SYSTEMS.facts.filter((fact): fact is SystemFact => fact.value !== null);
  const ids = [...new Set(known.map(({ key }) => key))];
  return ids.flatMap((id) =>
    calendarOf(
      id,
      known.filter(({ key }) => key === id),
    ),
  );
}
