import type { VNode } from 'preact';
import type { PaymentRow } from '../../../db/payments/instruction/payment-rows';
import type { WaitingFor, WaitingPaymentRow } from '../../../db/payments/review/waiting-payments';
import { WAITING_REASONS } from '../../../domain/payments/dispatch/waiting';
import type { Page } from '../../../domain/schema-tools';
import { Side, titleOf } from '../attention';
import { AssignedField, type ListedPartner, PartnerField } from '../narrowing';
import { BULK } from './bulk-page';
import { assigneeText } from './case-work';
import type { Faults } from '../../forms/read-form';
import { Field, fieldsOf, Filters, Hidden, isNarrowed, ListFoot, Moment, Select, Table, Tabs } from '../../parts';
import { paymentColumns } from '../../payments/payment-columns';
import { useWords, type Words } from '../../words/use-words';

export const WAITING_PAYMENTS = '/console/operator/payments';

/** What the tabs count: what needs a person first, everything last. */
export const TABS: readonly WaitingFor[] = ['person', 'in_doubt', ...WAITING_REASONS, 'any'];

/** @returns what a tab is called */
function tabName(waiting: WaitingFor, { payment }: Words): string {
  const own = { person: 'Needs a person', in_doubt: 'In doubt', any: 'All that wait' } as const;
  return waiting in own
    ? own[waiting as keyof typeof own]
    : payment.waitingShort[waiting as keyof typeof payment.waitingShort];
}

const ASKED = { asked: 'the client is asked', answered: 'the client has answered' } as const;

/** Ages in days since a payment was submitted. */
const AGES: readonly (readonly [string, string])[] = [
  ['', 'Any'],
  ['1', 'Over a day'],
  ['3', 'Over 3 days'],
  ['7', 'Over a week'],
  ['30', 'Over 30 days'],
];

/** A payment that waits, with what every list shows of it. */
export type ShownWaiting = WaitingPaymentRow & { payment: PaymentRow | null };

export interface WaitingPage {
  page: Page<ShownWaiting>;
  partners: readonly ListedPartner[];
  waiting: WaitingFor;
  /** How many payments wait for what; of what is not there, the reader may see none. */
  counts: ReadonlyMap<WaitingFor, number>;
  /** What the address says, by field. */
  entered: Record<string, string>;
  faults: Faults;
  /** Of the reader. */
  personId: string;
  query: string;
}

function WaitingFilters({ partners, waiting, counts, entered, faults, query }: WaitingPage): VNode {
  const words = useWords();
  const field = fieldsOf(entered, faults);
  const shown = [...counts].filter(([value, count]) => count > 0 || value === waiting || value === 'person');
  // The counts are those of all payments that wait.
  const isCounted = !isNarrowed(entered, 'waiting');
  return (
    <>
      <Tabs
        path={WAITING_PAYMENTS}
        {...{ query }}
        name="waiting"
        value={waiting}
        tabs={shown.map(([value, count]) => ({ value, name: tabName(value, words), ...(isCounted ? { count } : {}) }))}
      />
      <Filters action={WAITING_PAYMENTS} isFolded={!isNarrowed(entered, 'waiting') && Object.keys(faults).length === 0}>
        <Hidden name="waiting" value={waiting} />
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
      </Filters>
    </>
  );
}

/** Link to a bulk decision about the list; null if no bulk decision has the list's filters. */
function DecideAllLink({ page, waiting, entered }: WaitingPage): VNode | null {
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
  const words = useWords();
  return (
    <>
      <WaitingFilters {...parts} />
      <Table
        name="Payments that wait"
        order={{ path: WAITING_PAYMENTS, query, value: entered['order'] || 'oldest' }}
        rows={page.items}
        empty={
          <>
            No matching payments. A payment comes here when a review is needed, its partner refuses it or does not
            answer for a quarter of an hour, or something is missing.{' '}
            <a href={`${WAITING_PAYMENTS}?waiting=any`}>Show all that wait</a>.
          </>
        }
        columns={[
          ...paymentColumns<ShownWaiting>(words, {
            of: ({ payment }) => payment,
            to: (id) => `${WAITING_PAYMENTS}/${id}`,
            beside: ({ environment }) => <Side of={environment} />,
          }),
          {
            name: 'Flags',
            isExtra: true,
            cell: ({ flags, information }) =>
              [...flags.map(titleOf), ...(information === null ? [] : [ASKED[information]])].join('; '),
          },
          {
            name: 'Waits since',
            cell: ({ waitingReason, waitingSince }) => (waitingReason === null ? '' : <Moment at={waitingSince} />),
          },
          { name: 'Account', isExtra: true, cell: ({ accountName }) => accountName },
          { name: 'Partner', isExtra: true, cell: ({ partnerName }) => partnerName },
          {
            name: 'Assigned to',
            cell: ({ assignment: one }) => assigneeText(one && { id: one.personId, email: one.email }, personId),
          },
        ]}
      />
      <ListFoot path={WAITING_PAYMENTS} query={query} next={page.nextCursor} isEmpty={page.items.length === 0}>
        <DecideAllLink {...parts} />
      </ListFoot>
    </>
  );
}
