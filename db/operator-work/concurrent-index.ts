import type { Knex } from 'knex';
import type { Say } from '../database';
import { every } from '../../lib/every';

/** An index as `create index` names its parts; the texts are SQL. */
export interface IndexDefinition {
  name: string;
  table: string;
  /** Columns or expressions, such as `account_id, (coalesce(sequence, 0)), id`. */
  on: string;
  /** Condition of a partial index. */
  where?: string;
  unique?: boolean;
  /** Access method; `btree` when absent. */
  using?: string;
}

const SAY_EVERY_MS = 10_000;

type Rows = Record<string, unknown>[];
type Raw = (sql: string, bindings?: readonly string[]) => Promise<Rows>;

/** Runs work on one connection, so that session settings apply to its later statements. */
async function onOneConnection(builder: Knex, work: (raw: Raw) => Promise<void>): Promise<void> {
  // knex types its client as any.
  const client = builder.client as { acquireConnection(): Promise<unknown>; releaseConnection(of: unknown): unknown };
  const connection = await client.acquireConnection();
  try {
    await work(async (sql, bindings = []) => {
      const result = (await builder.raw(sql, [...bindings]).connection(connection)) as { rows: Rows };
      return result.rows;
    });
  } finally {
    await client.releaseConnection(connection);
  }
}

/** Whether an index is absent, valid, or left invalid by a build that was killed. */
async function indexState(raw: Raw, { name, table }: IndexDefinition): Promise<'absent' | 'invalid' | 'valid'> {
  const [index] = await raw(
    `select indisvalid and indisready as is_valid from pg_index
     where indexrelid = to_regclass(?) and indrelid = to_regclass(?)`,
    [name, table],
  );
  if (index === undefined) return 'absent';
  return index['is_valid'] === true ? 'valid' : 'invalid';
}

function createSql({ name, table, on, where, unique = false, using = 'btree' }: IndexDefinition): string {
  const condition = where === undefined ? '' : ` where ${where}`;
  return `create ${unique ? 'unique ' : ''}index concurrently ${name} on ${table} using ${using} (${on})${condition}`;
}

/**
 * Prints at intervals how far the build is, and which transaction it waits for.
 * @returns a function that stops it
 */
function printProgress(builder: Knex, { name, table }: IndexDefinition, say: Say): () => void {
  return every(
    SAY_EVERY_MS,
    async () => {
      const { rows } = await builder.raw<{
        rows: { phase: string; percent: string | null; pid: number | null }[];
      }>(
        `select phase, blocks_done * 100 / nullif(blocks_total, 0) as percent, nullif(current_locker_pid, 0) as pid
         from pg_stat_progress_create_index where relid = to_regclass(?)`,
        [table],
      );
      for (const { phase, percent, pid } of rows) {
        const share = percent === null ? '' : `, ${percent} %`;
        say(`Index ${name}: ${phase}${pid === null ? share : ` (process ${pid} of Postgres)`}`);
      }
    },
    () => undefined,
  );
}

/**
 * Builds an index while others write to the table. It is safe to repeat: a valid index stays; an invalid one that a
 * killed build has left is dropped and built again. The build waits for older transactions without blocking the table,
 * and therefore without the lock time-out of operators.
 * @param builder outside of a transaction: the migration has `transaction: false` in db/migrations/index.ts
 * Source: PostgreSQL documentation, "Building Indexes Concurrently"
 */
export async function createIndexConcurrently(
  builder: Knex,
  index: IndexDefinition,
  say: Say = () => undefined,
): Promise<void> {
  if (builder.isTransaction === true) {
    throw new Error(
      `${index.name} cannot be built concurrently in a transaction; its migration needs transaction: false.`,
    );
  }
  await onOneConnection(builder, async (raw) => {
    const state = await indexState(raw, index);
    if (state === 'valid') return;
    const stop = printProgress(builder, index, say);
    await raw('set lock_timeout = 0');
    try {
      if (state === 'invalid') await raw(`drop index concurrently ${index.name}`);
      await raw(createSql(index));
    } finally {
      stop();
      // A connection that cannot do even that is broken, and what broke it is thrown.
      await raw('reset lock_timeout').catch(() => undefined);
    }
  });
}
