import type { Calendar } from '../../../domain/payments/routing/calendars';
import { decideRedating } from '../../../domain/payments/decisions/redating';
import type { DatedPayment, NewDates } from '../../../domain/payments/routing/redating';
import type { Timeline } from '../../../domain/payments/instruction/status';
import type { Queryable } from '../../database';
import { addToOutbox, NO_ACCOUNT, TOPICS } from '../../outbox';
import { anyOf } from '../../parameters';
import { changePayment } from '../instruction/change-payment';
import { readCalendars } from './read-calendar';

/** Payments that are looked at in one piece of the relay's work: well within its lease. */
const REDATED_AT_A_TIME = 50;

/** A payment that waits, with what its dates depend on. */
export interface WaitingPayment extends DatedPayment {
  id: string;
  currency: string;
  beneficiaryCountry: string;
}

interface Row {
  id: string;
  currency: string;
  country: string;
  timeline: Timeline;
  value_date: string | null;
  cut_off: string;
  cut_off_zone: string;
  calendars: string[];
  always_open: boolean;
  open_days_for_n: number;
}

const DATED_SQL = `
  select i.id, i.currency, i.beneficiary_country as country, i.timeline, i.value_date::text, r.cut_off, r.cut_off_zone,
    r.calendars, r.always_open, r.open_days_for_n
  from payment_instructions i join routes r on r.id = i.route_id`;

function toWaiting(row: Row, calendars: ReadonlyMap<string, Calendar>): WaitingPayment {
  const { id, currency, country: beneficiaryCountry, timeline, value_date: valueDate } = row;
  const route = {
    cutOff: row.cut_off,
    cutOffZone: row.cut_off_zone,
    calendars: row.calendars.flatMap((id) => calendars.get(id) ?? []),
    alwaysOpen: row.always_open,
    openDaysForN: row.open_days_for_n,
  };
  return { id, currency, beneficiaryCountry, timeline, valueDate, route };
}

/** @throws Error when there is no such instruction */
export async function readDatedPayment(database: Queryable, instructionId: string): Promise<WaitingPayment> {
  const [row] = await database.query<Row & Record<string, unknown>>(`${DATED_SQL} where i.id = $1`, [instructionId]);
  if (row === undefined) throw new Error(`instruction ${instructionId} is not in the database`);
  return toWaiting(row, await readCalendars(database, row.calendars));
}

/** Some pending payments, in order of their ids. */
export interface HeldPage {
  /** Those among them that have not left yet. */
  payments: WaitingPayment[];
  /** Id after which the next page begins; null after the last one. */
  next: string | null;
}

/**
 * Reads one page of pending payments, and returns those that no partner has, perhaps none.
 * @param after id after which it begins
 */
export async function listHeldPayments(database: Queryable, after: string): Promise<HeldPage> {
  const looked = await database.query<{ id: string }>(
    `select id from payment_instructions where stage = 'pending' and id > $1 order by id limit ${REDATED_AT_A_TIME}`,
    [after],
    'for_values',
  );
  const ids = looked.map(({ id }) => id);
  const next = ids.length < REDATED_AT_A_TIME ? null : (ids.at(-1) ?? null);
  return { payments: await readUnsentPayments(database, ids), next };
}

/** Pending payments among these ids of which no call is under way or delivered, with what their dates depend on. */
async function readUnsentPayments(database: Queryable, ids: string[]): Promise<WaitingPayment[]> {
  const rows = await database.query<Row & Record<string, unknown>>(
    `${DATED_SQL} where i.id = ${anyOf('text')} and i.status = 'pending' and not exists (
       select from dispatches d where d.instruction_id = i.id and d.state in ('sending', 'unknown', 'delivered'))
     order by i.id`,
    [ids],
  );
  const calendars = await readCalendars(
    database,
    rows.flatMap((row) => row.calendars),
  );
  return rows.map((row) => toWaiting(row, calendars));
}

/**
 * Keeps the dates that can be promised now for a payment that waits, with the former one.
 * @returns whether they are news
 * Source: docs/GAPS.md#P12
 */
export async function recordRedating(database: Queryable, instructionId: string, dates: NewDates): Promise<boolean> {
  const { result } = await changePayment(database, { instructionId }, (state, at) => decideRedating(state, dates, at));
  return result;
}

/** Stands for all calendars where a redating is requested. */
export const EVERY_CALENDAR = '*';

/**
 * Has payments that wait dated again, in the transaction that changes a calendar; a piece at a time, by the relay.
 * @param calendarId id of the calendar that changed, or `EVERY_CALENDAR`
 */
export function requestRedating(client: Queryable, calendarId: string): Promise<void> {
  return addToOutbox(client, { topic: TOPICS.redate, subject: calendarId, accountId: NO_ACCOUNT });
}
