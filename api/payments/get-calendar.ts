import { z } from 'zod';
import { DomainError } from '../../domain/errors';
import { daysOfYear, isYearKnown } from '../../domain/payments/calendars';
import { CALENDAR_RULES } from '../../domain/payments/payment-system-days';
import { endpoint } from '../endpoint';

const ID = /^[A-Z-]{2,16}$/;
const Year = z
  .string()
  .regex(/^(19|20|21)\d{2}$/, 'must be a year from 1900 to 2199')
  .transform(Number)
  .optional()
  .meta({
    description: 'The present one (UTC) by default',
    override: { type: 'integer', minimum: 1900, maximum: 2199 },
  });

const CalendarShape = z
  .object({
    id: z.string(),
    year: z.int(),
    weekend: z.array(z.int()).meta({ description: 'ISO 8601 days of the week: 1 is Monday, 7 Sunday' }),
    rule: z.enum(CALENDAR_RULES).nullable().meta({ description: 'How closing days follow from the year' }),
    source: z.string(),
    holidaysKnown: z.boolean().meta({ description: 'False: of this year weekends alone are closed' }),
    holidays: z.array(z.object({ date: z.string(), name: z.string(), source: z.string() })),
    openedDays: z
      .array(z.object({ date: z.string(), name: z.string(), source: z.string() }))
      .meta({ description: 'Days that the operator opened against list, rule or weekend' }),
  })
  .meta({ id: 'Calendar' });

/** Source: docs/GAPS.md#P12 */
export const getCalendar = endpoint({
  operationId: 'getCalendar',
  summary: 'Closed days of a country or a payment system',
  tag: 'Payments',
  method: 'get',
  path: '/api/v1/calendars/{calendarId}',
  access: { kind: 'client', scope: 'payments:read' },
  limit: null,
  envelope: 'wrapped',
  params: z.object({
    calendarId: z.string().meta({ description: 'ISO 3166 code, `TARGET`, `US-FED` or `UK-CHAPS`' }),
  }),
  query: z.object({ year: Year }),
  responses: { 200: { description: 'The year of the calendar', schema: CalendarShape } },
  errors: ['NOT_FOUND'],
  async handle(call, services) {
    const { calendarId } = call.params;
    const [calendar] = ID.test(calendarId) ? await services.calendars.all([calendarId]) : [];
    if (calendar === undefined) throw new DomainError('NOT_FOUND', 'There is no such calendar.');
    const year = call.query.year ?? call.receivedAt.getUTCFullYear();
    const days = daysOfYear(calendar, year);
    const view = (isOpen: boolean) =>
      days.filter((day) => day.isOpen === isOpen).map(({ date, name, source }) => ({ date, name, source }));
    const { id, weekend, rule, source } = calendar;
    const holidaysKnown = isYearKnown(calendar, year);
    const data = { id, year, weekend, rule, source, holidaysKnown, holidays: view(false), openedDays: view(true) };
    return { status: 200, data };
  },
});
