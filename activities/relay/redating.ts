import type { Database } from '../../db/database';
import { continueOutboxItem, type OutboxItem } from '../../db/outbox';
import { readClosedDays } from '../../db/payments/routing/read-calendar';
import { EVERY_CALENDAR, listHeldPayments, recordRedating } from '../../db/payments/routing/redating';
import { calendarIdsFor } from '../../domain/payments/routing/calendars';
import type { ClosedDay } from '../../domain/payments/routing/dates';
import { renewDates } from '../../domain/payments/routing/redating';
import { ITEM_SETTLED_BY_JOB } from './jobs';

/**
 * Dates the next waiting payments that a changed calendar concerns; a repeated item finds them dated already.
 * @param item its subject is the calendar, or `EVERY_CALENDAR`
 * @returns `ITEM_SETTLED_BY_JOB` when there may be more of them
 * Source: docs/GAPS.md#P12
 */
export async function redateHeldPayments(
  database: Database,
  item: OutboxItem,
): Promise<typeof ITEM_SETTLED_BY_JOB | undefined> {
  const { after } = item.payload;
  const { payments, next } = await listHeldPayments(database, typeof after === 'string' ? after : '');
  const closedOf = new Map<string, Promise<ClosedDay>>();
  for (const payment of payments) {
    const ids = calendarIdsFor(payment.currency, payment.beneficiaryCountry);
    const concerned = [EVERY_CALENDAR, ...ids, ...payment.route.calendars.map(({ id }) => id)];
    if (!concerned.includes(item.subject)) continue;
    const closed = closedOf.get(ids.join()) ?? readClosedDays(database, payment);
    closedOf.set(ids.join(), closed);
    const dates = renewDates(payment, { at: new Date(), closed: await closed }, 'calendar_changed');
    if (dates !== null) await recordRedating(database, payment.id, dates);
  }
  if (next === null) return undefined;
  await continueOutboxItem(database, item, next);
  return ITEM_SETTLED_BY_JOB;
}
