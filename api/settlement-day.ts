import { Readable } from 'node:stream';
import type { output } from 'zod';
import {
  listSettlementLines,
  sumSettlementLines,
  type SettlementDay,
  type SettlementLineRow,
} from '../db/payments/settlement/settlement-lines';
import type { OwnSettlementsQuery } from '../domain/payments/settlement/settlement-lines';
import { pageOf } from '../domain/schema-tools';
import { csvLine } from '../lib/csv';
import type { Reply } from './endpoint';
import type { Services } from './services';

type Query = output<typeof OwnSettlementsQuery>;

/** Lines of a file that are read from the database at a time. */
const FILE_PAGE = 500;

/** The lines of a day as one kind of reader sees them. */
export interface LineForm<Line> {
  view: (row: SettlementLineRow) => Line;
  /** Columns of the file, and what stands there. */
  columns: readonly string[];
  cellsOf: (line: Line) => Parameters<typeof csvLine>[0];
}

async function* fileOf<Line>(
  { database }: Pick<Services, 'database'>,
  day: SettlementDay,
  { state, currency }: Query,
  { view, columns, cellsOf }: LineForm<Line>,
): AsyncGenerator<string> {
  yield csvLine(columns);
  for (let after: string | undefined; ;) {
    const rows = await listSettlementLines(database, day, { state, currency, after, limit: FILE_PAGE });
    yield rows.map((row) => csvLine(cellsOf(view(row)))).join('');
    after = rows.at(-1)?.id;
    if (rows.length < FILE_PAGE) return;
  }
}

/**
 * What a partner was to settle on a day: a page with totals, or a file.
 * @param day `partnerId` of a partner that exists
 * Source: docs/GAPS.md#settlements
 */
export async function settlementDayReply<Line>(
  services: Pick<Services, 'database'>,
  { partnerId, now }: Omit<SettlementDay, 'date'>,
  query: Query,
  form: LineForm<Line>,
): Promise<Reply> {
  const { date, state, currency, format, limit, cursor: after } = query;
  const day = { partnerId, date, now };
  if (format === 'csv') {
    const name = `settlements-${partnerId.replace(/[^A-Za-z0-9_]/g, '-')}-${date}.csv`;
    const headers = {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${name}"`,
    };
    return { status: 200, headers, stream: Readable.from(fileOf(services, day, query, form)) };
  }
  const [rows, totals] = await Promise.all([
    listSettlementLines(services.database, day, { state, currency, after, limit: limit + 1 }),
    sumSettlementLines(services.database, day),
  ]);
  const { items, nextCursor } = pageOf(rows, limit);
  const sums = totals.map((total) => ({ ...total, amount: Number(total.amount) }));
  return { status: 200, data: { items: items.map(form.view), nextCursor, totals: sums } };
}
