import { addHoliday, removeHoliday } from '../../../api/operator/calendars';
import { listCalendars } from '../../../db/payments/routing/calendars';
import { readCalendar } from '../../../db/payments/routing/read-calendar';
import { DomainError } from '../../../domain/errors';
import {
  calendarView,
  CalendarYear as YearQuery,
  isCalendarId,
} from '../../../domain/payments/routing/calendar-schema';
import type { Calendar } from '../../../domain/payments/routing/calendars';
import { submitOperation } from '../../operation';
import { CalendarYear, calendarName, CALENDARS, Calendars, OpenDayForm } from './calendars-page';
import type { Faults } from '../../forms/read-form';
import type { ConsoleRoute } from '../../route';
import type { Answer, Visit } from '../../visit';

/** More than there are countries and payment systems. */
const MAX_CALENDARS = 1_000;

const askedOf = ({ context }: Visit): URLSearchParams => new URLSearchParams(context.querystring);

async function showCalendars(visit: Visit): Promise<Answer> {
  const text = (askedOf(visit).get('q') ?? '').trim();
  const all = await listCalendars(visit.parts.database, { after: undefined, limit: MAX_CALENDARS });
  const [wanted, systems] = [text.toLowerCase(), (id: string): number => (id.length > 2 ? 0 : 1)];
  const calendars = all
    .filter(({ id }) => `${id} ${calendarName(id)}`.toLowerCase().includes(wanted))
    .sort((left, right) => systems(left.id) - systems(right.id));
  return { kind: 'page', title: 'Calendars', body: <Calendars text={text} calendars={calendars} /> };
}

async function calendarOf({ parts, params }: Visit): Promise<Calendar> {
  const id = params['calendarId'] ?? '';
  const found = isCalendarId(id) ? await readCalendar(parts.database, id) : null;
  if (found === null) throw new DomainError('NOT_FOUND', 'There is no such calendar.');
  return found;
}

async function yearPage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const calendar = await calendarOf(visit);
  const asked = YearQuery.safeParse(askedOf(visit).get('year') ?? visit.form.get('date')?.slice(0, 4));
  const year = calendarView(calendar, asked.data ?? visit.parts.now().getUTCFullYear());
  const entered = Object.fromEntries(visit.form);
  const body = <CalendarYear {...{ year, entered, faults }} formToken={visit.formToken} />;
  return { kind: 'page', title: `${calendarName(calendar.id)}, ${year.year}`, body, status };
}

async function openPage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const { id } = await calendarOf(visit);
  const entered = { date: askedOf(visit).get('date') ?? '', ...Object.fromEntries(visit.form) };
  const body = <OpenDayForm {...{ id, entered, faults }} formToken={visit.formToken} />;
  return { kind: 'page', title: 'Open a day', body, status };
}

/** What was typed; the day is part of the operation's path. */
function sentOf({ params, form }: Visit) {
  const text = (name: string): string => (form.get(name) ?? '').trim();
  const [date, name, reason] = [text('date'), text('name'), text('reason')];
  return { params: { ...params, date }, name, reason };
}

function doneOnDay({ params }: Visit, date: string): Answer {
  return {
    kind: 'done',
    notice: { name: 'calendar-changed' },
    location: `${CALENDARS}/${params['calendarId'] ?? ''}?year=${date.slice(0, 4)}`,
  };
}

function closeDay(visit: Visit): Promise<Answer> {
  const { params, name, reason } = sentOf(visit);
  return submitOperation(visit, addHoliday, {
    params,
    body: { name, reason },
    done: () => doneOnDay(visit, params.date),
    refused: (faults, status) => yearPage(visit, faults, status),
  });
}

function openDay(visit: Visit): Promise<Answer> {
  const { params, reason } = sentOf(visit);
  return submitOperation(visit, removeHoliday, {
    params,
    query: { reason },
    done: () => doneOnDay(visit, params.date),
    refused: (faults, status) => openPage(visit, faults, status),
  });
}

const ONE = `${CALENDARS}/:calendarId`;

export const OPERATOR_CALENDAR_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: CALENDARS, access: 'operations', handle: showCalendars },
  { method: 'get', path: ONE, access: 'operations', handle: (visit) => yearPage(visit, {}) },
  { method: 'post', path: `${ONE}/close`, access: 'operations', handle: closeDay },
  { method: 'get', path: `${ONE}/open`, access: 'operations', handle: (visit) => openPage(visit, {}) },
  { method: 'post', path: `${ONE}/open`, access: 'operations', handle: openDay },
];
