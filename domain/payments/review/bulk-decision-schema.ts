import { z } from 'zod';
import { Currency, Cursor, ListLimit, optional, pathId, Timestamp, NotesShape } from '../../schema-tools';
import { ENVIRONMENTS } from '../../auth/tenant';
import { BULK_DECISIONS, BULK_STATES, BULK_STATUSES, MAX_BULK_PAYMENTS } from './bulk-decision';
import { MAX_REASON, WAITING_FILTERS } from './operator-schema';

const Filter = z
  .object({
    waiting: z.enum(WAITING_FILTERS).meta({ description: 'As in the list of payments that wait' }),
    environment: optional(z.enum(ENVIRONMENTS)),
    partner: optional(z.string().max(64)).meta({ description: 'Id of the partner' }),
    listEntry: optional(z.string().min(1).max(200)).meta({
      description: 'Of holds: an entry of a watch list that the newest screening found',
    }),
  })
  .meta({ id: 'BulkDecisionFilter' });

const ShownFilter = z
  .object({
    waiting: z.enum(WAITING_FILTERS),
    environment: z.enum(ENVIRONMENTS).nullable(),
    partner: z.string().nullable(),
    listEntry: z.string().nullable(),
  })
  .meta({ id: 'BulkDecisionFilterShown' });

/** One decision about all payments that have something in common. Source: docs/GAPS.md#bulk-decisions */
export const BulkDecisionRequest = z
  .object({
    decision: z.enum(BULK_DECISIONS).meta({
      description:
        'release, reject: of holds; try_now: send or ask at once; give_up: no partner has them, and they are not tried again',
    }),
    reason: z.string().trim().min(1).max(MAX_REASON).meta({ description: 'Kept in the audit log of each payment' }),
    filter: Filter,
  })
  .meta({ id: 'BulkDecisionRequest' });

/** The path of one bulk decision. */
export const BulkDecisionParams = z.object({ bulkDecisionId: pathId('bulkDecision') });

/** Why a bulk decision is stopped. */
export const StopRequest = z.object({ reason: z.string().trim().min(1).max(MAX_REASON) });

/** A page of the payments of a bulk decision, perhaps of those in one state. */
export const BulkPaymentQuery = z.object({ state: z.enum(BULK_STATES).optional(), limit: ListLimit, cursor: Cursor });

const Count = z.int().nonnegative();

const SUMMARY = {
  bulkDecisionId: z.string(),
  decision: z.enum(BULK_DECISIONS),
  reason: z.string(),
  filter: ShownFilter,
  status: z.enum(BULK_STATUSES).meta({ description: 'prepared: nothing is decided before it is started' }),
  preparedBy: z.string(),
  decidedBy: z.string().nullable().meta({ description: 'Who started it, and decides' }),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  stoppedBecause: z.string().nullable(),
};

/** A bulk decision in a list. */
export const ListedBulkDecision = z.object(SUMMARY).meta({ id: 'ListedBulkDecision' });

/** A bulk decision with what it is about and how far it is. */
export const BulkDecisionShape = z
  .object({
    ...SUMMARY,
    hasMore: z.boolean().meta({
      description: `Whether more payments have this in common than the ${MAX_BULK_PAYMENTS} oldest, which it is about`,
    }),
    counts: z.object({
      total: Count,
      waiting: Count,
      decided: Count,
      proposed: Count.meta({ description: 'Releases that wait for a second person' }),
      refused: Count.meta({ description: 'Payments that the decision did not fit any more' }),
      skipped: Count.meta({ description: 'Payments that waited when it was stopped' }),
    }),
    amounts: z
      .array(z.object({ currency: Currency, payments: Count, amount: z.number() }))
      .meta({ description: 'Sums of all its payments, in major units' }),
    ...NotesShape,
  })
  .meta({ id: 'BulkDecision' });

/** What became of one payment. */
export const BulkPayment = z
  .object({
    instructionId: z.string(),
    state: z.enum(BULK_STATES),
    fault: z.string().nullable().meta({ description: 'Why it was refused' }),
  })
  .meta({ id: 'BulkDecisionPayment' });
