import type { Command } from 'commander';
import { listCalendars, setCalendarDay } from '../../db/payments/routing/calendars';
import { readCalendar } from '../../db/payments/routing/read-calendar';
import { HolidayDate, OPENED } from '../../domain/payments/routing/calendar-schema';
import { areHolidaysKnown, daysOfYear } from '../../domain/payments/routing/calendars';
import { actor } from '../actor';
import { UsageError } from '../context';
import { addResult } from './answer';
import { fitting, wholeNumber } from './values';

const MAX_NAME = 140;
/** More than there are countries and payment systems. */
const MAX_CALENDARS = 1_000;

/** Adds `corridor calendars …`. */
export function addCalendarCommands(program: Command): void {
  const calendars = program.command('calendars');
  addResult(
    calendars.command('list').description('List all calendars with the years they cover'),
    async ({ database }) => {
      const all = await listCalendars(database, { after: undefined, limit: MAX_CALENDARS });
      const lines = all.map(({ id, weekend, rule, knownFrom, knownUntil, source }) => {
        const known = knownFrom === null ? null : `from ${knownFrom} until ${knownUntil ?? ''}`;
        const ruled = rule === null ? null : `by rule ${rule}`;
        const days = [ruled, known].filter((words) => words !== null).join(' ') || 'weekends alone';
        return `${id} weekend ${weekend.join(',')} ${days} (${source})`;
      });
      return [{ calendars: all }, lines];
    },
  );
  const show = calendars
    .command('show')
    .description('Holidays of a year')
    .argument('<id>', 'ISO 3166 code, or a payment system such as TARGET or AU-RITS')
    .option('--year <year>', 'the present one by default', wholeNumber);
  addResult<{ year?: number }>(show, async ({ database, id, options: { year = new Date().getUTCFullYear() } }) => {
    const calendar = await readCalendar(database, id);
    if (calendar === null) throw new UsageError(`There is no calendar ${id}.`);
    const days = daysOfYear(calendar, year);
    const holidaysKnown = areHolidaysKnown(calendar, year);
    const lines = days.map((day) => `${day.date} ${day.isOpen ? 'open' : 'closed'}: ${day.name} (${day.source})`);
    const guess = holidaysKnown ? [] : [`The holidays of ${id} in ${year} are a guess.`];
    return [{ id, year, weekend: calendar.weekend, holidaysKnown, days }, [...guess, ...lines]];
  });
  const add = calendars
    .command('add-holiday')
    .description('Close a day for new payments')
    .requiredOption('--name <name>', 'name shown to clients');
  const remove = calendars
    .command('remove-holiday')
    .description('Open a day for new payments, despite list, rule or weekend')
    .option('--name <name>', 'why, for the record', OPENED);
  for (const command of [add, remove]) {
    const isOpen = command === remove;
    command.argument('<id>', 'id of the calendar').requiredOption('--date <date>', 'the day', fitting(HolidayDate));
    addResult<{ date: string; name: string }>(command, async ({ database, id, options: { date, ...options } }) => {
      const name = options.name.trim();
      if (name === '' || name.length > MAX_NAME) throw new UsageError(`--name must have 1 to ${MAX_NAME} characters.`);
      const isKept = await setCalendarDay(database, id, { date, name, isOpen }, actor());
      if (!isKept) throw new UsageError(`There is no calendar ${id}.`);
      return { id, date, isOpen };
    });
  }
}
