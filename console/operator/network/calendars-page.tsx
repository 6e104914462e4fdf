import type { VNode } from 'preact';
import type { ListedCalendar } from '../../../db/payments/routing/calendars';
import type { calendarView } from '../../../domain/payments/routing/calendar-schema';
import { countryName, isBankingCountry } from '../../../domain/countries';
import { Empty, Facts, FaultSummary, Field, Filters, Form, Id, Notice, Reason, Table, fieldsOf } from '../../parts';
import type { Faults } from '../../forms/read-form';
import { startOfUtcDay } from '../../../domain/calendar-dates';

/** Where calendars are. */
export const CALENDARS = '/console/operator/calendars';

type Year = ReturnType<typeof calendarView>;

const SYSTEMS: Readonly<Record<string, string>> = {
  TARGET: 'Payments in EUR',
  'US-FED': 'Payments in USD, banks of the US',
  'UK-CHAPS': 'Payments in GBP, banks of the UK',
};

/** @returns what people call a calendar */
export function calendarName(id: string): string {
  return SYSTEMS[id] ?? (isBankingCountry(id) ? countryName(id) : id);
}

const WEEKDAYS = ['', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function weekendText(weekend: readonly number[]): string {
  return weekend.length === 0 ? 'none' : weekend.map((day) => WEEKDAYS[day] ?? '').join(' and ');
}

/** The day of the week of a calendar date. */
function weekdayOf(date: string): string {
  return startOfUtcDay(date).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
}

function knownText({ rule, knownFrom, knownUntil }: ListedCalendar): string {
  if (knownFrom !== null) return `${knownFrom} until ${knownUntil ?? ''}`;
  return rule === null ? 'none: weekends alone' : 'by rule, of every year';
}

export function Calendars({ text, calendars }: { text: string; calendars: readonly ListedCalendar[] }): VNode {
  return (
    <>
      <Filters action={CALENDARS}>
        <Field name="q" type="search" label="Country, currency or id" value={text} required={false} />
      </Filters>
      {text === '' ? <CalendarIndex of={calendars} /> : <CalendarsTable calendars={calendars} />}
    </>
  );
}

/** Links to all calendars by name, in columns. */
function CalendarIndex({ of: calendars }: { of: readonly ListedCalendar[] }): VNode {
  const named = calendars.map(({ id }) => ({ id, name: calendarName(id) }));
  return (
    <ul class="index">
      {named
        .sort((one, other) => one.name.localeCompare(other.name, 'en'))
        .map(({ id, name }) => (
          <li key={id}>
            <a href={`${CALENDARS}/${id}`}>{name}</a>
          </li>
        ))}
    </ul>
  );
}

function CalendarsTable({ calendars }: { calendars: readonly ListedCalendar[] }): VNode {
  return (
    <Table
      name="Calendars"
      isGrid
      rows={calendars}
      empty="There is no calendar with this id."
      columns={[
        { name: 'Calendar', cell: ({ id }) => <a href={`${CALENDARS}/${id}`}>{calendarName(id)}</a> },
        { name: 'Id', isExtra: true, cell: ({ id }) => <Id of={id} /> },
        { name: 'Weekend', isExtra: true, cell: ({ weekend }) => weekendText(weekend) },
        { name: 'Holidays known', cell: knownText },
        { name: 'Source', isExtra: true, cell: ({ source }) => source },
      ]}
    />
  );
}

export interface DayForm {
  entered: Readonly<Record<string, string>>;
  faults: Faults;
  formToken: string;
}

function CloseDayForm({ id, entered, faults, formToken }: DayForm & { id: string }): VNode {
  const field = fieldsOf(entered, faults);
  return (
    <section aria-labelledby="close">
      <h2 id="close">Close a day</h2>
      <Form className="panel" action={`${CALENDARS}/${id}/close`} formToken={formToken}>
        <Field {...field('date')} type="date" label="Day" />
        <Field
          {...field('name')}
          label="Name"
          hint="Clients read it in the explanation of a date, such as Day of mourning."
          maxlength={140}
        />
        <Reason
          hint="Kept in the audit log; clients do not see it."
          value={entered['reason']}
          fault={faults['reason']}
        />
        <button>Close the day</button>
      </Form>
    </section>
  );
}

function YearLinks({ id, year }: { id: string; year: number }): VNode {
  const to = (other: number) => <a href={`${CALENDARS}/${id}?year=${other}`}>{other}</a>;
  return (
    <nav class="pager" aria-label="Years">
      {year > 1900 && to(year - 1)}
      {year < 2199 && to(year + 1)}
      <a href={CALENDARS}>All calendars</a>
    </nav>
  );
}

function DaysTable({ year, days }: { year: Year; days: Year['holidays'] }): VNode {
  return (
    <Table
      name="Days"
      rows={days}
      columns={[
        { name: 'Day', cell: ({ date }) => <time dateTime={date}>{date}</time> },
        { name: 'Weekday', isExtra: true, cell: ({ date }) => weekdayOf(date) },
        { name: 'Name', cell: ({ name }) => name },
        { name: 'Source', isExtra: true, cell: ({ source }) => source },
        {
          name: 'Payments',
          cell: ({ date }) => (
            <a href={`${CALENDARS}/${year.id}/open?date=${date}`}>
              Open<span class="hidden">{` ${date}`}</span>
            </a>
          ),
        },
      ]}
    />
  );
}

/** One year of a calendar, with a form that closes a day. */
export function CalendarYear(page: DayForm & { year: Year }): VNode {
  const { year, faults } = page;
  const { id, holidays, openedDays, holidaysKnown, weekend, rule, source } = year;
  return (
    <>
      <FaultSummary faults={faults} />
      {!holidaysKnown && (
        <Notice tone="wait">
          <p>
            The holidays of {year.year} are a guess: no payment system or central bank published what is listed here.
          </p>
        </Notice>
      )}
      <Facts
        rows={[
          ['Id', <Id of={id} />],
          ['Weekend', weekendText(weekend)],
          ['Holidays', rule === null ? 'listed' : `by rule ${rule}, and listed`],
          ['Source', source],
        ]}
      />
      <section aria-labelledby="holidays">
        <h2 id="holidays">Holidays of {year.year}</h2>
        {holidays.length === 0 ? <Empty>None.</Empty> : <DaysTable year={year} days={holidays} />}
        <p class="actions">
          <a class="button quiet" href={`${CALENDARS}/${id}/open`}>
            Open a day
          </a>
        </p>
        <YearLinks id={id} year={year.year} />
      </section>
      {openedDays.length > 0 && (
        <section aria-labelledby="opened">
          <h2 id="opened">Open days</h2>
          <ul>
            {openedDays.map(({ date, name }) => (
              <li key={date}>
                <time dateTime={date}>{date}</time>, {weekdayOf(date)}: {name}
              </li>
            ))}
          </ul>
        </section>
      )}
      <CloseDayForm id={id} {...page} />
    </>
  );
}

/** Form that opens a day, despite holiday, rule or weekend. */
export function OpenDayForm({ id, entered, faults, formToken }: DayForm & { id: string }): VNode {
  return (
    <div class="narrow">
      <FaultSummary faults={faults} />
      <p>
        The day counts as open in <strong>{calendarName(id)}</strong>, despite list, rule or weekend. Another calendar
        of the same payment may still be closed.
      </p>
      <Form action={`${CALENDARS}/${id}/open`} formToken={formToken}>
        <Field name="date" type="date" label="Day" value={entered['date'] ?? ''} fault={faults['date']} />
        <Reason
          hint="Kept in the audit log; clients do not see it."
          value={entered['reason']}
          fault={faults['reason']}
        />
        <p class="actions">
          <button class="danger">Open the day</button> <a href={`${CALENDARS}/${id}`}>Cancel</a>
        </p>
      </Form>
    </div>
  );
}
