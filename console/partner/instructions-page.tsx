import type { VNode } from 'preact';
import type { output } from 'zod';
import type { GivenInstructionShape, GivenPage } from '../../domain/payments/dispatch/given-schema';
import { maskAccountNumber } from '../../domain/payments/instruction/bank-account';
import { partnerAsks } from '../../domain/payments/dispatch/partner-asks';
import { PAYMENT_STATUSES } from '../../domain/payments/instruction/status';
import {
  Facts,
  FaultSummary,
  Field,
  Filters,
  Id,
  ListFoot,
  Moment,
  Money,
  Select,
  StatusBadge,
  Table,
  fieldsOf,
} from '../parts';
import type { Faults } from '../forms/read-form';
import { OneLine, PayeeLink } from '../payments/payment-columns';
import { ReportTable } from './reports-page';

/** Payments that a partner received. */
export const INSTRUCTIONS = '/console/partner/instructions';

type Summary = output<typeof GivenPage>['items'][number];

/** Who is paid, as the order says. */
function paidBy({ instructionId: id, order }: Summary) {
  if (order === null) return { id, reference: null, payee: null };
  const { name, bankAccount } = order.beneficiary;
  const account = maskAccountNumber(bankAccount.accountNumber);
  return { id, reference: null, payee: { name, account, country: bankAccount.country } };
}

/** Payments that a partner received. */
export function InstructionTable({ of: rows, empty }: { of: readonly Summary[]; empty: string }): VNode {
  return (
    <Table
      name="Instructions"
      rows={rows}
      empty={empty}
      columns={[
        {
          name: 'Payee',
          inCard: 'why',
          cell: (one) => <PayeeLink of={paidBy(one)} to={`${INSTRUCTIONS}/${one.instructionId}`} />,
        },
        {
          name: 'Amount',
          isNumber: true,
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        { name: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
        { name: 'Your reference', cell: ({ partnerReference }) => <OneLine text={partnerReference} /> },
        { name: 'Received', cell: ({ givenAt }) => <Moment at={new Date(givenAt)} /> },
        {
          name: 'Cancellation',
          isExtra: true,
          cell: ({ cancellation }) => (cancellation === null ? '' : cancellation.status),
        },
      ]}
    />
  );
}

export function Instructions(page: {
  list: output<typeof GivenPage> | null;
  entered: Readonly<Record<string, string>>;
  faults: Faults;
  query: string;
}): VNode {
  const { list, entered, faults, query } = page;
  const statuses = PAYMENT_STATUSES.map((status) => [status, status] as const);
  const field = fieldsOf(entered, faults);
  return (
    <>
      <FaultSummary faults={faults} />
      <Filters action={INSTRUCTIONS}>
        <Field {...field('reference')} label="Id or reference" required={false} />
        <Select
          {...field('waiting')}
          label="Show"
          options={[
            ['', 'All, the latest first'],
            ['true', 'Without an outcome, the oldest first'],
          ]}
        />
        <Select {...field('status')} label="Status" options={[['', 'All'], ...statuses]} />
        <Field {...field('since')} label="Received since" type="date" required={false} />
        <Field {...field('until')} label="Received before" type="date" required={false} />
      </Filters>
      {list !== null && (
        <>
          <InstructionTable
            of={list.items}
            empty="No matching instructions. Payments that were sent to you appear here."
          />
          <ListFoot path={INSTRUCTIONS} query={query} next={list.nextCursor} isEmpty={list.items.length === 0} />
        </>
      )}
    </>
  );
}

function RequiredActions({ of: given }: { of: output<typeof GivenInstructionShape> }): VNode {
  const { status, cancellation, reconciliation } = given;
  const asks = partnerAsks({ status, cancellation, reconciliation, hasConfirmation: given.settlement !== null });
  if (asks.length === 0) return <p>No action is required.</p>;
  return (
    <ul>
      {asks.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** A JSON object, formatted. */
function JsonText({ of: value, name }: { of: unknown; name: string }): VNode {
  return (
    <pre tabindex={0} role="region" aria-label={name}>
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}

export function Instruction({ given }: { given: output<typeof GivenInstructionShape> }): VNode {
  const { instructionId, status, amount, currency, attempt, givenAt, settledAt, order, settlement } = given;
  const { reconciliation, reports } = given;
  return (
    <>
      <Facts
        rows={[
          ['Status', <StatusBadge status={status} />],
          ['Amount', <Money amount={amount} currency={currency} />],
          ['Id', <Id of={instructionId} />],
          ['Received', <Moment at={new Date(givenAt)} />],
          ['Attempt', attempt],
          ['Your reference', <Id of={given.partnerReference} />],
          ['Bank reference', <Id of={given.bankReference} />],
          ['Settled', <Moment at={settledAt === null ? null : new Date(settledAt)} />],
        ]}
      />
      <section aria-labelledby="asks">
        <h2 id="asks">Required action</h2>
        <RequiredActions of={given} />
      </section>
      <section aria-labelledby="reports">
        <h2 id="reports">Your reports</h2>
        <ReportTable
          of={reports.toReversed().map((report) => ({ ...report, instructionId, unmatched: null }))}
          empty="No reports yet."
        />
      </section>
      <section aria-labelledby="order">
        <h2 id="order">Submission</h2>
        {order === null ? <p>The data was erased.</p> : <JsonText of={order} name="Body of the submission" />}
      </section>
      {settlement !== null && (
        <section aria-labelledby="settlement">
          <h2 id="settlement">Your confirmation</h2>
          <JsonText of={settlement} name="Body of the confirmation" />
        </section>
      )}
      {reconciliation !== null && (
        <section aria-labelledby="reconciliation">
          <h2 id="reconciliation">Reconciliation</h2>
          <p>
            <StatusBadge status={reconciliation.status} />
          </p>
          {reconciliation.discrepancies.length > 0 && (
            <JsonText of={reconciliation.discrepancies} name="Discrepancies" />
          )}
        </section>
      )}
    </>
  );
}
