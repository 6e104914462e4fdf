import { z } from 'zod';
import { CalendarDate, Currency, Cursor, ListLimit } from '../../schema-tools';
import { RECONCILIATION_STATUSES } from './reconciliation';
import { PAYMENT_STATUSES } from '../instruction/status';

/**
 * State of a settlement that a partner owes. `reported`: settled by a report without figures; `overdue`: expected
 * and not confirmed, and its day is over in the zone of the route; `ended`: failed or cancelled.
 */
export const SETTLEMENT_STATES = ['confirmed', 'reported', 'expected', 'overdue', 'returned', 'ended'] as const;
export type SettlementState = (typeof SETTLEMENT_STATES)[number];

/** Query of what the calling partner owes on a day. Source: docs/GAPS.md#settlements */
export const OwnSettlementsQuery = z.object({
  date: CalendarDate.meta({ description: 'Day on which it was expected, or settled, in the zone of the route' }),
  state: z.enum(SETTLEMENT_STATES).optional(),
  currency: Currency.optional().meta({ description: 'Only payments in this currency' }),
  format: z.enum(['json', 'csv']).default('json').meta({ description: 'csv: all lines in one file' }),
  limit: ListLimit,
  cursor: Cursor,
});

/** The same of a partner that is named. */
export const SettlementsQuery = OwnSettlementsQuery.extend({
  partner: z.string().min(1).max(64).meta({ description: 'Id of the partner' }),
});

/** One payment of a partner on a day. Source: docs/GAPS.md#settlements */
export const SettlementLine = z
  .object({
    instructionId: z.string(),
    environment: z.enum(['test', 'live']),
    account: z.object({ id: z.string(), name: z.string() }),
    clientReference: z.string().nullable(),
    partnerReference: z.string().nullable(),
    bankReference: z.string().nullable(),
    settlementReference: z.string().nullable(),
    amount: z.number(),
    currency: z.string(),
    status: z.enum(PAYMENT_STATUSES),
    state: z.enum(SETTLEMENT_STATES).meta({
      description:
        'reported: settled by a report without figures; overdue: expected and not confirmed, its day is over; ' +
        'ended: failed or cancelled',
    }),
    expectedSettlementDate: z.string(),
    settledAt: z.string().nullable(),
    actualAmount: z.number().nullable(),
    actualCurrency: z.string().nullable(),
    reconciliation: z.enum(RECONCILIATION_STATUSES).nullable(),
    statement: z
      .enum(['confirmed', 'contradicted'])
      .nullable()
      .meta({ description: 'Verdict of bank statements on it' }),
  })
  .meta({ id: 'SettlementLine' });

/** The same as the partner sees it, without what is its client's. */
export const OwnSettlementLine = SettlementLine.omit({ environment: true, account: true, clientReference: true })
  .extend({
    shortfall: z.number().nullable().meta({
      description:
        'By how much the confirmed amount is below the instructed one; null while unconfirmed, and in another currency',
    }),
  })
  .meta({ id: 'OwnSettlementLine' });

const PAGE = {
  nextCursor: z.string().nullable(),
  totals: z
    .array(z.object({ currency: z.string(), state: z.enum(SETTLEMENT_STATES), count: z.int(), amount: z.number() }))
    .meta({ description: 'Of the whole day, regardless of page and filters' }),
};

/** One page of what a partner owes on a day, with the totals of the day. */
export const SettlementsPage = z.object({ items: z.array(SettlementLine), ...PAGE });

/** The same as the partner sees it. */
export const OwnSettlementsPage = z.object({ items: z.array(OwnSettlementLine), ...PAGE });
