import { z } from 'zod';
import { listCalendars, setCalendarDay, type DaySetting } from '../../db/payments/calendars';
import { readCalendar } from '../../db/payments/read-calendar';
import { DomainError } from '../../domain/errors';
import { calendarView, CalendarYear as YearQuery, isCalendarId, OPENED } from '../../domain/payments/calendar-schema';
import type { Calendar } from '../../domain/payments/calendars';
import { isCalendarDate } from '../../domain/schema-tools';
import { CalendarYear, calendarName, CALENDARS, Calendars, OpenDay } from '../pages/operator-calendars';
import { checkForm, type Faults } from '../read-form';
import { reasonFault } from '../route-form';
import type { ConsoleRoute } from '../route';
import type { Answer, Visit } from '../visit';
import { operatorOf } from './user-of';

/** More than there are countries and payment systems. */
const MAX_CALENDARS = 1_000;
const MAX_NAME = 140;

const Day = z.string().refine(isCalendarDate, 'Enter a day, such as 2026-12-24.');
const Opened = z.object({ date: Day });
const Closed = z.object({
  date: Day,
  name: z.string().min(1, 'Enter a name.').max(MAX_NAME, `Use at most ${MAX_NAME} characters.`),
});

const askedOf = ({ context }: Visit): URLSearchParams => new URLSearchParams(context.querystring);

async function list(visit: Visit): Promise<Answer> {
  const text = (askedOf(visit).get('q') ?? '').trim();
  const all = await listCalendars(visit.parts.database, { after: undefined, limit: MAX_CALENDARS });
  const [wanted, systems] = [text.toLowerCase(), (id: string): number => (id.length > 2 ? 0 : 1)];
  const calendars = all
    .filter(({ id }) => `${id} ${calendarName(id)}`.toLowerCase().includes(wanted))
    .sort((left, right) => systems(left.id) - systems(right.id));
  return { kind: 'page', title: 'Calendars', body: <Calendars text={text} calendars={calendars} /> };
}

async function calendarOf({ parts, params }: Visit): Promise<Calendar> {
  const id = params['id'] ?? '';
  const found = isCalendarId(id) ? await readCalendar(parts.database, id) : null;
  if (found === null) throw new DomainError('NOT_FOUND', 'There is no such calendar.');
  return found;
}

async function yearPage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const calendar = await calendarOf(visit);
  const asked = YearQuery.safeParse(askedOf(visit).get('year') ?? visit.form.get('date')?.slice(0, 4));
  const year = calendarView(calendar, asked.data ?? visit.parts.now().getUTCFullYear());
  const entered = Object.fromEntries(visit.form);
  const isDone = askedOf(visit).has('done');
  const body = <CalendarYear {...{ year, entered, faults, isDone }} formToken={visit.formToken} />;
  return { kind: 'page', title: `${calendarName(calendar.id)}, ${year.year}`, body, status };
}

async function openPage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const { id } = await calendarOf(visit);
  const entered = { date: askedOf(visit).get('date') ?? '', ...Object.fromEntries(visit.form) };
  const body = <OpenDay {...{ id, entered, faults }} formToken={visit.formToken} />;
  return { kind: 'page', title: 'Open a day', body, status };
}

/** What was typed, and every fault of it with that of the reason. */
function read<Value>(schema: z.ZodType<Value>, { form }: Visit) {
  const fields = Object.fromEntries([...form].map(([name, text]) => [name, text.trim()]));
  const checked = checkForm(schema, { date: '', name: '', ...fields });
  const reason = reasonFault(form);
  const faults: Faults = { ...(checked.ok ? {} : checked.faults), ...(reason === null ? {} : { reason }) };
  return checked.ok && reason === null
    ? { ok: true as const, value: checked.value, reason: fields['reason'] ?? '' }
    : { ok: false as const, faults };
}

async function set(visit: Visit, day: DaySetting): Promise<Answer> {
  const { id } = await calendarOf(visit);
  await setCalendarDay(visit.parts.database, id, day, operatorOf(visit));
  visit.parts.wake();
  return { kind: 'redirect', location: `${CALENDARS}/${id}?year=${day.date.slice(0, 4)}&done=kept` };
}

async function close(visit: Visit): Promise<Answer> {
  const sent = read(Closed, visit);
  if (!sent.ok) return yearPage(visit, sent.faults, 400);
  return set(visit, { ...sent.value, reason: sent.reason, isOpen: false });
}

async function open(visit: Visit): Promise<Answer> {
  const sent = read(Opened, visit);
  if (!sent.ok) return openPage(visit, sent.faults, 400);
  return set(visit, { ...sent.value, name: OPENED, reason: sent.reason, isOpen: true });
}

const ONE = `${CALENDARS}/:id`;

export const OPERATOR_CALENDAR_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: CALENDARS, access: 'operations', handle: list },
  { method: 'get', path: ONE, access: 'operations', handle: (visit) => yearPage(visit, {}) },
  { method: 'post', path: `${ONE}/close`, access: 'operations', handle: close },
  { method: 'get', path: `${ONE}/open`, access: 'operations', handle: (visit) => openPage(visit, {}) },
  { method: 'post', path: `${ONE}/open`, access: 'operations', handle: open },
];
