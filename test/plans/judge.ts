import { Client } from 'pg';
import { observe } from './observe';
import type { Measured, Sample } from './sample';

/** What all statements of an entry cost together at their tenth execution. */
export interface Total {
  blocks: number;
  passedOver: number;
  milliseconds: number;
  rows: number;
  /** Rows that were found in tables; those passed over are not among them. */
  found: number;
  scanned: string[];
  indexes: string[];
}

const WRITES = /\b(insert into|update|delete from)\b/i;

/**
 * What was written and rolled back leaves pages of which Postgres does not know that all may see them: a statement that
 * an index alone answers would look at their rows, too.
 */
async function tidy(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`vacuum ${[...GROWING].join(', ')}`);
  } finally {
    await client.end();
  }
}

/** Tables that grow with use; whichever of them is small may be read from end to end. */
const GROWING = new Set([
  'audit_log',
  'deliveries',
  'delivery_attempts',
  'dispatches',
  'documents',
  'events',
  'idempotency_keys',
  'partner_reports',
  'payment_instructions',
  'reconciliation_cases',
  'screenings',
  'shipments',
  'status_history',
]);

export async function measure(url: string, entry: Measured, sample: Sample): Promise<Total> {
  const costs = await observe(url, (database) => entry.run(database, sample));
  if (costs.some(({ text }) => WRITES.test(text))) await tidy(url);
  const sumOf = (number: 'blocks' | 'passedOver' | 'milliseconds' | 'rows' | 'found'): number =>
    costs.reduce((sum, cost) => sum + cost[number], 0);
  return {
    blocks: sumOf('blocks'),
    passedOver: sumOf('passedOver'),
    milliseconds: sumOf('milliseconds'),
    rows: sumOf('rows'),
    found: sumOf('found'),
    scanned: costs.flatMap(({ scanned }) => scanned).filter((table) => GROWING.has(table)),
    indexes: costs.flatMap(({ indexes }) => indexes),
  };
}
