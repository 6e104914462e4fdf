import type { ListPage } from '../../../domain/list-order';
import type {
  StatementBalance,
  StatementEntry,
  StatementVerdict,
} from '../../../domain/payments/settlement/statement-entry';
import type { Queryable } from '../../database';
import { inOrder } from '../../list-order';

/** A statement with what its entries say, counted. */
export interface StatementRow {
  id: string;
  partnerId: string;
  partnerName: string;
  message: string;
  messageId: string;
  importedAt: Date;
  balances: StatementBalance[];
  total: number;
  confirmed: number;
  contradicted: number;
  notBooked: number;
  unmatched: number;
  /** Entries that have not been compared yet. */
  open: number;
}

const STATEMENTS = `
  select s.id, s.partner_id as "partnerId", p.name as "partnerName", s.message, s.message_id as "messageId",
    s.imported_at as "importedAt", s.balances, e.total, e.confirmed, e.contradicted, e."notBooked", e.unmatched, e.open
  from payment_statements s join partners p on p.id = s.partner_id
  cross join lateral (
    select count(*)::int as total, count(*) filter (where verdict is null)::int as open,
      count(*) filter (where verdict = 'confirmed')::int as confirmed,
      count(*) filter (where verdict = 'contradicted')::int as contradicted,
      count(*) filter (where verdict = 'not_booked')::int as "notBooked",
      count(*) filter (where verdict = 'unmatched')::int as unmatched
    from statement_entries where statement_id = s.id) e`;

/** @returns the statement, or null when there is none of that id */
export async function readStatement(database: Queryable, id: string): Promise<StatementRow | null> {
  const [row] = await database.query<StatementRow & Record<string, unknown>>(`${STATEMENTS} where s.id = $1`, [id]);
  return row ?? null;
}

/** @returns one page of statements, perhaps those of one partner */
export function listStatements(
  database: Queryable,
  { partnerId, after, order, limit }: ListPage & { partnerId?: string | undefined },
): Promise<StatementRow[]> {
  const { beyond, direction } = inOrder(order);
  return database.query<StatementRow & Record<string, unknown>>(
    `${STATEMENTS} where ($1::text is null or s.partner_id = $1) and ($2::text is null or s.id ${beyond} $2)
     order by s.id ${direction} limit $3`,
    [partnerId ?? null, after ?? null, limit],
    'for_values',
  );
}

/** An entry of a bank statement with its verdict. */
export interface JudgedEntry extends Omit<StatementEntry, 'amount' | 'currency' | 'direction'> {
  /** Its place in the file, from 1, as text. */
  id: string;
  /** Null where the entry cannot be used. */
  amount: string | null;
  currency: string | null;
  direction: StatementEntry['direction'] | null;
  /** Why the entry cannot be used; null where it can. */
  fault: string | null;
  /** Null while it has not been compared. */
  verdict: StatementVerdict | null;
  instructionId: string | null;
}

/** @returns entries of a statement in the order of the file, after a place */
export async function listJudgedEntries(
  database: Queryable,
  statementId: string,
  page: { verdict?: StatementVerdict | undefined; after?: string | undefined; limit?: number } = {},
): Promise<JudgedEntry[]> {
  const { verdict, after, limit } = page;
  const rows = await database.query<{
    id: string;
    entry: StatementEntry & { fault?: string };
    verdict: StatementVerdict | null;
    instructionId: string | null;
  }>(
    `select position::text as id, entry, verdict, instruction_id as "instructionId" from statement_entries
     where statement_id = $1 and ($2::text is null or verdict = $2) and position > $3 order by position limit $4`,
    [statementId, verdict ?? null, Number(after ?? 0), limit ?? null],
  );
  return rows.map(({ entry, ...row }) => ({ fault: null, ...entry, ...row }));
}
