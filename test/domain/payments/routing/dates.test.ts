import fc from 'fast-check';
import {
  closedOnWeekends,
  expectedDate,
  localTime,
  startOfDay,
  type DateRequest,
} from '../../../../domain/payments/routing/dates';
import { TIMELINES } from '../../../../domain/payments/instruction/status';

/** Friday, 20 November 2026, 10:00 in UTC. */
const FRIDAY = new Date('2026-11-20T10:00:00Z');

function request(overrides: Partial<DateRequest> = {}): DateRequest {
  return {
    now: FRIDAY,
    timeline: 'same_day',
    valueDate: null,
    cutOff: '17:00',
    cutOffZone: 'UTC',
    alwaysOpen: false,
    openDaysForN: 5,
    closed: closedOnWeekends,
    ...overrides,
  };
}

describe('what a clock shows', () => {
  it.each([
    ['2026-11-20T10:00:59.999Z', 'UTC', '2026-11-20', '10:00'],
    ['2026-11-20T10:01:00.000Z', 'UTC', '2026-11-20', '10:01'],
    ['2026-11-20T10:01:30.000Z', 'Asia/Kolkata', '2026-11-20', '15:31'],
    ['2026-11-20T10:01:30.000Z', 'UTC', '2026-11-20', '10:01'],
    ['2026-11-20T10:00:00.000Z', 'UTC', '2026-11-20', '10:00'],
    ['2026-11-20T18:29:59.000Z', 'Asia/Kolkata', '2026-11-20', '23:59'],
    ['2026-11-20T18:30:00.000Z', 'Asia/Kolkata', '2026-11-21', '00:00'],
  ])('at %s in %s is %s %s, whatever was asked before', (moment, zone, date, time) => {
    expect(localTime(new Date(moment), zone)).toEqual({ date, time });
  });

  it('is read once for all that is asked within a minute', () => {
    const first = localTime(new Date('2026-11-20T10:05:00Z'), 'UTC');
    expect(localTime(new Date('2026-11-20T10:05:59Z'), 'UTC')).toBe(first);
  });
});

describe('the expected settlement date', () => {
  it.each([
    ['same_day', '2026-11-20'],
    ['instant', '2026-11-20'],
    ['t_plus_1', '2026-11-23'],
    ['t_plus_2', '2026-11-24'],
    ['t_plus_n', '2026-11-27'],
  ] as const)('%s from a Friday morning is %s', (timeline, expected) => {
    expect(expectedDate(request({ timeline })).expectedDate).toBe(expected);
  });

  it('moves past the cut-off in the zone of the route, and says so', () => {
    const late = expectedDate(request({ now: new Date('2026-11-19T16:30:00Z'), cutOffZone: 'Europe/Berlin' }));
    expect(late.expectedDate).toBe('2026-11-20');
    expect(late.explanation).toMatchObject([{ reason: 'cut_off', date: '2026-11-19' }]);
  });

  it('counts in UTC where a stored zone does not exist, and fails no payment', () => {
    const late = expectedDate(request({ now: new Date('2026-11-19T17:30:00Z'), cutOffZone: 'Europe/Berlyn' }));
    expect(late.explanation).toMatchObject([{ reason: 'cut_off', date: '2026-11-19' }]);
    expect(startOfDay('2026-11-20', 'Europe/Berlyn')).toEqual(new Date('2026-11-20T00:00:00Z'));
  });

  it('names each closed day that it met', () => {
    const steps = expectedDate(request({ now: new Date('2026-11-20T18:00:00Z') })).explanation;
    expect(steps.map((step) => [step.reason, step.date])).toEqual([
      ['cut_off', '2026-11-20'],
      ['weekend', '2026-11-21'],
      ['weekend', '2026-11-22'],
    ]);
  });

  it('says in words what moved it', () => {
    const words = (overrides: Partial<DateRequest>) =>
      expectedDate(request(overrides)).explanation.map(({ message }) => message);
    expect(words({ now: new Date('2026-11-20T17:00:00Z') })).toEqual([
      'Received after the cut-off of 17:00 UTC.',
      '2026-11-21 is not a business day: Saturday.',
      '2026-11-22 is not a business day: Sunday.',
    ]);
    expect(words({ valueDate: '2026-11-24' })).toEqual(['The value date 2026-11-24 was requested.']);
  });

  it('is not moved by a cut-off on a day that is closed, nor by a value date that has come', () => {
    const saturday = expectedDate(request({ now: new Date('2026-11-21T18:00:00Z') }));
    expect(saturday.explanation.map(({ reason }) => reason)).toEqual(['weekend', 'weekend']);
    for (const valueDate of ['2026-11-19', '2026-11-20']) {
      expect(expectedDate(request({ valueDate }))).toMatchObject({ expectedDate: '2026-11-20', explanation: [] });
    }
  });

  it.each([
    ['instant', false],
    ['same_day', true],
  ] as const)('keeps to open days for %s where the route is always open: %s', (timeline, alwaysOpen) => {
    const sunday = new Date('2026-11-22T10:00:00Z');
    expect(expectedDate(request({ now: sunday, timeline, alwaysOpen })).expectedDate).toBe('2026-11-23');
  });

  it('rolls a requested Saturday forward', () => {
    const result = expectedDate(request({ valueDate: '2026-11-28' }));
    expect(result.expectedDate).toBe('2026-11-30');
    expect(result.explanation.map((step) => step.reason)).toEqual(['value_date', 'weekend', 'weekend']);
  });

  it('is today at any hour for instant settlement around the clock', () => {
    const sunday = new Date('2026-11-22T23:59:00Z');
    expect(expectedDate(request({ now: sunday, timeline: 'instant', alwaysOpen: true })).expectedDate).toBe(
      '2026-11-22',
    );
  });

  it('is always an open day, never before today or the value date', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) }),
        fc.constantFrom(...TIMELINES),
        fc.option(fc.integer({ min: 0, max: 400 })),
        (at, timeline, ahead) => {
          const now = new Date(at);
          const valueDate = ahead === null ? null : new Date(at + ahead * 86_400_000).toISOString().slice(0, 10);
          const { expectedDate: date } = expectedDate(request({ now, timeline, valueDate }));
          expect(closedOnWeekends(date)).toBeNull();
          expect(date >= now.toISOString().slice(0, 10)).toBe(true);
          if (valueDate !== null) expect(date >= valueDate).toBe(true);
        },
      ),
    );
  });

  it('promises no date where everything is closed for months', () => {
    const closed = (date: string) => ({ reason: 'holiday' as const, name: `closed on ${date}` });
    expect(() => expectedDate(request({ closed }))).toThrow(
      expect.objectContaining({
        code: 'UNAVAILABLE',
        message: 'The calendars of this route have no open day within 60 days.',
      }),
    );
  });

  it('begins a day at its local midnight', () => {
    expect(startOfDay('2026-11-23', 'Europe/Berlin').toISOString()).toBe('2026-11-22T23:00:00.000Z');
    expect(startOfDay('2026-07-01', 'America/New_York').toISOString()).toBe('2026-07-01T04:00:00.000Z');
  });

  it.each([
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
    ['2026-09-27', 'Pacific/Auckland', '2026-09-26T12:00:00.000Z'],
    ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
  ])('begins %s in %s, when its clocks change, at %s', (date, zone, moment) => {
    expect(startOfDay(date, zone).toISOString()).toBe(moment);
  });
});
