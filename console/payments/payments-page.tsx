import type { ComponentChildren, VNode } from 'preact';
import type { InstructionSummary } from '../../db/payments/instruction/list-instructions';
import { PAYMENT_STATUSES } from '../../domain/payments/instruction/status';
import type { Page } from '../../domain/schema-tools';
import {
  DownloadCsv,
  Field,
  Filters,
  isNarrowed,
  Moment,
  Money,
  Pager,
  PaymentLink,
  Select,
  StatusBadge,
  Table,
  fieldsOf,
  type Order,
} from '../parts';
import { SavedViews, type ViewsOfList } from '../views/saved-views';
import type { Faults } from '../forms/read-form';
import { utcDate } from '../../domain/calendar-dates';

export interface PaymentsPage {
  page: Page<InstructionSummary>;
  views: ViewsOfList;
  /** What the address says, by field. */
  entered: Record<string, string>;
  faults: Faults;
  query: string;
  mayPay: boolean;
  at: (path: string) => string;
}

const STATUSES: readonly (readonly [string, string])[] = [
  ['', 'Any status'],
  ...PAYMENT_STATUSES.map((status) => [status, status] as const),
];

const ORDERS: readonly (readonly [string, string])[] = [
  ['', 'Newest first'],
  ['oldest', 'Oldest first'],
];

function Narrow({ entered, faults, at }: PaymentsPage): VNode {
  const field = fieldsOf(entered, faults, { required: false });
  return (
    <Filters action={at('/payments')}>
      <Field {...field('reference')} label="Reference" type="search" />
      <Select {...field('status')} label="Status" options={STATUSES} />
      <Field {...field('currency')} label="Currency" maxlength={3} />
      <Field {...field('fromDate')} label="From" type="date" />
      <Field {...field('toDate')} label="To" type="date" />
      <Select {...field('order')} label="Order" options={ORDERS} />
    </Filters>
  );
}

/** Payments in a list: amount and status first on a phone. */
export function PaymentTable(parts: {
  payments: readonly InstructionSummary[];
  at: (path: string) => string;
  empty?: ComponentChildren;
  order?: Order;
}): VNode {
  const { payments, at, ...shown } = parts;
  return (
    <Table
      name="Payments"
      {...shown}
      rows={payments}
      columns={[
        {
          name: 'Payment',
          cell: ({ id, clientReference: reference }) => (
            <PaymentLink {...{ id, reference }} to={at(`/payments/${id}`)} />
          ),
        },
        { name: 'Amount', isNumber: true, cell: (one) => <Money amount={one.amount} currency={one.currency} /> },
        { name: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
        { name: 'Partner', isExtra: true, cell: (one) => one.partnerName },
        { name: 'Submitted', orders: ['oldest', 'newest'], cell: (one) => <Moment at={one.submittedAt} /> },
        {
          name: 'Settled or expected',
          isExtra: true,
          cell: (one) => (one.settledAt === null ? one.expectedDate : utcDate(one.settledAt)),
        },
      ]}
    />
  );
}

export function Payments(parts: PaymentsPage): VNode {
  const { page, entered, query, mayPay, at } = parts;
  return (
    <>
      {mayPay && (
        <p class="top actions">
          <a class="button" href={at('/payments/new')}>
            Pay
          </a>
        </p>
      )}
      <SavedViews {...parts.views} />
      <Narrow {...parts} />
      <PaymentTable
        payments={page.items}
        at={at}
        order={{ path: at('/payments'), query, value: entered['order'] || 'newest' }}
        empty={
          isNarrowed(entered) ? (
            'No payment matches. Enter a reference exactly: an id, your own, the partner’s or the bank’s.'
          ) : (
            <>
              There is no payment yet. <a href="/docs/guides/quickstart">Make the first one</a> over the API, or{' '}
              <a href={at('/batches')}>upload a table of payments</a>.
            </>
          )
        }
      />
      <Pager path={at('/payments')} query={query} next={page.nextCursor} />
      {page.items.length > 0 && (
        <p class="actions">
          <DownloadCsv path={at('/payments/file')} query={query} />
        </p>
      )}
    </>
  );
}
