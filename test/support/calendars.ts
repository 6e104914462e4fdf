import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Calendar, CalendarDay } from '../../domain/payments/routing/calendars';
import { shippedCalendars } from '../../domain/payments/routing/shipped-calendars';

/** What ships of countries' holidays. */
interface Seed {
  from: string;
  until: string;
  countries: Record<string, { weekend: number[]; holidays: Record<string, string[]> | null }>;
}

export const SEED = JSON.parse(
  readFileSync(path.join(__dirname, '..', '..', 'db', 'payments', 'routing', 'holidays.json'), 'utf8'),
) as Seed;

const SYSTEMS = new Map(shippedCalendars().map((shipped) => [shipped.id, shipped]));

function listed(id: string): CalendarDay[] {
  const holidays = Object.entries(SEED.countries[id]?.holidays ?? {});
  return holidays.flatMap(([name, dates]) => dates.map((date) => ({ date, name, isOpen: false, source: 'test' })));
}

/** A calendar as it ships. @param opened days that an operator has opened */
export function calendar(id: string, opened: string[] = []): Calendar {
  const system = SYSTEMS.get(id);
  const seed = SEED.countries[id];
  const known = system === undefined && seed?.holidays !== null;
  const days = [
    ...(system?.days ?? listed(id)),
    ...opened.map((date) => ({ date, name: 'opened', isOpen: true, source: 'operator' })),
  ];
  return {
    id,
    weekend: system?.weekend ?? seed?.weekend ?? [6, 7],
    rule: system?.rule ?? null,
    source: 'test',
    knownFrom: known ? SEED.from : (system?.knownFrom ?? null),
    knownUntil: known ? SEED.until : (system?.knownUntil ?? null),
    days: new Map(days.map((day) => [day.date, day])),
  };
}
