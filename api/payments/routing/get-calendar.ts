import { z } from 'zod';
import { DomainError } from '../../../domain/errors';
import {
  CalendarId,
  CalendarShape,
  calendarView,
  CalendarYear,
  isCalendarId,
} from '../../../domain/payments/routing/calendar-schema';
import { endpoint } from '../../endpoint';

/** Source: docs/GAPS.md#P12 */
export const getCalendar = endpoint({
  operationId: 'getCalendar',
  summary: 'Closed days of a country or a payment system',
  tag: 'Payments',
  method: 'get',
  path: '/api/v1/calendars/{calendarId}',
  access: { kind: 'client', scope: 'payments:read' },
  limit: null,
  isPublicAnswer: true,
  envelope: 'wrapped',
  params: z.object({ calendarId: CalendarId }),
  query: z.object({ year: CalendarYear }),
  responses: { 200: { description: 'The year of the calendar', schema: CalendarShape } },
  errors: ['NOT_FOUND'],
  async handle(call, services) {
    const { calendarId } = call.params;
    const [calendar] = isCalendarId(calendarId) ? await services.calendars.all([calendarId]) : [];
    if (calendar === undefined) throw new DomainError('NOT_FOUND', 'There is no such calendar.');
    return { status: 200, data: calendarView(calendar, call.query.year ?? call.receivedAt.getUTCFullYear()) };
  },
});
