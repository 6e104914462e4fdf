import { z } from 'zod';
import { Cursor, cursorSchema, ListLimit, pathId } from '../../schema-tools';
import { STATEMENT_VERDICTS } from './statement-entry';

const PartnerId = z.string().min(1).meta({ description: 'Id of the partner whose payments the bank made' });

/** Path of one statement. */
export const StatementParams = z.object({ statementId: pathId('statement') });
/** Query of an import: the file itself is the body. */
export const StatementImportQuery = z.object({ partner: PartnerId });
/** Query of the list of statements. */
export const StatementsQuery = z.object({ partner: PartnerId.optional(), limit: ListLimit, cursor: Cursor });
/** Query of the entries of one statement. */
export const StatementEntriesQuery = z.object({
  verdict: z.enum(STATEMENT_VERDICTS).optional(),
  limit: ListLimit,
  cursor: cursorSchema(/^\d{1,9}$/),
});

const StatementBalanceShape = z
  .object({
    type: z.string().meta({ description: 'Code of ISO 20022, such as `CLBD` for the closing balance' }),
    amount: z.number().meta({ description: 'Below 0 where the account is overdrawn' }),
    currency: z.string(),
    on: z.string().nullable().meta({ description: 'Calendar date' }),
  })
  .meta({ id: 'BankStatementBalance' });

/** A bank statement that was imported, and what its entries say. Source: docs/GAPS.md#statements */
export const StatementShape = z
  .object({
    id: z.string(),
    partner: z.object({ id: z.string(), name: z.string() }),
    message: z.string().meta({ description: 'camt.052, camt.053 or camt.054' }),
    messageId: z.string().meta({ description: 'As the bank calls the message' }),
    importedAt: z.string(),
    balances: z.array(StatementBalanceShape).meta({ description: 'In the order of the file' }),
    state: z
      .enum(['comparing', 'compared'])
      .meta({ description: 'comparing: some entries have no verdict yet; ask again' }),
    entries: z.object({
      total: z.int(),
      confirmed: z.int(),
      contradicted: z.int(),
      notBooked: z.int(),
      unmatched: z.int(),
      open: z.int().meta({ description: 'Not compared yet' }),
    }),
  })
  .meta({ id: 'BankStatement' });

/** One movement of a statement. */
export const StatementEntryShape = z
  .object({
    position: z.int().meta({ description: 'Place in the file, from 1' }),
    line: z.int().meta({ description: 'Line of the file at which it begins' }),
    references: z.array(z.string()),
    amount: z.number().nullable().meta({ description: 'Null where the entry cannot be used; so may be the next two' }),
    currency: z.string().nullable(),
    direction: z.enum(['debit', 'credit']).nullable().meta({ description: 'debit: money went out' }),
    isBooked: z.boolean(),
    isReturn: z.boolean().meta({ description: 'Whether the bank marks it as a return' }),
    isReversal: z.boolean().meta({ description: 'Whether the bank takes back a booking, without calling it a return' }),
    reasonCode: z.string().nullable().meta({ description: 'Why it came back' }),
    bookedOn: z.string().nullable(),
    verdict: z
      .enum(STATEMENT_VERDICTS)
      .nullable()
      .meta({
        description:
          'contradicted opens a case; unmatched: no reference names a payment of the partner, or they name several, and no ' +
          'reference of the payee is of one payment alone; null: not compared yet',
      }),
    instructionId: z.string().nullable(),
    reason: z.string().nullable().meta({ description: 'Why the entry cannot be used; null where it can' }),
  })
  .meta({ id: 'BankStatementEntry' });
