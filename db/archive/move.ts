import type { Queryable } from '../database';

const PAYMENTS = 'payment_instructions';

/** Names of the columns of each table that moves, as a list in SQL. */
async function readColumns(database: Queryable): Promise<{ table: string; columns: string }[]> {
  return database.query<{ table: string; columns: string }>(
    `select c.relname as "table", string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relname = any(archived_tables())
     group by c.relname`,
    [],
    'for_values',
  );
}

export interface Move {
  from: 'public' | 'archive';
  to: 'public' | 'archive';
  /** A CTE, or several, of which the last is `chosen (id)`: the payments that move, locked. */
  chosenSql: string;
  values: unknown[];
}

/**
 * Moves payments, with everything that refers to them, in one statement: each is in one of the two places at any moment, and
 * none is in both.
 * @returns how many payments
 */
export async function movePayments(database: Queryable, { from, to, chosenSql, values }: Move): Promise<number> {
  const tables = await readColumns(database);
  const parts = tables.map(({ table, columns }) => {
    const id = table === PAYMENTS ? 'id' : 'instruction_id';
    return `
  gone_${table} as (
    delete from ${from}.${table} where ${id} = any(array(select id from chosen)) returning ${columns}),
  kept_${table} as (
    insert into ${to}.${table} (${columns}) overriding system value select ${columns} from gone_${table})`;
  });
  const [moved] = await database.query<{ count: number }>(
    `with recursive ${chosenSql}, ${parts.join(',')}
     select count(*)::integer as count from gone_${PAYMENTS}`,
    values,
    'for_values',
  );
  return moved?.count ?? 0;
}
