import { localTime, type ClosedDay } from '../routing/dates';
import type { Timeline } from '../instruction/status';
import { DAY_MS } from '../../calendar-dates';

const HOUR_MS = 60 * 60 * 1000;
const STEP_MS = HOUR_MS / 2;
/** Hours at which people of a bank can be expected to work on payments, in the zone of the route. */
const OPEN_FROM = '08:00';
const OPEN_UNTIL = '18:00';
const HOURS_OF_DAY = 10;
/** However closed the calendars are, a person looks at a silent payment after so many days for each open one. */
const DAYS_FOR_OPEN_DAY = 3;
const LEAST_DAYS = 14;

/** Open hours in which a partner should have said something of a payment. Source: docs/GAPS.md#P10 */
const SILENCE_HOURS: Record<Exclude<Timeline, 't_plus_n'>, number> = {
  instant: 1,
  same_day: 4,
  t_plus_1: HOURS_OF_DAY,
  t_plus_2: 2 * HOURS_OF_DAY,
};

/** When a route works. */
export interface OpenHours {
  /** Zone of the IANA database. */
  zone: string;
  /** Whether the route works around the clock; then every hour counts. */
  alwaysOpen: boolean;
  /** Open days that `t_plus_n` takes. */
  openDaysForN: number;
  /** Of the calendars of the currency, of the beneficiary's country and of the route together. */
  closed: ClosedDay;
}

function isOpen(moment: Date, { zone, alwaysOpen, closed }: OpenHours): boolean {
  if (alwaysOpen) return true;
  const { date, time } = localTime(moment, zone);
  return time >= OPEN_FROM && time < OPEN_UNTIL && closed(date) === null;
}

/**
 * When operators are asked about a silent partner: after as many open hours as its timeline allows, rounded to half an
 * hour.
 * @param heardAt when the partner last sent something
 * Source: docs/GAPS.md#P10
 */
export function silenceDeadline(heardAt: Date, timeline: Timeline, hours: OpenHours): Date {
  const allowed = timeline === 't_plus_n' ? hours.openDaysForN * HOURS_OF_DAY : SILENCE_HOURS[timeline];
  const longestDays = Math.max(LEAST_DAYS, (allowed / HOURS_OF_DAY) * DAYS_FOR_OPEN_DAY);
  const latestMs = heardAt.getTime() + longestDays * DAY_MS;
  let leftMs = allowed * HOUR_MS;
  let momentMs = heardAt.getTime();
  while (leftMs > 0 && momentMs < latestMs) {
    if (isOpen(new Date(momentMs), hours)) leftMs -= STEP_MS;
    momentMs += STEP_MS;
  }
  return new Date(momentMs);
}
