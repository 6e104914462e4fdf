import type { Database } from '../../db/database';
import { continueOutboxItem, type OutboxItem } from '../../db/outbox';
import { readClosedDays } from '../../db/payments/read-calendar';
import { listHeldPayments, recordRedating } from '../../db/payments/redating';
import { calendarIdsFor } from '../../domain/payments/calendars';
import type { ClosedDay } from '../../domain/payments/dates';
import { datesAnew } from '../../domain/payments/redating';
import { KEPT } from './jobs';

/**
 * Dates the next payments that wait and that a changed calendar concerns; an item that was carried twice finds them
 * dated already.
 * @param item its subject is the calendar
 * @returns `KEPT` when there may be more of them
 * Source: docs/GAPS.md#P12
 */
export async function redateHeldPayments(database: Database, item: OutboxItem): Promise<typeof KEPT | undefined> {
  const { after } = item.payload;
  const { payments, next } = await listHeldPayments(database, typeof after === 'string' ? after : '');
  const closedOf = new Map<string, Promise<ClosedDay>>();
  for (const payment of payments) {
    const ids = calendarIdsFor(payment.currency, payment.beneficiaryCountry);
    if (![...ids, ...payment.route.calendars.map(({ id }) => id)].includes(item.subject)) continue;
    const closed = closedOf.get(ids.join()) ?? readClosedDays(database, payment);
    closedOf.set(ids.join(), closed);
    const dates = datesAnew(payment, { at: new Date(), closed: await closed }, 'calendar_changed');
    if (dates !== null) await recordRedating(database, payment.id, dates);
  }
  if (next === null) return undefined;
  await continueOutboxItem(database, item, next);
  return KEPT;
}
