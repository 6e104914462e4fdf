import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as statuses from '../../domain/payments/instruction/status';

const ROOT = path.join(__dirname, '..', '..');
const KNOWN: readonly string[] = statuses.PAYMENT_STATUSES;
const SETS = Object.values(statuses)
  .filter((value): value is readonly statuses.PaymentStatus[] => Array.isArray(value))
  .map((set) => [...set].sort().join(', '));

/** @returns lists in SQL of two payment statuses or more, such as `'failed', 'cancelled'` */
function listsOf(text: string): string[][] {
  return [...text.matchAll(/in \(((?:'[a-z]+'(?:, )?){2,})\)/g)]
    .map(([, list = '']) => [...list.matchAll(/'([a-z]+)'/g)].map(([, status = '']) => status))
    .filter((list) => list.every((status) => KNOWN.includes(status)));
}

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => path.join(folder, name));
}

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

describe('a set of payment statuses', () => {
  it('is written in no statement: isOneOfSql and isOpenSql make it', () => {
    const written = filesIn('db', /\.ts$/).filter((file) => listsOf(read(file)).length > 0);
    expect(written).toEqual([]);
  });

  it('is a set of the domain wherever the schema has one', () => {
    const lists = filesIn('db/schema', /(payments|reports|invariants)\.sql$/).flatMap((file) => listsOf(read(file)));
    expect(lists.length).toBeGreaterThan(4);
    const unknown = lists.map((list) => [...list].sort().join(', ')).filter((list) => !SETS.includes(list));
    // Proof that a partner has the payment: it works on it, or has paid.
    expect([...new Set(unknown)]).toEqual(['accepted, processing, returned, settled, submitted']);
  });
});
