/** Milliseconds of a day in UTC. */
export const DAY_MS = 86_400_000;

/** @returns the calendar date of a moment in UTC, such as `2026-01-31` */
export function utcDate(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** @returns the moment at which a calendar date begins in UTC */
export function startOfUtcDay(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}

/** @returns the calendar date so many days later, up to the year 9999; earlier where `days` is negative */
export function addDays(date: string, days: number): string {
  return utcDate(new Date(startOfUtcDay(date).getTime() + days * DAY_MS));
}

/** @returns the day of the week of a calendar date, 0 for Sunday to 6 for Saturday */
export function dayOfWeek(date: string): number {
  return startOfUtcDay(date).getUTCDay();
}
