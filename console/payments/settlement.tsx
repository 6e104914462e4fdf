import type { VNode } from 'preact';
import type { retrievedView } from '../../api/payments/instruction/instruction-view';
import { SettlementShape } from '../../domain/payments/instruction/answer-schema';
import { Facts, Id, Moment, Money, StatusBadge, Table } from '../parts';

type View = ReturnType<typeof retrievedView>;

/** What the difference is about, in words. Source: docs/GAPS.md#P5 */
export const DISCREPANCIES: Record<string, string> = {
  amount: 'The amount differs',
  currency: 'The currency differs',
  fee_sum: 'The breakdown of the fees does not add up',
  fee_vs_estimate: 'The fees are above the estimate',
  fx_math: 'Amount and rate do not give the received amount',
  beneficiary_short: 'The beneficiary received less than the amount without fees',
  beneficiary_over: 'The beneficiary received more than the amount',
  date_late: 'It settled after the expected date',
  date_early: 'It settled before it was sent',
  fee_currency: 'Fees are in a currency without a rate',
  fx_unverifiable: 'There is no rate to compare with',
  partner: 'The payment had been rerouted from the partner whose bank booked it',
};

/** How it was settled and whether that is what was instructed; nothing before. */
export function Settlement({ payment }: { payment: View }): VNode | null {
  const { settlement, reconciliation } = payment;
  const confirmed = SettlementShape.safeParse(settlement);
  if (!confirmed.success && reconciliation === null) return null;
  return (
    <section aria-labelledby="settlement">
      <h2 id="settlement">Settlement and reconciliation</h2>
      {reconciliation !== null && (
        <p>
          <StatusBadge status={reconciliation.status} />{' '}
          {reconciliation.status === 'matched' && "The partner's confirmation matches the instruction."}
          {reconciliation.status === 'unverified' && 'No differences, but a figure could not be compared.'}
          {reconciliation.status === 'mismatched' && "The partner's confirmation differs from the instruction."}
        </p>
      )}
      {confirmed.success && <Confirmed of={confirmed.data} />}
      {reconciliation !== null && reconciliation.discrepancies.length > 0 && (
        <Table
          name="Differences"
          rows={reconciliation.discrepancies}
          columns={[
            { name: 'Difference', cell: ({ type }) => DISCREPANCIES[type] ?? type },
            { name: 'Expected', cell: ({ expected }) => expected },
            { name: 'Confirmed', cell: ({ actual }) => actual },
          ]}
        />
      )}
    </section>
  );
}

type Confirmation = ReturnType<typeof SettlementShape.parse>;

function Confirmed({ of: settlement }: { of: Confirmation }): VNode {
  const { beneficiaryReceived: received, exchangeRate, fees } = settlement;
  return (
    <Facts
      rows={[
        ['Confirmed', <Moment at={new Date(settlement.confirmedAt)} precise />],
        ['Reference', <Id of={settlement.settlementReference} />],
        ['Settled', <Money amount={settlement.actualAmount} currency={settlement.actualCurrency} />],
        [
          'Beneficiary received',
          received === undefined ? 'not said' : <Money amount={received.amount} currency={received.currency} />,
        ],
        ['Fees', fees === undefined ? 'not said' : <Money amount={fees.amount} currency={fees.currency} />],
        ['Exchange rate', exchangeRate === undefined ? 'none' : String(exchangeRate.rate)],
      ]}
    />
  );
}
