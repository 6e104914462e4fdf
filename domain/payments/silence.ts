import { closedOnWeekends, localTime } from './dates';
import type { Timeline } from './status';

const HOUR_MS = 60 * 60 * 1000;
const STEP_MS = HOUR_MS / 2;
/** Hours at which people of a bank can be expected to work on payments, in the zone of the route. */
const OPEN_FROM = '08:00';
const OPEN_UNTIL = '18:00';
/** However closed a calendar is, somebody looks at a silent payment after so long. */
const LONGEST_MS = 14 * 24 * HOUR_MS;

/** Open hours in which a partner should have said something of a payment. Source: docs/GAPS.md#P10 */
export const SILENCE_HOURS: Record<Timeline, number> = {
  instant: 1,
  same_day: 4,
  t_plus_1: 10,
  t_plus_2: 20,
  t_plus_n: 50,
};

export interface OpenHours {
  /** Zone of the IANA database. */
  zone: string;
  /** Whether the route works around the clock; then every hour counts. */
  alwaysOpen: boolean;
}

function isOpen(moment: Date, { zone, alwaysOpen }: OpenHours): boolean {
  if (alwaysOpen) return true;
  const { date, time } = localTime(moment, zone);
  return time >= OPEN_FROM && time < OPEN_UNTIL && closedOnWeekends(date) === null;
}

/**
 * When the silence of a partner becomes worth a question: after the open hours that its timeline allows.
 * @param heardAt when it said something last
 * @returns that moment, to the half hour
 * Source: docs/GAPS.md#P10
 */
export function silenceDeadline(heardAt: Date, timeline: Timeline, hours: OpenHours): Date {
  let leftMs = SILENCE_HOURS[timeline] * HOUR_MS;
  const latestMs = heardAt.getTime() + LONGEST_MS;
  let momentMs = heardAt.getTime();
  while (leftMs > 0 && momentMs < latestMs) {
    if (isOpen(new Date(momentMs), hours)) leftMs -= STEP_MS;
    momentMs += STEP_MS;
  }
  return new Date(momentMs);
}
