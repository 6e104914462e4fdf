import type { VNode } from 'preact';
import type { output } from 'zod';
import type {
  SettlementsPage as PageSchema,
  SettlementState as State,
} from '../../domain/payments/settlement/settlement-lines';
import { Badge, Money, Table, type Tone } from '../parts';

const TONES: Record<State, Tone> = {
  confirmed: 'good',
  reported: 'good',
  expected: 'info',
  overdue: 'bad',
  returned: 'bad',
  ended: 'plain',
};

/** The state of a settlement in its colour, in its own word. */
export const SettlementState = ({ of: state }: { of: State }): VNode => <Badge tone={TONES[state]}>{state}</Badge>;

/** Totals of a day by currency and state; null if there are none. */
export function Totals({ of: totals }: { of: output<typeof PageSchema>['totals'] }): VNode | null {
  if (totals.length === 0) return null;
  return (
    <section aria-labelledby="totals">
      <h2 id="totals">The whole day</h2>
      <Table
        name="Totals"
        rows={totals}
        columns={[
          { name: 'State', cell: ({ state }) => <SettlementState of={state} /> },
          { name: 'Payments', isNumber: true, cell: ({ count }) => count },
          {
            name: 'Amount',
            isNumber: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
        ]}
      />
    </section>
  );
}
