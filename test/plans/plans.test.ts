import { Client } from 'pg';
import { filledDatabase } from './filled-database';
import { measure, type Total } from './judge';
import { PASSED_OVER, readSample, type Measured, type Sample } from './sample';
import { nameOf, STATEMENTS } from './statements';

/** Enough that an end-to-end read of a table, or of its primary key, stands out; made within seconds. */
const PAYMENTS = 20_000;
/** Tables of which each payment writes rows, and changes them: an index without a reader is a cost alone. */
const HOT_TABLES = ['payment_instructions', 'deliveries', 'dispatches', 'partner_reports', 'events'];

let url: string;
let sample: Sample;

beforeAll(async () => {
  url = await filledDatabase(PAYMENTS);
  sample = await readSample(url);
});

const totals = new Map<Measured, Promise<Total>>();

function totalOf(entry: Measured): Promise<Total> {
  const known = totals.get(entry) ?? measure(url, entry, sample);
  totals.set(entry, known);
  return known;
}

describe('a statement at its tenth execution', () => {
  it.each(STATEMENTS.map((entry) => [nameOf(entry), entry] as const))('%s reads little', async (_name, entry) => {
    const { blocks, passedOver } = await totalOf(entry);
    expect(blocks).toBeLessThanOrEqual(entry.blocks);
    expect(passedOver).toBeLessThanOrEqual(entry.passedOver ?? PASSED_OVER);
  });
});

describe('an index of a table that each payment changes', () => {
  it('has a statement that reads it, or keeps something unique', async () => {
    const readers = new Map<string, string>();
    for (const entry of STATEMENTS) {
      const { indexes } = await totalOf(entry);
      for (const index of indexes) readers.set(index, nameOf(entry));
    }
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index
       where indrelid = any ($1::regclass[]) and not indisunique order by 1`,
      [HOT_TABLES],
    );
    await client.end();
    expect(rows.map(({ name }) => name).filter((name) => !readers.has(name))).toEqual([]);
  });
});
