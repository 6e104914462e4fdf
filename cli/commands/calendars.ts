import type { Command } from 'commander';
import { listCalendars, setCalendarDay } from '../../db/payments/routing/calendars';
import { readCalendar } from '../../db/payments/routing/read-calendar';
import { HolidayDate, OPENED } from '../../domain/payments/routing/calendar-schema';
import { areHolidaysKnown, daysOfYear } from '../../domain/payments/routing/calendars';
import { actor } from '../actor';
import { contextOf, printResult, UsageError, withDatabase } from '../context';
import { fitting, printLines, wholeNumber } from './values';

const MAX_NAME = 140;
/** More than there are countries and payment systems. */
const MAX_CALENDARS = 1_000;

async function list(_options: object, command: Command): Promise<void> {
  const calendars = await withDatabase(contextOf(command), (database) =>
    listCalendars(database, { after: undefined, limit: MAX_CALENDARS }),
  );
  const lines = calendars.map(({ id, weekend, rule, knownFrom, knownUntil, source }) => {
    const known = knownFrom === null ? null : `from ${knownFrom} until ${knownUntil ?? ''}`;
    const ruled = rule === null ? null : `by rule ${rule}`;
    const days = [ruled, known].filter((words) => words !== null).join(' ') || 'weekends alone';
    return `${id} weekend ${weekend.join(',')} ${days} (${source})`;
  });
  printLines(command, { calendars }, lines);
}

async function show(id: string, options: { year?: number }, command: Command): Promise<void> {
  const calendar = await withDatabase(contextOf(command), (database) => readCalendar(database, id));
  if (calendar === null) throw new UsageError(`There is no calendar ${id}.`);
  const year = options.year ?? new Date().getUTCFullYear();
  const days = daysOfYear(calendar, year);
  const holidaysKnown = areHolidaysKnown(calendar, year);
  printLines(command, { id, year, weekend: calendar.weekend, holidaysKnown, days }, [
    ...(holidaysKnown ? [] : [`The holidays of ${id} in ${year} are a guess.`]),
    ...days.map((day) => `${day.date} ${day.isOpen ? 'open' : 'closed'}: ${day.name} (${day.source})`),
  ]);
}

interface DayOptions {
  date: string;
  name: string;
}

/** Makes the action of a command that closes a day or opens it. */
function setDay(isOpen: boolean) {
  return async (id: string, options: DayOptions, command: Command): Promise<void> => {
    const name = options.name.trim();
    if (name === '' || name.length > MAX_NAME) throw new UsageError(`--name must have 1 to ${MAX_NAME} characters.`);
    const day = { date: options.date, name, isOpen };
    const isKept = await withDatabase(contextOf(command), (database) => setCalendarDay(database, id, day, actor()));
    if (!isKept) throw new UsageError(`There is no calendar ${id}.`);
    printResult(command, { id, date: options.date, isOpen });
  };
}

/** `corridor calendars …` */
export function addCalendarCommands(program: Command): void {
  const calendars = program.command('calendars');
  calendars
    .command('list')
    .description('List all calendars with the years they cover')
    .option('--json', 'print one JSON object')
    .action(list);
  calendars
    .command('show')
    .description('Holidays of a year')
    .argument('<id>', 'ISO 3166 code, or a payment system such as TARGET or AU-RITS')
    .option('--year <year>', 'the present one by default', wholeNumber)
    .option('--json', 'print one JSON object')
    .action(show);
  calendars
    .command('add-holiday')
    .description('Close a day for new payments')
    .argument('<id>', 'id of the calendar')
    .requiredOption('--date <date>', 'the day', fitting(HolidayDate))
    .requiredOption('--name <name>', 'name shown to clients')
    .option('--json', 'print one JSON object')
    .action(setDay(false));
  calendars
    .command('remove-holiday')
    .description('Open a day for new payments, despite list, rule or weekend')
    .argument('<id>', 'id of the calendar')
    .requiredOption('--date <date>', 'the day', fitting(HolidayDate))
    .option('--name <name>', 'why, for the record', OPENED)
    .option('--json', 'print one JSON object')
    .action(setDay(true));
}
