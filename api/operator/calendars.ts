import { z } from 'zod';
import { listCalendars, setCalendarDay, type DaySetting } from '../../db/payments/routing/calendars';
import { readCalendar } from '../../db/payments/routing/read-calendar';
import type { Queryable } from '../../db/database';
import type { OperatorActor } from '../../domain/auth/actor';
import { DomainError } from '../../domain/errors';
import {
  CalendarId,
  CalendarShape,
  CalendarsQuery,
  calendarView,
  CalendarYear,
  HolidayParams,
  HolidayRequest,
  isCalendarId,
  ListedCalendarShape,
  OpenDayQuery,
} from '../../domain/payments/routing/calendar-schema';
import { endpoint, type Reply } from '../endpoint';
import type { Services } from '../services';
import { operation } from './common';
import { onePage, replyWithPage } from '../page';

const PATH = '/v1/operator/calendars';
const HOLIDAY = `${PATH}/{calendarId}/holidays/{date}`;

const unknown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such calendar.');

async function calendarReply(database: Queryable, calendarId: string, year: number): Promise<Reply> {
  const calendar = isCalendarId(calendarId) ? await readCalendar(database, calendarId) : null;
  if (calendar === null) throw unknown();
  return { status: 200, data: calendarView(calendar, year) };
}

async function setDayOrRefuse(
  call: { actor: OperatorActor; params: { calendarId: string } },
  { database }: Services,
  day: DaySetting,
): Promise<void> {
  const { calendarId } = call.params;
  const isKept = isCalendarId(calendarId) && (await setCalendarDay(database, calendarId, day, call.actor));
  if (!isKept) throw unknown();
}

/** Source: docs/GAPS.md#P12 */
export const listCalendarsForOperator = endpoint({
  ...operation('operations'),
  operationId: 'listCalendars',
  summary: 'List calendars of countries and payment systems with the days they cover',
  method: 'get',
  path: PATH,
  query: CalendarsQuery,
  responses: onePage(ListedCalendarShape),
  errors: [],
  async handle({ query: { limit, cursor: after } }, { database }) {
    return replyWithPage(await listCalendars(database, { limit: limit + 1, after }), limit, (row) => row);
  },
});

/** Source: docs/GAPS.md#P12 */
export const showCalendarToOperator = endpoint({
  ...operation('operations'),
  operationId: 'showCalendar',
  summary: 'Read one year of a calendar',
  method: 'get',
  path: `${PATH}/{calendarId}`,
  params: z.object({ calendarId: CalendarId }),
  query: z.object({ year: CalendarYear }),
  responses: { 200: { description: 'The year', schema: CalendarShape } },
  errors: ['NOT_FOUND'],
  handle: ({ params, query, receivedAt }, { database }) =>
    calendarReply(database, params.calendarId, query.year ?? receivedAt.getUTCFullYear()),
});

/** Source: docs/GAPS.md#P12 */
export const addHoliday = endpoint({
  ...operation('operations'),
  operationId: 'addHoliday',
  summary: 'Close a day for new payments and those not yet at a partner',
  method: 'put',
  path: HOLIDAY,
  params: HolidayParams,
  body: HolidayRequest,
  responses: { 200: { description: 'The year of that day', schema: CalendarShape } },
  errors: ['NOT_FOUND'],
  async handle(call, services) {
    const { calendarId, date } = call.params;
    await setDayOrRefuse(call, services, { date, ...call.body, isOpen: false });
    return calendarReply(services.database, calendarId, Number(date.slice(0, 4)));
  },
});

/** Source: docs/GAPS.md#P12 */
export const removeHoliday = endpoint({
  ...operation('operations'),
  operationId: 'removeHoliday',
  summary: 'Open a day despite list, rule or weekend',
  method: 'delete',
  path: HOLIDAY,
  params: HolidayParams,
  query: OpenDayQuery,
  responses: { 204: { description: 'The day is open', schema: null } },
  errors: ['NOT_FOUND'],
  async handle(call, services) {
    await setDayOrRefuse(call, services, { date: call.params.date, ...call.query, isOpen: true });
    return { status: 204 };
  },
});
