import type { output } from 'zod';
import { listScreenings, type ListedScreening, type ScreeningFilter } from '../../db/compliance/read-screening';
import { addDays } from '../../domain/calendar-dates';
import { ListedScreening as Shape, ScreeningsQuery } from '../../domain/payments/review/operator-schema';
import { isCalendarDate } from '../../domain/schema-tools';
import { begunStream } from '../../lib/begun-stream';
import { csvLine } from '../../lib/csv';
import { endpoint } from '../endpoint';
import type { Services } from '../services';
import { onePage, replyWithPage } from '../page';
import { operation } from './common';
import { screeningView } from './screening';

/** Lines of a file that are read from the database at a time. */
const FILE_PAGE = 500;

const COLUMNS = [
  ['screeningId', 'screenedAt', 'decision', 'account', 'environment', 'requestId', 'instructionId'],
  ['party', 'name', 'blockedCountries', 'list', 'edition', 'listEntry', 'listedName', 'score', 'evidence', 'algorithm'],
].flat();

function listedScreeningView({
  accountId,
  accountName,
  environment,
  requestId,
  instructionId,
  ...screening
}: ListedScreening) {
  const account = { id: accountId, name: accountName };
  return { ...screeningView(screening), instructionId, account, environment, requestId };
}

type View = output<typeof Shape>;

/**
 * CSV lines of a screening: one for each entry that a party resembles, and one for a party in a blocked country
 * without such an entry.
 */
function linesOf({ parties, account, ...screening }: View): string {
  const { screeningId, screenedAt, decision, environment, requestId, instructionId, algorithm } = screening;
  const facts = [screeningId, screenedAt, decision, account.id, environment, requestId, instructionId];
  const found = parties.filter(({ entries, blockedCountries }) => entries.length + blockedCountries.length > 0);
  return found
    .flatMap(({ party, name, blockedCountries, entries }) =>
      (entries.length === 0 ? [null] : entries).map((entry) =>
        csvLine([
          ...[...facts, party, name, blockedCountries.join(' '), entry?.list?.title ?? null],
          ...[entry?.list?.edition ?? null, entry?.listEntry ?? null, entry?.name ?? null, entry?.score ?? null],
          ...[entry?.evidence.join(' ') ?? null, algorithm],
        ]),
      ),
    )
    .join('');
}

async function* csvOf({ database, vault }: Services, filter: Omit<ScreeningFilter, 'limit'>): AsyncGenerator<string> {
  for (let { after } = filter; ;) {
    const rows = await listScreenings(database, vault, { ...filter, after, limit: FILE_PAGE });
    yield rows.map((row) => linesOf(listedScreeningView(row))).join('');
    after = rows.at(-1)?.id;
    if (rows.length < FILE_PAGE) return;
  }
}

/** A last day counts as a whole. */
function endOf(to: string | undefined): Date | undefined {
  return to === undefined ? undefined : new Date(isCalendarDate(to) ? addDays(to, 1) : to);
}

/** Source: docs/GAPS.md#P13 */
export const listScreeningsForOperator = endpoint({
  ...operation('compliance'),
  operationId: 'listScreenings',
  summary: 'List refused attempts, or held payments, with their receipts',
  method: 'get',
  path: '/v1/operator/screenings',
  query: ScreeningsQuery,
  responses: {
    200: {
      description: 'One page, the newest first, or a file',
      schema: onePage(Shape)[200].schema,
      mediaTypes: ['text/csv'],
    },
  },
  errors: [],
  async handle({ query: { decision, from, to, format, limit, cursor: after } }, services) {
    const filter = { decision, from: from === undefined ? undefined : new Date(from), until: endOf(to) };
    if (format === 'csv') {
      const headers = {
        'Content-Type': 'text/csv; charset=utf-8; header=present',
        'Content-Disposition': `attachment; filename="screenings-${decision}.csv"`,
      };
      return { status: 200, headers, stream: await begunStream(csvLine(COLUMNS), csvOf(services, filter)) };
    }
    const { database, vault } = services;
    return replyWithPage(
      await listScreenings(database, vault, { ...filter, after, limit: limit + 1 }),
      limit,
      listedScreeningView,
    );
  },
});
