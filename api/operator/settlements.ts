import { Readable } from 'node:stream';
import type { output } from 'zod';
import { csvLine } from '../../lib/csv';
import {
  listSettlementLines,
  sumSettlementLines,
  type SettlementDay,
  type SettlementLineRow,
} from '../../db/payments/settlement/settlement-lines';
import { findPartner } from '../../db/payments/dispatch/partners';
import { DomainError } from '../../domain/errors';
import {
  SettlementsPage,
  SettlementsQuery,
  type SettlementLine,
  type SettlementState,
} from '../../domain/payments/settlement/settlement-lines';
import { pageOf } from '../../domain/schema-tools';
import { endpoint, type Reply } from '../endpoint';
import type { Services } from '../services';
import { operation } from './common';

type Line = output<typeof SettlementLine>;

function lineView(row: SettlementLineRow): Line {
  const { id: instructionId, environment, accountId, accountName, expectedDate, actualAmount, ...rest } = row;
  const { clientReference, partnerReference, bankReference, settlementReference } = rest;
  const { currency, status, state, actualCurrency, reconciliation, statement } = rest;
  return {
    ...{ instructionId, environment, account: { id: accountId, name: accountName } },
    ...{ clientReference, partnerReference, bankReference, settlementReference },
    ...{ amount: Number(rest.amount), currency, status, state, expectedSettlementDate: expectedDate },
    settledAt: rest.settledAt?.toISOString() ?? null,
    actualAmount: actualAmount === null ? null : Number(actualAmount),
    ...{ actualCurrency, reconciliation, statement },
  };
}

/** Lines of a file that are read from the database at a time. */
const FILE_PAGE = 500;

/** Columns of the file: the members of a line; of the account, its id. */
const COLUMNS = [
  'instructionId',
  'environment',
  'account',
  'clientReference',
  'partnerReference',
  'bankReference',
  'settlementReference',
  'amount',
  'currency',
  'status',
  'state',
  'expectedSettlementDate',
  'settledAt',
  'actualAmount',
  'actualCurrency',
  'reconciliation',
  'statement',
] as const satisfies readonly (keyof Line)[];

async function* fileOf(
  { database }: Pick<Services, 'database'>,
  day: SettlementDay,
  state: SettlementState | undefined,
): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for (let after: string | undefined; ;) {
    const rows = await listSettlementLines(database, day, { state, after, limit: FILE_PAGE });
    const lines = rows.map(lineView).map((line) => {
      return csvLine(COLUMNS.map((column) => (column === 'account' ? line.account.id : line[column])));
    });
    yield lines.join('');
    after = rows.at(-1)?.id;
    if (rows.length < FILE_PAGE) return;
  }
}

/**
 * What a partner was to settle on a day: a page with totals, or a file.
 * @throws DomainError NOT_FOUND for an unknown partner
 * Source: docs/GAPS.md#settlements
 */
async function readSettlements(
  query: output<typeof SettlementsQuery>,
  now: Date,
  services: Pick<Services, 'database'>,
): Promise<Reply> {
  const { partner: partnerId, date, state, format, limit, cursor: after } = query;
  const { database } = services;
  if ((await findPartner(database, partnerId)) === null) {
    throw new DomainError('NOT_FOUND', 'There is no such partner.');
  }
  const day = { partnerId, date, now };
  if (format === 'csv') {
    const name = `settlements-${partnerId.replace(/[^A-Za-z0-9_]/g, '-')}-${date}.csv`;
    const headers = {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${name}"`,
    };
    return { status: 200, headers, stream: Readable.from(fileOf(services, day, state)) };
  }
  const [rows, totals] = await Promise.all([
    listSettlementLines(database, day, { state, after, limit: limit + 1 }),
    sumSettlementLines(database, day),
  ]);
  const { items, nextCursor } = pageOf(rows, limit);
  const sums = totals.map((total) => ({ ...total, amount: Number(total.amount) }));
  return { status: 200, data: { items: items.map(lineView), nextCursor, totals: sums } };
}

/** Source: docs/GAPS.md#settlements */
export const listSettlements = endpoint({
  ...operation('operations'),
  envelope: 'wrapped',
  operationId: 'listSettlements',
  summary: "List a partner's settlements of a day: confirmed, expected, overdue",
  method: 'get',
  path: '/api/v1/payments/settlements',
  query: SettlementsQuery,
  responses: {
    200: {
      description: 'One page with the totals of the day, or a file',
      schema: SettlementsPage,
      mediaTypes: ['text/csv'],
    },
  },
  errors: ['NOT_FOUND'],
  handle: ({ query, receivedAt: now }, services) => readSettlements(query, now, services),
});
