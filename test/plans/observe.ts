import { prepareValue } from 'pg/lib/utils';
import { openDatabase, type Database, type Planning, type Queryable } from '../../db/database';

/** What one execution of a statement cost Postgres. */
export interface Cost {
  text: string;
  /** Blocks of 8 kB that it looked at, cached or not; those of triggers and foreign keys are not among them. */
  blocks: number;
  milliseconds: number;
  /** Rows that it answered with, or wrote. */
  rows: number;
  /** Rows that were found in tables, to be answered with or counted. */
  found: number;
  /** Rows that were read and thrown away: of a list that has an index they are few. */
  passedOver: number;
  /** Tables that were read from end to end. */
  scanned: string[];
  /** Indexes that were read. */
  indexes: string[];
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Actual Loops': number;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

interface Explained {
  'QUERY PLAN': { Plan: PlanNode; 'Execution Time': number }[];
}

/** Postgres may go over to a plan for all values at the sixth execution of a prepared statement; by the tenth it has. */
const ROUNDS = 10;

class RolledBack extends Error {}

function scannedBy(node: PlanNode): string[] {
  const here = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [];
  return [...here, ...(node.Plans ?? []).flatMap(scannedBy)];
}

function indexesOf(node: PlanNode): string[] {
  return [...(node['Index Name'] === undefined ? [] : [node['Index Name']]), ...(node.Plans ?? []).flatMap(indexesOf)];
}

function foundBy(node: PlanNode): number {
  const found = node['Node Type'].endsWith('Scan') && node['Relation Name'] !== undefined ? node['Actual Rows'] : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + foundBy(child), found * node['Actual Loops']);
}

function passedOverBy(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node.Plans ?? []).reduce((sum, child) => sum + passedOverBy(child), removed * node['Actual Loops']);
}

function literal(value: unknown): string {
  const prepared = prepareValue(value);
  if (prepared === null || prepared === undefined) return 'null';
  const text = Buffer.isBuffer(prepared) ? `\\x${prepared.toString('hex')}` : prepared;
  return `'${text.replaceAll("'", "''")}'`;
}

/** Explains a statement as the product has prepared it on this connection, or with its values where it has not. */
async function explain(client: Queryable, text: string, values: unknown[]): Promise<Cost> {
  const [prepared] = await client.query<{ name: string }>(
    'select name from pg_prepared_statements where statement = $1',
    [text],
  );
  const how = 'explain (analyze, buffers, format json)';
  const execute = `execute "${prepared?.name}" ${values.length === 0 ? '' : `(${values.map(literal).join(', ')})`}`;
  const [row] =
    prepared === undefined
      ? await client.query<Explained>(`${how} ${text}`, values)
      : await client.query<Explained>(`${how} ${execute}`);
  const [explained] = row?.['QUERY PLAN'] ?? [];
  if (explained === undefined) throw new Error(`there is no plan of ${text}`);
  const { Plan: plan } = explained;
  return {
    text,
    blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    milliseconds: explained['Execution Time'],
    rows: plan['Actual Rows'],
    found: foundBy(plan),
    passedOver: passedOverBy(plan),
    scanned: scannedBy(plan),
    indexes: indexesOf(plan),
  };
}

/** One connection, in a transaction that is rolled back; what would run side by side runs one after the other. */
class ObservedDatabase {
  private last: Promise<unknown> = Promise.resolve();
  readonly costs: Cost[] = [];
  isExplaining = false;

  constructor(private readonly client: Queryable) {}

  /** In a savepoint: the product goes on after a fault, such as a key that is taken. */
  private async run<Row extends object>(text: string, values: unknown[], planning?: Planning): Promise<Row[]> {
    // A single statement runs on a connection that keeps its plans. Source: db/connections.ts
    await this.client.query(`set local plan_cache_mode = ${planning === 'for_values' ? 'auto' : 'force_generic_plan'}`);
    await this.client.query('savepoint observed');
    try {
      if (this.isExplaining) {
        this.costs.push(await explain(this.client, text, values));
        await this.client.query('rollback to savepoint observed');
      }
      return await this.client.query<Row>(text, values, planning);
    } catch (fault) {
      await this.client.query('rollback to savepoint observed');
      throw fault;
    }
  }

  query<Row extends object>(text: string, values: unknown[] = [], planning?: Planning): Promise<Row[]> {
    const result = this.last.then(() => this.run<Row>(text, values, planning));
    this.last = result.catch(() => undefined);
    return result;
  }
}

/**
 * Runs something ten times on one connection, each time from the same state of the database, which stays as it is.
 * @param work given the database whose statements are observed
 * @returns the costs of its statements at the tenth time, in the order in which they ran
 */
export async function observe(url: string, work: (database: Database) => Promise<unknown>): Promise<Cost[]> {
  const connection = openDatabase(url, 1);
  try {
    let costs: Cost[] = [];
    const pass = async (round: number): Promise<void> => {
      const attempt = connection.transaction(async (client) => {
        const observed = new ObservedDatabase(client);
        observed.isExplaining = round === ROUNDS;
        const query: Queryable['query'] = (text, values, planning) => observed.query(text, values, planning);
        await work({ ...connection, query, transaction: (inner) => inner({ query }) });
        costs = observed.costs;
        throw new RolledBack();
      });
      await attempt.catch((fault: unknown) => {
        if (!(fault instanceof RolledBack)) throw fault;
      });
    };
    for (let round = 1; round <= ROUNDS; round += 1) await pass(round);
    return costs;
  } finally {
    await connection.close();
  }
}
