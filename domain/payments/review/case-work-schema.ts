import { z } from 'zod';
import { Timestamp, NotesShape } from '../../schema-tools';

/** Characters of a note; in any script they fit into a form of the console. */
export const MAX_NOTE = 1_500;
/** Notes about one payment: more would be a log of something else. */
export const MAX_NOTES = 100;

/** Which payments of a list are meant by who works on them. */
export const ASSIGNED_FILTERS = ['mine', 'unassigned'] as const;
export type AssignedFilter = (typeof ASSIGNED_FILTERS)[number];

/** What an operator notes about a payment. Source: docs/GAPS.md#case-work */
export const NoteRequest = z
  .object({
    note: z
      .string()
      .max(MAX_NOTE)
      .regex(/\S/, 'must not be blank')
      .meta({ description: 'For operators; the account never sees it. Erased with the payment' }),
  })
  .meta({ id: 'PaymentNoteRequest' });

/** Answer to a note; the words are not repeated. */
export const NoteReceipt = z
  .object({ instructionId: z.string(), noteId: z.string(), notedBy: z.string(), notedAt: Timestamp, ...NotesShape })
  .meta({ id: 'PaymentNoteReceipt' });

/** A note as operators read it. */
export const NoteShape = z
  .object({
    noteId: z.string(),
    notedBy: z.string().meta({ description: 'Email address of the person; a command by user and host' }),
    notedAt: Timestamp,
    note: z.string().nullable().meta({ description: 'Null once the payment was erased' }),
  })
  .meta({ id: 'PaymentNote' });

/** How an operator takes a payment. */
export const AssignmentRequest = z
  .object({
    takeOver: z.boolean().default(false).meta({ description: 'true: also from the operator who has it' }),
  })
  .meta({ id: 'PaymentAssignmentRequest' });

/** Who works on a payment. Source: docs/GAPS.md#case-work */
export const AssignmentShape = z
  .object({
    person: z.object({ id: z.string(), email: z.string() }),
    since: Timestamp,
  })
  .meta({
    id: 'PaymentAssignment',
    description: "The operator who works on it; the assignment restricts no one else's actions",
  });
