import type { VNode } from 'preact';
import type { output } from 'zod';
import type { PartnerRow } from '../../../db/administration/settlement-network';
import {
  SETTLEMENT_STATES,
  type SettlementsPage as PageSchema,
} from '../../../domain/payments/settlement/settlement-lines';
import { Empty, FaultSummary, Field, Filters, Money, ListFoot, Select, StatusBadge, Table } from '../../parts';
import type { Faults } from '../../forms/read-form';
import { SettlementState, Totals } from '../../network/settlement-day';
import { PartnerSelect } from './statements-page';

/** Where settlements of partners are. */
export const SETTLEMENTS = '/console/operator/settlements';

export interface SettlementsPage {
  partners: readonly PartnerRow[];
  entered: { partner: string; date: string; state: string };
  faults: Faults;
  /** Null while nothing, or something impossible, is asked for. */
  day: output<typeof PageSchema> | null;
  query: string;
}

function DaySections({ day, query }: { day: output<typeof PageSchema>; query: string }): VNode {
  const { items, totals, nextCursor } = day;
  return (
    <>
      <Totals of={totals} />
      <section aria-labelledby="lines">
        <h2 id="lines">Payments</h2>
        <Table
          name="Settlements"
          rows={items}
          empty="No settlements were expected or made on this day. Choose another day or partner."
          columns={[
            {
              name: 'Payment',
              cell: ({ instructionId: id }) => <a href={`/console/operator/payments/${id}`}>{`…${id.slice(-10)}`}</a>,
            },
            { name: 'State', cell: ({ state }) => <SettlementState of={state} /> },
            {
              name: 'Amount',
              isNumber: true,
              cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
            },
            { name: 'Account', isExtra: true, cell: ({ account }) => account.name },
            {
              name: 'Confirmed',
              isNumber: true,
              cell: ({ actualAmount: amount, actualCurrency: currency }) =>
                amount === null || currency === null ? '' : <Money amount={amount} currency={currency} />,
            },
            {
              name: 'Reconciliation',
              isExtra: true,
              cell: ({ reconciliation }) => (reconciliation === null ? '' : <StatusBadge status={reconciliation} />),
            },
            { name: 'Bank statement', isExtra: true, cell: ({ statement }) => statement ?? '' },
          ]}
        />
        <ListFoot path={SETTLEMENTS} query={query} next={nextCursor} isEmpty={items.length === 0} />
      </section>
    </>
  );
}

export function Settlements({ partners, entered, faults, day, query }: SettlementsPage): VNode {
  const states = SETTLEMENT_STATES.map((state) => [state, state] as const);
  return (
    <>
      <FaultSummary faults={faults} />
      <Filters action={SETTLEMENTS}>
        <PartnerSelect partners={partners} value={entered.partner} fault={faults['partner']} />
        <Field name="date" type="date" label="Day" value={entered.date} fault={faults['date']} />
        <Select
          name="state"
          label="State"
          value={entered.state}
          fault={faults['state']}
          options={[['', 'All'], ...states]}
        />
      </Filters>
      {partners.length === 0 && (
        <Empty>
          There is no partner yet. An administrator adds one under{' '}
          <a href="/console/operator/network">Partners and routes</a>; its settlements then appear here by day.
        </Empty>
      )}
      {day !== null && <DaySections day={day} query={query} />}
    </>
  );
}
