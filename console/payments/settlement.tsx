import type { VNode } from 'preact';
import type { retrievedView } from '../../api/payments/instruction/instruction-view';
import { SettlementShape } from '../../domain/payments/instruction/answer-schema';
import { Facts, Id, Moment, Money, StatusBadge, Table } from '../parts';
import { useWords, wordFor } from '../words/use-words';

type View = ReturnType<typeof retrievedView>;

/** How the payment was settled, and whether that matches the instruction; null before. */
export function Settlement({ payment }: { payment: View }): VNode | null {
  const { settlement, reconciliation, proof } = payment;
  const { common, payment: words } = useWords();
  const { settlement: text } = words;
  const confirmed = SettlementShape.safeParse(settlement);
  if (!confirmed.success && reconciliation === null && (proof === null || proof.booking === null)) return null;
  return (
    <section aria-labelledby="settlement">
      <h2 id="settlement">{text.title}</h2>
      {reconciliation !== null && (
        <p>
          <StatusBadge status={reconciliation.status} /> {text[reconciliation.status]}
        </p>
      )}
      {proof !== null && <p>{text.proof[proof.state]}</p>}
      {confirmed.success && <ConfirmedFacts of={confirmed.data} />}
      {reconciliation !== null && reconciliation.discrepancies.length > 0 && (
        <Table
          name={text.differences}
          rows={reconciliation.discrepancies}
          columns={[
            { name: text.difference, cell: ({ type }) => wordFor(text.discrepancies, type) ?? type },
            { name: common.expected, cell: ({ expected }) => expected },
            { name: text.confirmed, cell: ({ actual }) => actual },
          ]}
        />
      )}
    </section>
  );
}

type Confirmation = ReturnType<typeof SettlementShape.parse>;

function ConfirmedFacts({ of: settlement }: { of: Confirmation }): VNode {
  const { beneficiaryReceived: received, exchangeRate, fees } = settlement;
  const { common, payment, format } = useWords();
  const { settlement: text } = payment;
  return (
    <Facts
      rows={[
        [text.confirmed, <Moment at={new Date(settlement.confirmedAt)} precise />],
        [common.reference, <Id of={settlement.settlementReference} />],
        [text.settled, <Money amount={settlement.actualAmount} currency={settlement.actualCurrency} />],
        [
          text.received,
          received === undefined ? common.notSaid : <Money amount={received.amount} currency={received.currency} />,
        ],
        [text.fees, fees === undefined ? common.notSaid : <Money amount={fees.amount} currency={fees.currency} />],
        [text.rate, exchangeRate === undefined ? common.none : format.exact(exchangeRate.rate)],
      ]}
    />
  );
}
