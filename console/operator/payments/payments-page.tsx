import type { VNode } from 'preact';
import { waitingPaymentView } from '../../../api/operator/payment-views';
import type { WaitingFor, WaitingPaymentRow } from '../../../db/payments/review/waiting-payments';
import { WAITING_MESSAGES, WAITING_REASONS } from '../../../domain/payments/dispatch/waiting';
import type { Page } from '../../../domain/schema-tools';
import { Side, titleOf } from '../attention';
import { AssignedField, type ListedPartner, PartnerField } from '../narrowing';
import { BULK } from './bulk-page';
import { assigneeText } from './case-work';
import type { Faults } from '../../forms/read-form';
import {
  Field,
  Filters,
  ListFoot,
  Moment,
  Money,
  ReferenceLink,
  Select,
  StatusBadge,
  Table,
  fieldsOf,
} from '../../parts';

export const WAITING_PAYMENTS = '/console/operator/payments';

const WAITS: readonly (readonly [string, string])[] = [
  ['any', 'Anything'],
  ['person', 'Somebody must look'],
  ['in_doubt', 'The partner may or may not have it'],
  ...WAITING_REASONS.map((reason) => [reason, WAITING_MESSAGES[reason]] as const),
];

const ASKED = { asked: 'the client is asked', answered: 'the client has answered' } as const;

/** Ages in days since a payment was submitted. */
const AGES: readonly (readonly [string, string])[] = [
  ['', 'Any'],
  ['1', 'Over a day'],
  ['3', 'Over 3 days'],
  ['7', 'Over a week'],
  ['30', 'Over 30 days'],
];

export interface WaitingPage {
  page: Page<WaitingPaymentRow>;
  partners: readonly ListedPartner[];
  waiting: WaitingFor;
  /** What the address says, by field. */
  entered: Record<string, string>;
  faults: Faults;
  /** Of the reader. */
  personId: string;
  query: string;
}

function Narrow({ partners, waiting, entered, faults }: WaitingPage): VNode {
  const field = fieldsOf(entered, faults);
  return (
    <Filters action={WAITING_PAYMENTS}>
      <Select name="waiting" label="Waits for" value={waiting} options={WAITS} fault={faults['waiting']} />
      <PartnerField {...field('partner')} partners={partners} />
      <Field {...field('account')} label="Account" type="search" required={false} />
      <Select {...field('age')} label="Age" options={AGES} />
      <AssignedField {...field('assigned')} />
      <Select
        {...field('environment')}
        label="Side"
        options={[
          ['', 'Both'],
          ['live', 'Live'],
          ['test', 'Test'],
        ]}
      />
      <Select
        {...field('order')}
        label="Order"
        options={[
          ['', 'Oldest first'],
          ['newest', 'Newest first'],
        ]}
      />
    </Filters>
  );
}

/** Leads to a decision about all payments of the list; null where such a decision cannot be narrowed so. */
function DecideAll({ page, waiting, entered }: WaitingPage): VNode | null {
  const isWider = ['partner', 'account', 'age', 'assigned'].some((name) => (entered[name] ?? '') !== '');
  if (page.items.length < 2 || isWider) return null;
  const { environment = '' } = entered;
  const filter = Object.entries({ waiting, environment }).filter(([, value]) => value !== '');
  return (
    <a class="button quiet" href={`${BULK}/new?${new URLSearchParams(filter).toString()}`}>
      Decide about all of these
    </a>
  );
}

export function WaitingPayments(parts: WaitingPage): VNode {
  const { page, entered, personId, query } = parts;
  return (
    <>
      <Narrow {...parts} />
      <Table
        name="Payments that wait"
        order={{ path: WAITING_PAYMENTS, query, value: entered['order'] || 'oldest' }}
        rows={page.items.map((row) => ({ ...waitingPaymentView(row), reference: row.clientReference }))}
        empty={
          <>
            No matching payments. A payment comes here when its partner refuses it, does not answer for a quarter of an
            hour, or something is missing. Those whose names resemble a listed one are under{' '}
            <a href={`${WAITING_PAYMENTS}?waiting=compliance_review`}>Holds</a>.{' '}
            <a href={`${WAITING_PAYMENTS}?waiting=any`}>Show all that wait</a>.
          </>
        }
        columns={[
          {
            name: 'Payment',
            cell: ({ instructionId: id, reference }) => (
              <ReferenceLink {...{ id, reference }} to={`${WAITING_PAYMENTS}/${id}`} />
            ),
          },
          {
            name: 'Why',
            cell: (one) => {
              const why = one.waiting?.message ?? one.flags.map(titleOf).join(', ');
              return one.information === null ? why : `${why}; ${ASKED[one.information]}`;
            },
          },
          {
            name: 'Status',
            cell: ({ status, environment }) => (
              <>
                <StatusBadge status={status} /> <Side of={environment} />
              </>
            ),
          },
          {
            name: 'Since',
            cell: ({ waiting: wait }) => (wait === null ? '' : <Moment at={new Date(wait.since)} />),
          },
          { name: 'Amount', isNumber: true, cell: (one) => <Money amount={one.amount} currency={one.currency} /> },
          {
            name: 'Submitted',
            isExtra: true,
            orders: ['oldest', 'newest'],
            cell: ({ submittedAt }) => <Moment at={new Date(submittedAt)} />,
          },
          { name: 'Account', isExtra: true, cell: ({ account }) => account.name },
          { name: 'Partner', isExtra: true, cell: ({ partner }) => partner.name },
          {
            name: 'Assigned to',
            cell: ({ assignment }) => assigneeText(assignment?.person ?? null, personId),
          },
        ]}
      />
      <ListFoot path={WAITING_PAYMENTS} query={query} next={page.nextCursor} isEmpty={page.items.length === 0}>
        <DecideAll {...parts} />
      </ListFoot>
    </>
  );
}
