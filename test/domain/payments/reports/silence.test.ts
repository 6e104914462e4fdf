import { closedOnWeekends, type ClosedDay } from '../../../../domain/payments/routing/dates';
import { silenceDeadline, type OpenHours } from '../../../../domain/payments/reports/silence';
import type { Timeline } from '../../../../domain/payments/instruction/status';

/** Friday, 20 November 2026, 17:00 in UTC: one hour of that day is left. */
const FRIDAY = new Date('2026-11-20T17:00:00Z');
/** Monday is closed too. */
const closedMonday: ClosedDay = (date) =>
  date === '2026-11-23' ? { reason: 'holiday', name: 'Founding Day (XX)' } : closedOnWeekends(date);

function deadline(timeline: Timeline, overrides: Partial<OpenHours> = {}): string {
  const hours = { zone: 'UTC', alwaysOpen: false, openDaysForN: 5, closed: closedOnWeekends, ...overrides };
  return silenceDeadline(FRIDAY, timeline, hours).toISOString();
}

/** Open hours: docs/GAPS.md#P10 */
describe('the silence of a partner', () => {
  it('is counted from 8 to 18 on the open days of the calendars', () => {
    expect(deadline('same_day')).toBe('2026-11-23T11:00:00.000Z');
    expect(deadline('same_day', { closed: closedMonday })).toBe('2026-11-24T11:00:00.000Z');
    expect(deadline('t_plus_1')).toBe('2026-11-23T17:00:00.000Z');
  });

  it('is counted in the zone of the route', () => {
    // 12:00 in New York, five hours behind: six hours of Friday are left.
    expect(deadline('same_day', { zone: 'America/New_York' })).toBe('2026-11-20T21:00:00.000Z');
  });

  it('may last as many days as the route takes', () => {
    expect(deadline('t_plus_n', { openDaysForN: 2 })).toBe('2026-11-24T17:00:00.000Z');
    expect(deadline('t_plus_n', { openDaysForN: 30 }) > '2026-12-25').toBe(true);
  });

  // Berlin is an hour ahead of UTC.
  it.each([
    ['within a day', '2026-11-20T09:00:00Z', 'same_day', '2026-11-20T13:00'],
    ['over night', '2026-11-19T15:00:00Z', 'same_day', '2026-11-20T09:00'],
    ['from before they begin', '2026-11-20T05:00:00Z', 'instant', '2026-11-20T08:00'],
    ['from when they end', '2026-11-19T17:00:00Z', 'instant', '2026-11-20T08:00'],
    ['of two days', '2026-11-18T07:00:00Z', 't_plus_2', '2026-11-19T17:00'],
  ] as const)('is counted in open hours %s', (_name, heardAt, timeline, expected) => {
    const hours = { zone: 'Europe/Berlin', alwaysOpen: false, openDaysForN: 5, closed: closedOnWeekends };
    expect(silenceDeadline(new Date(heardAt), timeline, hours).toISOString().slice(0, 16)).toBe(expected);
  });

  it('is counted at any hour on a route that never closes', () => {
    expect(deadline('instant', { alwaysOpen: true })).toBe('2026-11-20T18:00:00.000Z');
    expect(deadline('same_day', { alwaysOpen: true })).toBe('2026-11-20T21:00:00.000Z');
  });

  it('ends after two weeks of closed days', () => {
    const closed: ClosedDay = () => ({ reason: 'holiday', name: 'Closed (XX)' });
    expect(deadline('same_day', { closed })).toBe('2026-12-04T17:00:00.000Z');
  });
});
