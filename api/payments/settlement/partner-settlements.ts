import type { output } from 'zod';
import type { SettlementLineRow } from '../../../db/payments/settlement/settlement-lines';
import {
  OwnSettlementLine,
  OwnSettlementsPage,
  OwnSettlementsQuery,
} from '../../../domain/payments/settlement/settlement-lines';
import { shortfallOf } from '../../../domain/payments/settlement/returns';
import { endpoint } from '../../endpoint';
import { settlementDayReply, type LineForm } from '../../settlement-day';

type Line = output<typeof OwnSettlementLine>;

/** By how much a payment was settled below its amount; null where nothing can be compared. */
function shortOf({ amount, currency, actualAmount, actualCurrency }: SettlementLineRow): number | null {
  if (actualAmount === null || actualCurrency === null) return null;
  const short = shortfallOf({ amount, currency }, { amount: actualAmount, currency: actualCurrency });
  return short === null ? null : Math.max(0, Number(short));
}

function lineView(row: SettlementLineRow): Line {
  const { partnerReference, bankReference, settlementReference, currency, status, state } = row;
  const { settledAt, actualAmount, actualCurrency, reconciliation, statement } = row;
  return {
    ...{ instructionId: row.id, partnerReference, bankReference, settlementReference },
    ...{ amount: Number(row.amount), currency, status, state, expectedSettlementDate: row.expectedDate },
    settledAt: settledAt?.toISOString() ?? null,
    actualAmount: actualAmount === null ? null : Number(actualAmount),
    ...{ actualCurrency, shortfall: shortOf(row), reconciliation, statement },
  };
}

/** Columns of the file: the members of a line, in their order. */
const COLUMNS = OwnSettlementLine.keyof().options;

const FORM: LineForm<Line> = {
  view: lineView,
  columns: COLUMNS,
  cellsOf: (line) => COLUMNS.map((column) => line[column]),
};

/** Source: docs/GAPS.md#settlements, docs/GAPS.md#P14 */
export const listSettlementsOfPartner = endpoint({
  operationId: 'listPartnerSettlements',
  summary: 'List what the calling partner settled, or was to settle, on a day, with totals by currency and state',
  tag: 'Partners',
  method: 'get',
  path: '/api/v1/partner/settlements',
  access: { kind: 'partner' },
  limit: 'partnerInstructions',
  envelope: 'wrapped',
  query: OwnSettlementsQuery,
  responses: {
    200: {
      description: 'One page with the totals of the day, or a file',
      schema: OwnSettlementsPage,
      mediaTypes: ['text/csv'],
    },
  },
  errors: [],
  handle: ({ query, principal: { partnerId }, receivedAt: now }, services) =>
    settlementDayReply(services, { partnerId, now }, query, FORM),
});
