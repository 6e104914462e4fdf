import type { VNode } from 'preact';
import type { output } from 'zod';
import { SETTLEMENT_STATES, type OwnSettlementsPage } from '../../domain/payments/settlement/settlement-lines';
import { SettlementState, Totals } from '../network/settlement-day';
import {
  FaultSummary,
  Field,
  Filters,
  Id,
  Money,
  ListFoot,
  ReferenceLink,
  Select,
  StatusBadge,
  Table,
  fieldsOf,
} from '../parts';
import type { Faults } from '../forms/read-form';
import { INSTRUCTIONS } from './instructions-page';

/** What a partner settled, or was to settle, on a day. */
export const SETTLEMENTS = '/console/partner/settlements';

type Day = output<typeof OwnSettlementsPage>;

function SettlementLines({ day: { items, nextCursor }, query }: { day: Day; query: string }): VNode {
  return (
    <section aria-labelledby="lines">
      <h2 id="lines">Payments</h2>
      <Table
        name="Settlements"
        rows={items}
        empty="No settlements were expected or made on this day. Choose another day."
        columns={[
          {
            name: 'Instruction',
            cell: ({ instructionId: id }) => <ReferenceLink id={id} reference={null} to={`${INSTRUCTIONS}/${id}`} />,
          },
          { name: 'State', cell: ({ state }) => <SettlementState of={state} /> },
          {
            name: 'Amount',
            isNumber: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          { name: 'Reference', isExtra: true, cell: ({ settlementReference }) => <Id of={settlementReference} /> },
          {
            name: 'Shortfall',
            isNumber: true,
            cell: ({ shortfall, currency }) =>
              shortfall === null ? '' : <Money amount={shortfall} currency={currency} />,
          },
          {
            name: 'Reconciliation',
            isExtra: true,
            cell: ({ reconciliation }) => (reconciliation === null ? '' : <StatusBadge status={reconciliation} />),
          },
        ]}
      />
      <ListFoot path={SETTLEMENTS} query={query} next={nextCursor} isEmpty={items.length === 0} />
    </section>
  );
}

export function Settlements(page: {
  day: Day | null;
  entered: Readonly<Record<string, string>>;
  faults: Faults;
  query: string;
}): VNode {
  const { day, entered, faults, query } = page;
  const states = SETTLEMENT_STATES.map((state) => [state, state] as const);
  const field = fieldsOf(entered, faults);
  return (
    <>
      <FaultSummary faults={faults} />
      <Filters action={SETTLEMENTS}>
        <Field {...field('date')} type="date" label="Day" />
        <Select {...field('state')} label="State" options={[['', 'All'], ...states]} />
        <Field {...field('currency')} label="Currency" required={false} />
      </Filters>
      {day !== null && <Totals of={day.totals} />}
      {day !== null && <SettlementLines day={day} query={query} />}
    </>
  );
}
