import type { VNode } from 'preact';
import { waitingPaymentView } from '../../../api/operator/payment-views';
import type { WaitingFor, WaitingPaymentRow } from '../../../db/payments/review/operator-payments';
import type { Environment } from '../../../domain/auth/tenant';
import { WAITING_MESSAGES, WAITING_REASONS } from '../../../domain/payments/dispatch/waiting';
import type { AssignedFilter } from '../../../domain/payments/review/case-work-schema';
import type { Page } from '../../../domain/schema-tools';
import { BULK } from './bulk-page';
import { assigneeText } from './case-work';
import { Filters, Moment, Money, Pager, PaymentLink, Select, Table } from '../../parts';

const HERE = '/console/operator/payments';

const WAITS: readonly (readonly [string, string])[] = [
  ['person', 'Somebody must look'],
  ['in_doubt', 'The partner may or may not have it'],
  ...WAITING_REASONS.map((reason) => [reason, WAITING_MESSAGES[reason]] as const),
];

const ASKED = { asked: 'the client is asked', answered: 'the client has answered' } as const;

export interface WaitingPage {
  page: Page<WaitingPaymentRow>;
  waiting: WaitingFor;
  environment: Environment | undefined;
  assigned: AssignedFilter | undefined;
  /** Of the reader. */
  personId: string;
  query: string;
}

export function WaitingPayments({ page, waiting, environment, assigned, personId, query }: WaitingPage): VNode {
  const chosen = new URLSearchParams({ waiting, ...(environment === undefined ? {} : { environment }) });
  return (
    <>
      <Filters action={HERE}>
        <Select name="waiting" label="Waits for" value={waiting} options={WAITS} />
        <Select
          name="environment"
          label="Side"
          value={environment ?? ''}
          options={[
            ['', 'Both'],
            ['live', 'Live'],
            ['test', 'Test'],
          ]}
        />
        <Select
          name="assigned"
          label="Assigned"
          value={assigned ?? ''}
          options={[
            ['', 'To anybody or nobody'],
            ['mine', 'To you'],
            ['unassigned', 'To nobody'],
          ]}
        />
      </Filters>
      <Table
        name="Payments that wait"
        rows={page.items.map((row) => ({ ...waitingPaymentView(row), reference: row.clientReference }))}
        empty="No payment waits for this reason."
        columns={[
          {
            name: 'Payment',
            cell: ({ instructionId: id, reference }) => <PaymentLink {...{ id, reference }} to={`${HERE}/${id}`} />,
          },
          {
            name: 'Why',
            cell: (one) => {
              const why = one.waiting?.message ?? one.flags.join(', ').replaceAll('_', ' ');
              return one.information === null ? why : `${why}; ${ASKED[one.information]}`;
            },
          },
          {
            name: 'Since',
            isExtra: true,
            cell: ({ waiting: wait }) => (wait === null ? '' : <Moment at={new Date(wait.since)} />),
          },
          {
            name: 'Amount',
            isExtra: true,
            isNumber: true,
            cell: (one) => <Money amount={one.amount} currency={one.currency} />,
          },
          { name: 'Account', isExtra: true, cell: ({ account }) => account.name },
          { name: 'Partner', isExtra: true, cell: ({ partner }) => partner.name },
          { name: 'Assigned to', cell: ({ assignment }) => assigneeText(assignment, personId) },
          { name: 'Side', cell: ({ environment: side }) => <span class={`badge ${side}`}>{side}</span> },
        ]}
      />
      <Pager path={HERE} query={query} next={page.nextCursor} />
      {page.items.length > 1 && assigned === undefined && (
        <p class="actions">
          <a class="button quiet" href={`${BULK}/new?${chosen.toString()}`}>
            Decide about all of these
          </a>
        </p>
      )}
    </>
  );
}
