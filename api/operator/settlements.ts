import type { output } from 'zod';
import type { SettlementLineRow } from '../../db/payments/settlement/settlement-lines';
import { findPartner } from '../../db/payments/dispatch/partners';
import { DomainError } from '../../domain/errors';
import {
  SettlementsPage,
  SettlementsQuery,
  type SettlementLine,
} from '../../domain/payments/settlement/settlement-lines';
import { endpoint } from '../endpoint';
import { settlementDayReply, type LineForm } from '../settlement-day';
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

const FORM: LineForm<Line> = {
  view: lineView,
  columns: COLUMNS,
  cellsOf: (line) => COLUMNS.map((column) => (column === 'account' ? line.account.id : line[column])),
};

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
  async handle({ query: { partner: partnerId, ...query }, receivedAt: now }, services) {
    if ((await findPartner(services.database, partnerId)) === null) {
      throw new DomainError('NOT_FOUND', 'There is no such partner.');
    }
    return settlementDayReply(services, { partnerId, now }, query, FORM);
  },
});
