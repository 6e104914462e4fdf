import { z } from 'zod';
import { PAYMENT_STATUSES } from '../instruction/status';
import { ApprovalRequest, GivenShape } from '../review/approval-schema';
import { ListLimit, cursorSchema, optional, pathId, printable, NotesShape } from '../../schema-tools';
import { BATCH_MODES, BATCH_STATUSES, MAX_ITEMS, ROW_STATES } from './status';

/** Path parameter of a batch. */
export const BatchParams = z.object({ batchId: pathId('batch') });

/** What people call a batch. */
const BatchName = printable(140).meta({ description: 'For people; shown in lists' });
/** What a fault of a row refuses. */
const BatchModeSchema = z.enum(BATCH_MODES).meta({
  description: '`all_or_nothing`: any fault refuses the whole batch; `valid_only`: rows at fault are refused alone',
});

/** What a batch says for rows without it; each row is judged with it. */
const Purpose = z
  .union([z.string(), z.looseObject({ code: z.string() })])
  .meta({ description: 'Purpose of the rows without their own: as in a creation, or its code alone' });
const ValueDate = z.string().meta({ description: 'Value date of the rows without their own' });
const OfFile = {
  purpose: optional(z.string().meta({ description: 'Code of the purpose of rows without their own' })),
  valueDate: optional(ValueDate),
};

/** Body of `POST /api/v1/payments/batches`. Each item is judged by itself, so that all faults are named by row. */
export const BatchRequest = z.object({
  name: optional(BatchName),
  mode: BatchModeSchema,
  purpose: optional(Purpose),
  valueDate: optional(ValueDate),
  debtor: optional(z.looseObject({}).meta({ description: 'Debtor of the rows without their own, as in a creation' })),
  items: z
    .array(z.unknown())
    .min(1)
    .max(MAX_ITEMS)
    .meta({
      description: `Payments, each as the body of a creation; at most ${MAX_ITEMS}`,
      override: { items: { $ref: '#/components/schemas/PaymentInstructionRequest' } },
    }),
});

/** What the body of JSON says, in the query of a file; a form may say it in its parts. */
export const BatchFileQuery = z.object({ mode: optional(BatchModeSchema), name: optional(BatchName), ...OfFile });

/** The same once it is put together. */
export const BatchHead = z.object({ mode: BatchModeSchema, name: optional(BatchName), ...OfFile });

/** @returns whether a file of a batch is XML: every message of a bank begins with a tag, and no CSV can */
export function isXmlFile(bytes: Buffer): boolean {
  // Latin 1 shows the marks of UTF-8 and UTF-16 and the zero bytes of the latter as characters to pass over.
  return bytes
    .subarray(0, 64)
    .toString('latin1')
    .replace(/[\0\xef\xbb\xbf\xfe\xff]/g, '')
    .trimStart()
    .startsWith('<');
}

const Fault = z.object({ field: z.string(), code: z.string(), message: z.string() }).meta({ id: 'BatchRowFault' });

const RefusedRow = z
  .object({
    row: z.int().meta({ description: 'Place in the batch, from 0; of a file, its row without the header' }),
    faults: z.array(Fault),
  })
  .meta({ id: 'RefusedBatchRow' });

const Counts = z
  .object({
    total: z.int(),
    waiting: z.int().meta({ description: 'Not made yet' }),
    made: z.int(),
    refused: z.int(),
    cancelled: z.int().meta({ description: 'Not made, since the batch was cancelled' }),
    failed: z.int().meta({ description: 'Not made, by a fault of the service; `retry` makes them' }),
  })
  .meta({ id: 'BatchCounts' });

const SUMMARY = {
  batchId: z.string(),
  name: z.string().nullable(),
  mode: z.enum(BATCH_MODES),
  status: z.enum(BATCH_STATUSES),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  counts: Counts,
};

/** A batch in a list. */
export const ListedBatch = z.object(SUMMARY).meta({ id: 'ListedPaymentBatch' });

/** Body of a decision about a batch. */
export const BatchApprovalRequest = z
  .object({
    hash: ApprovalRequest.shape.hash.meta({ description: '`approval.hash` of the batch as the member has read it' }),
    decision: ApprovalRequest.shape.decision.meta({ description: 'A rejection cancels what is not sent' }),
    comment: ApprovalRequest.shape.comment,
  })
  .meta({ id: 'BatchApprovalRequest' });

/** The approvals of a batch as one thing. */
const BatchApprovalShape = z
  .object({
    hash: z.string().meta({
      description: 'SHA-256 of the RFC 8785 form of the list of the hashes of its payments, in the order of their rows',
    }),
    needed: z.int().meta({ description: 'How many different members have to approve it' }),
    given: z.array(GivenShape).meta({ description: 'The approvals, the first one first' }),
    rejected: GivenShape.nullable().meta({ description: 'Who rejected it' }),
    expiresAt: z.string().meta({ description: 'When the first payment is cancelled unless it has its approvals' }),
    payments: z.int().meta({ description: 'How many payments the hash covers' }),
    totals: z.array(z.object({ currency: z.string(), amount: z.number() }).meta({ id: 'BatchTotal' })),
  })
  .meta({ id: 'BatchApproval' });

/** One batch. Source: docs/GAPS.md#P18 */
export const Batch = z
  .object({
    ...SUMMARY,
    byStatus: z.partialRecord(z.enum(PAYMENT_STATUSES), z.int()).meta({ description: 'Its payments by their status' }),
    refused: z.array(RefusedRow).meta({ description: 'The first 1,000 refused rows; the list of rows has all' }),
    awaitingApproval: z.int().meta({ description: 'How many of its payments wait for approvals' }),
    approval: BatchApprovalShape.nullable().meta({
      description: 'Once its payments are made and where all of them need approvals: those of the batch as one thing',
    }),
    ...NotesShape,
  })
  .meta({ id: 'PaymentBatch' });

/** A row of a batch. */
export const BatchRow = z
  .object({
    row: z.int(),
    state: z.enum(ROW_STATES),
    instructionId: z.string().nullable(),
    faults: z.array(Fault),
  })
  .meta({ id: 'PaymentBatchRow' });

/** Which rows of a batch are listed. */
export const BatchRowQuery = z.object({
  state: z.enum(ROW_STATES).optional(),
  limit: ListLimit,
  cursor: cursorSchema(/^bat_[0-9a-z]{26}:\d{5}$/),
});
