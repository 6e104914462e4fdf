import { z } from 'zod';
import { CalendarDate, cursorSchema, isCalendarDate, ListLimit, optional } from '../../schema-tools';
import { areHolidaysKnown, daysOfYear, type Calendar } from './calendars';
import { CALENDAR_RULES } from './payment-system-days';

const MAX_NAME = 140;
const MAX_REASON = 500;
/** Letters of a country, or of a payment system. */
const CALENDAR_ID = /^[A-Z-]{2,16}$/;
/** Name of a day that an operator opened without giving one. */
export const OPENED = 'opened by the operator';

/** @returns whether the text can be the id of a calendar */
export function isCalendarId(text: string): boolean {
  return CALENDAR_ID.test(text);
}

/** Id of a calendar, as a path parameter. */
export const CalendarId = z.string().meta({
  description: 'ISO 3166 code, or that of a payment system such as `TARGET`, `US-FED`, `UK-CHAPS`, `AU-RITS`',
});

/** A year as a query parameter. */
export const CalendarYear = z
  .string()
  .regex(/^(19|20|21)\d{2}$/, 'must be a year from 1900 to 2199')
  .transform(Number)
  .optional()
  .meta({
    description: 'The present one (UTC) by default',
    override: { type: 'integer', minimum: 1900, maximum: 2199 },
  });

/** What a calendar is, whatever the year. */
const CALENDAR = {
  id: z.string(),
  weekend: z.array(z.int()).meta({ description: 'ISO 8601 days of the week: 1 is Monday, 7 Sunday' }),
  rule: z.enum(CALENDAR_RULES).nullable().meta({ description: 'How closing days follow from the year' }),
  source: z.string(),
};

const Days = z.array(z.object({ date: z.string(), name: z.string(), source: z.string() }));

/** One year of a calendar. Source: docs/GAPS.md#P12 */
export const CalendarShape = z
  .object({
    ...CALENDAR,
    year: z.int(),
    holidaysKnown: z.boolean().meta({
      description:
        'True: days of a payment system or central bank. False: a guess, of which the `source` of each day is the author',
    }),
    holidays: Days,
    openedDays: Days.meta({
      description:
        'Days that are open despite list, rule or weekend: working weekends, and days that the operator opened',
    }),
  })
  .meta({ id: 'Calendar' });

/** A calendar in the list of operators. */
export const ListedCalendarShape = z
  .object({
    ...CALENDAR,
    knownFrom: z
      .string()
      .nullable()
      .meta({ description: 'First day of which holidays are known (payment system) or listed (country)' }),
    knownUntil: z.string().nullable().meta({
      description: 'The day after the last one of which holidays are known (payment system) or listed (country)',
    }),
  })
  .meta({ id: 'ListedCalendar' });

/** Query of the list of calendars. */
export const CalendarsQuery = z.object({ limit: ListLimit, cursor: cursorSchema(CALENDAR_ID) });

const Name = z.string().trim().min(1).max(MAX_NAME);
const Reason = z.string().trim().min(1).max(MAX_REASON);

/** First and last year of the list of holidays that countries begin with. Source: docs/GAPS.md#P12 */
const FIRST_YEAR = 2024;
const LAST_YEAR = 2032;

function isYearKept(date: string): boolean {
  const year = Number(date.slice(0, 4));
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

/** A day that an operator may close or open. Source: docs/GAPS.md#P12 */
export const HolidayDate = CalendarDate.refine((text) => !isCalendarDate(text) || isYearKept(text), {
  error: `must be a day of the years ${FIRST_YEAR} to ${LAST_YEAR}, for which calendars are kept`,
  params: { code: 'range' },
}).meta({
  description: `ISO 8601 calendar date of the years ${FIRST_YEAR} to ${LAST_YEAR}, for which calendars are kept`,
  examples: ['2026-12-24'],
  format: 'date',
});

/** Path of one day of a calendar. */
export const HolidayParams = z.object({ calendarId: CalendarId, date: HolidayDate });

/** Body that closes a day. */
export const HolidayRequest = z
  .object({
    name: Name.meta({ description: 'What clients read in the explanation of a date' }),
    reason: optional(Reason.meta({ description: 'Kept in the audit log; not for clients' })),
  })
  .meta({ id: 'HolidayRequest' });

/** What may be said of a day that is opened. */
export const OpenDayQuery = z.object({
  name: Name.default(OPENED).meta({ description: 'State of the day in the calendar' }),
  reason: Reason.optional().meta({ description: 'Kept in the audit log; not for clients' }),
});

/** One year of a calendar, as the API and the pages show it. */
export function calendarView(calendar: Calendar, year: number): z.output<typeof CalendarShape> {
  const days = daysOfYear(calendar, year);
  const view = (isOpen: boolean) =>
    days.filter((day) => day.isOpen === isOpen).map(({ date, name, source }) => ({ date, name, source }));
  const { id, rule, source } = calendar;
  const holidaysKnown = areHolidaysKnown(calendar, year);
  const weekend = [...calendar.weekend];
  return { id, year, weekend, rule, source, holidaysKnown, holidays: view(false), openedDays: view(true) };
}
