import type { ComponentChildren, VNode } from 'preact';
import type { InstructionSummary } from '../../db/payments/instruction/list-instructions';
import { PAYMENT_STATUSES } from '../../domain/payments/instruction/status';
import type { Page } from '../../domain/schema-tools';
import {
  BY_TIME,
  Field,
  Filters,
  isNarrowed,
  ListFoot,
  Moment,
  Money,
  ReferenceLink,
  Select,
  StatusBadge,
  Table,
  fieldsOf,
  timeOrder,
  type Order,
} from '../parts';
import type { Faults } from '../forms/read-form';
import { utcDate } from '../../domain/calendar-dates';
import { useWords } from '../words/use-words';

export interface PaymentsPage {
  page: Page<InstructionSummary>;
  /** What the address says, by field. */
  entered: Record<string, string>;
  faults: Faults;
  query: string;
  mayPay: boolean;
  at: (path: string) => string;
}

function Narrow({ entered, faults, at }: PaymentsPage): VNode {
  const { common } = useWords();
  const field = fieldsOf(entered, faults, { required: false });
  const statuses = PAYMENT_STATUSES.map((status) => [status, common.statuses[status]] as const);
  const orders = [['', common.newestFirst] as const, ['oldest', common.oldestFirst] as const];
  return (
    <Filters action={at('/payments')}>
      <Field {...field('reference')} label={common.reference} type="search" />
      <Select {...field('status')} label={common.columns.status} options={[['', common.anyStatus], ...statuses]} />
      <Field {...field('currency')} label={common.currency} maxlength={3} />
      <Field {...field('fromDate')} label={common.from} type="date" />
      <Field {...field('toDate')} label={common.until} type="date" />
      <Select {...field('order')} label={common.order} options={orders} />
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
  const { common, format, payments: words } = useWords();
  return (
    <Table
      name={words.title}
      {...shown}
      rows={payments}
      columns={[
        {
          name: common.payment,
          cell: ({ id, clientReference: reference }) => (
            <ReferenceLink {...{ id, reference }} to={at(`/payments/${id}`)} />
          ),
        },
        {
          name: common.columns.amount,
          isNumber: true,
          cell: (one) => <Money amount={one.amount} currency={one.currency} />,
        },
        { name: common.columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
        { name: common.partner, isExtra: true, cell: (one) => one.partnerName },
        { name: common.submitted, orders: BY_TIME, cell: (one) => <Moment at={one.submittedAt} /> },
        {
          name: words.settledOrExpected,
          isExtra: true,
          cell: (one) => format.date(one.settledAt === null ? one.expectedDate : utcDate(one.settledAt)),
        },
      ]}
    />
  );
}

export function Payments(parts: PaymentsPage): VNode {
  const { page, entered, query, mayPay, at } = parts;
  const { payments: words } = useWords();
  return (
    <>
      {mayPay && (
        <p class="top actions">
          <a class="button" href={at('/payments/new')}>
            {words.pay}
          </a>
        </p>
      )}
      <Narrow {...parts} />
      <PaymentTable
        payments={page.items}
        at={at}
        order={timeOrder(at('/payments'), query)}
        empty={
          isNarrowed(entered)
            ? words.noMatch
            : words.noneYet(
                (text) => <a href="/docs/guides/quickstart">{text}</a>,
                (text) => <a href={at('/batches')}>{text}</a>,
              )
        }
      />
      <ListFoot path={at('/payments')} query={query} next={page.nextCursor} isEmpty={page.items.length === 0} />
    </>
  );
}
