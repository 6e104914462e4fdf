import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Calendar } from '../../domain/payments/routing/calendars';
import type { CalendarRule } from '../../domain/payments/routing/payment-system-days';

/** What ships of countries' holidays. */
interface Seed {
  from: string;
  until: string;
  countries: Record<string, { weekend: number[]; holidays: Record<string, string[]> | null }>;
}

export const SEED = JSON.parse(
  readFileSync(path.join(__dirname, '..', '..', 'db', 'payments', 'routing', 'holidays.json'), 'utf8'),
) as Seed;

/** Calendars whose days follow from a rule. */
export const RULES: Record<string, CalendarRule> = {
  TARGET: 'target',
  'US-FED': 'federal_reserve',
  'UK-CHAPS': 'chaps',
  'AU-RITS': 'rits',
  'SE-RIX': 'riksbank',
  'NO-NBO': 'norges_bank',
  'DK-KRONOS': 'danmarks_nationalbank',
  'PL-ELIXIR': 'elixir',
};

/** A calendar as it ships. @param opened days that an operator has opened */
export function calendar(id: string, opened: string[] = []): Calendar {
  const rule = RULES[id] ?? null;
  const seed = SEED.countries[id];
  const listed = Object.entries(seed?.holidays ?? {}).flatMap(([name, dates]) => dates.map((date) => ({ date, name })));
  const known = rule === null && seed?.holidays !== null;
  return {
    id,
    weekend: seed?.weekend ?? [6, 7],
    rule,
    source: 'test',
    knownFrom: known ? SEED.from : null,
    knownUntil: known ? SEED.until : null,
    days: new Map(
      [
        ...listed.map((day) => ({ ...day, isOpen: false, source: 'test' })),
        ...opened.map((date) => ({ date, name: 'opened', isOpen: true, source: 'operator' })),
      ].map((day) => [day.date, day]),
    ),
  };
}
