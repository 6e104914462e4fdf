import type { VNode } from 'preact';
import type { PaymentRow } from '../../db/payments/instruction/payment-rows';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../domain/payments/instruction/status';
import type { Page } from '../../domain/schema-tools';
import { Field, Filters, Hidden, isNarrowed, ListFoot, Tabs, fieldsOf, timeOrder } from '../parts';
import type { Faults } from '../forms/read-form';
import { useWords } from '../words/use-words';
import { PaymentTable } from './payment-columns';

export interface PaymentsPage {
  page: Page<{ id: string; payment: PaymentRow | null }>;
  /** How many payments have each status; null where the list is narrowed by more than that. */
  counts: ReadonlyMap<PaymentStatus, number> | null;
  /** What the address says, by field. */
  entered: Record<string, string>;
  faults: Faults;
  query: string;
  mayPay: boolean;
  at: (path: string) => string;
}

function PaymentFilters({ entered, faults, query, counts, at }: PaymentsPage): VNode {
  const { common } = useWords();
  const field = fieldsOf(entered, faults, { required: false });
  const { status = '' } = entered;
  const shown = PAYMENT_STATUSES.filter((one) => one === status || counts?.get(one) !== 0);
  const tabs = shown.map((one) => ({ value: one, name: common.statuses[one], count: counts?.get(one) }));
  return (
    <>
      <Tabs
        path={at('/payments')}
        {...{ query }}
        name="status"
        value={status}
        tabs={[{ value: '', name: common.all }, ...tabs]}
      />
      <Filters
        action={at('/payments')}
        order={timeOrder(at('/payments'), query)}
        isFolded={!isNarrowed(entered, 'status') && Object.keys(faults).length === 0}
      >
        {status !== '' && <Hidden name="status" value={status} />}
        <Field {...field('reference')} label={common.reference} type="search" />
        <Field {...field('currency')} label={common.currency} maxlength={3} />
        <Field {...field('fromDate')} label={common.from} type="date" />
        <Field {...field('toDate')} label={common.until} type="date" />
      </Filters>
    </>
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
      <PaymentFilters {...parts} />
      <PaymentTable
        payments={page.items.map(({ payment }) => payment).filter((payment) => payment !== null)}
        mayChange={mayPay}
        at={at}
        order={timeOrder(at('/payments'), query)}
        empty={
          isNarrowed(entered)
            ? words.noMatch
            : words.noneYet({
                first: (text) => <a href="/docs/guides/quickstart">{text}</a>,
                upload: (text) => <a href={at('/batches')}>{text}</a>,
              })
        }
      />
      <ListFoot path={at('/payments')} query={query} next={page.nextCursor} isEmpty={page.items.length === 0} />
    </>
  );
}
