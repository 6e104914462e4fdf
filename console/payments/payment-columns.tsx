import type { ComponentChildren, VNode } from 'preact';
import type { PaymentRow } from '../../db/payments/instruction/payment-rows';
import type { Payee } from '../../db/payments/instruction/private-data';
import { statedReason } from '../../domain/payments/reports/reasons';
import { CANCELLABLE_STATUSES, FINAL_STATUSES } from '../../domain/payments/instruction/status';
import { BY_TIME, English, Moment, Money, ReferenceLink, StatusBadge, Table, type Column, type Order } from '../parts';
import { useWords, wordFor, type Words } from '../words/use-words';

/** What a list needs of a payment to show who is paid; an order that a partner was given has it, too. */
interface Paid {
  id: string;
  reference: string | null;
  /** Null once the payment was erased, and for a reader who may not see it. */
  payee: Payee | null;
}

/** The payee with the account's last digits, or the reference if that is not shown; links to the payment. */
export function PayeeLink({ of: payment, to }: { of: Paid; to: string }): VNode {
  const { id, reference, payee } = payment;
  if (payee === null) return <ReferenceLink {...{ id, reference, to }} />;
  return (
    <>
      <a href={to}>{payee.name}</a> <span class="below whole">{`${payee.account}, ${payee.country}`}</span>
    </>
  );
}

/** Why a payment has its status: words of the catalogue, or the reason code with its meaning; null if there is none. */
function StatusReason({ of: { status, waitingReason, reasonCode } }: { of: PaymentRow }): VNode | null {
  const { payment } = useWords();
  if (waitingReason !== null) return <span class="below">{wordFor(payment.waitingShort, waitingReason)}</span>;
  if (reasonCode === null || !['failed', 'returned'].includes(status)) return null;
  const { text, code } = statedReason(reasonCode);
  return (
    <span class="below" title={text}>
      {code !== null && `${code}: `}
      {wordFor(payment.outcome.reasons, code) ?? <English>{text}</English>}
    </span>
  );
}

/** A reference or id in one line: a long one is truncated, with the whole of it as tooltip. */
export function OneLine({ text }: { text: string | null }): VNode | null {
  return text === null ? null : (
    <span class="one-line" title={text}>
      {text}
    </span>
  );
}

/** How rows of a list have their payment. */
interface OfRows<Row> {
  /** Null for a row without one, such as one of a batch that was refused. */
  of: (row: Row) => PaymentRow | null;
  /** Address of the page of a payment. */
  to: (id: string) => string;
  /** Payee, amount and state of a row without a payment, and what is beside the status of one with it. */
  payeeOf?: (row: Row) => ComponentChildren;
  amountOf?: (row: Row) => ComponentChildren;
  otherwise?: (row: Row) => ComponentChildren;
  beside?: (row: Row) => ComponentChildren;
}

/** Columns of a payment in every list: payee, amount, status with reason, reference, time. */
export function paymentColumns<Row>(
  words: Words,
  { of, to, payeeOf, amountOf, otherwise, beside }: OfRows<Row>,
): Column<Row>[] {
  const { common, payments } = words;
  const cell =
    (show: (payment: PaymentRow, row: Row) => ComponentChildren, none?: (row: Row) => ComponentChildren) =>
    (row: Row): ComponentChildren => {
      const payment = of(row);
      return payment === null ? (none?.(row) ?? '') : show(payment, row);
    };
  return [
    { name: payments.payee, inCard: 'why', cell: cell((one) => <PayeeLink of={one} to={to(one.id)} />, payeeOf) },
    {
      name: common.columns.amount,
      isNumber: true,
      cell: cell((one) => <Money amount={one.amount} currency={one.currency} />, amountOf),
    },
    {
      name: common.columns.status,
      cell: cell(
        (one, row) => (
          <>
            <StatusBadge status={one.status} /> {beside?.(row)} <StatusReason of={one} />
          </>
        ),
        otherwise,
      ),
    },
    { name: common.reference, cell: cell((one) => <OneLine text={one.reference} />) },
    { name: common.submitted, orders: BY_TIME, cell: cell((one) => <Moment at={one.submittedAt} />) },
  ];
}

/** Link to the next act of a payment's owner; null if there is none. */
function NextActLink({
  of: { id, status, payee, resubmittedAs },
  at,
}: {
  of: PaymentRow;
  at: (path: string) => string;
}): VNode | null {
  const { common, payments: words } = useWords();
  // Nothing is left to pay again of an erased payment.
  if (FINAL_STATUSES.includes(status) && resubmittedAs === null && payee !== null) {
    return <a href={at(`/payments/${id}/correct`)}>{words.correct}</a>;
  }
  if (CANCELLABLE_STATUSES.includes(status)) return <a href={at(`/payments/${id}/cancel`)}>{common.cancel}</a>;
  if (status !== 'settled' || payee === null) return null;
  return (
    <a class="whole" href={at(`/payments/new?like=${id}`)}>
      {words.payAgain}
    </a>
  );
}

/** Payments of an account, with their next act. */
export function PaymentTable(parts: {
  name?: string;
  payments: readonly PaymentRow[];
  mayChange: boolean;
  at: (path: string) => string;
  empty?: ComponentChildren;
  order?: Order;
}): VNode {
  const { payments, mayChange, at, ...shown } = parts;
  const words = useWords();
  const acts: Column<PaymentRow> = { name: words.common.act, cell: (row) => <NextActLink of={row} at={at} /> };
  const columns = paymentColumns<PaymentRow>(words, { of: (row) => row, to: (id) => at(`/payments/${id}`) });
  return (
    <Table name={words.payments.title} {...shown} rows={payments} columns={mayChange ? [...columns, acts] : columns} />
  );
}
