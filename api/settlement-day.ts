import type { Readable } from 'node:stream';
import type { output } from 'zod';
import {
  listSettlementIds,
  listSettlementLines,
  readSettlementLines,
  sumSettlementLines,
  type SettlementDay,
  type SettlementLineRow,
} from '../db/payments/settlement/settlement-lines';
import type { OwnSettlementsQuery } from '../domain/payments/settlement/settlement-lines';
import { pageOf } from '../domain/schema-tools';
import { begunStream } from '../lib/begun-stream';
import { csvLine } from '../lib/csv';
import { AdmissionGate, admissionRefused } from './admission-gate';
import type { Reply } from './endpoint';
import type { Services } from './services';

type Query = output<typeof OwnSettlementsQuery>;

/** Lines of a file that are read from the database at a time. */
const FILE_PORTION = 500;

/** A file reads the whole day of a partner, which needs one at a time. */
const FILES = new AdmissionGate({ total: 4, perKey: 1, maxWaiting: 0 });
const NO_PLACE = {
  ofShare: 'Another file of settlements of this partner is being read; try again when it is done.',
  ofAll: 'Other files of settlements are being read; try again shortly.',
  retryAfterSeconds: 5,
};

/** The lines of a day as one kind of reader sees them. */
export interface LineForm<Line> {
  view: (row: SettlementLineRow) => Line;
  /** Columns of the file, and their values. */
  columns: readonly string[];
  cellsOf: (line: Line) => Parameters<typeof csvLine>[0];
}

/** CSV lines of a day, read in portions. */
async function* csvLines<Line>(
  { database }: Pick<Services, 'database'>,
  day: SettlementDay,
  { state, currency }: Query,
  { view, cellsOf }: LineForm<Line>,
): AsyncGenerator<string> {
  const all = await listSettlementIds(database, day);
  for (let from = 0; from < all.length; from += FILE_PORTION) {
    const ids = all.slice(from, from + FILE_PORTION);
    const rows = await readSettlementLines(database, day, { ids, state, currency });
    yield rows.map((row) => csvLine(cellsOf(view(row)))).join('');
  }
}

/**
 * Begins a CSV stream if the partner has no other one and few others run; the place is free again when it closes.
 * @throws DomainError RATE_LIMIT while another file of the partner is read, UNAVAILABLE while too many are
 */
async function admittedStream(partnerId: string, head: string, lines: AsyncGenerator<string>): Promise<Readable> {
  const admission = await FILES.enter(partnerId, 0);
  if (!admission.admitted) throw admissionRefused(admission, NO_PLACE);
  try {
    const stream = await begunStream(head, lines);
    return stream.once('close', () => admission.release());
  } catch (fault) {
    admission.release();
    throw fault;
  }
}

async function csvReply<Line>(
  services: Pick<Services, 'database'>,
  day: SettlementDay,
  query: Query,
  form: LineForm<Line>,
): Promise<Reply> {
  const stream = await admittedStream(day.partnerId, csvLine(form.columns), csvLines(services, day, query, form));
  const name = `settlements-${day.partnerId.replace(/[^A-Za-z0-9_]/g, '-')}-${day.date}.csv`;
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${name}"`,
  };
  return { status: 200, headers, stream };
}

/**
 * The reply with what a partner was to settle on a day: a page with totals, or a CSV file.
 * @param day `partnerId` of a partner that exists
 * @throws DomainError RATE_LIMIT while another file of the partner is read, UNAVAILABLE while too many are
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
  if (format === 'csv') return csvReply(services, day, query, form);
  const [rows, totals] = await Promise.all([
    listSettlementLines(services.database, day, { state, currency, after, limit: limit + 1 }),
    sumSettlementLines(services.database, day),
  ]);
  const { items, nextCursor } = pageOf(rows, limit);
  const sums = totals.map((total) => ({ ...total, amount: Number(total.amount) }));
  return { status: 200, data: { items: items.map(form.view), nextCursor, totals: sums } };
}
