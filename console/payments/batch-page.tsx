import type { VNode } from 'preact';
import { batchView } from '../../api/payments/batches/batch-view';
import type { BatchContents, StoredBatch, StoredRow } from '../../db/payments/batches/read-batch';
import { positionOf } from '../../domain/payments/batches/row-names';
import { PAYMENT_STATUSES } from '../../domain/payments/instruction/status';
import type { Page } from '../../domain/schema-tools';
import {
  Facts,
  FaultSummary,
  figure,
  Form,
  Id,
  Live,
  Moment,
  Money,
  Notice,
  Pager,
  PaymentLink,
  Reason,
  StatusBadge,
  Table,
} from '../parts';
import type { Faults } from '../forms/read-form';
import { Approvals } from './approval';
import { BatchBadge, RowFaults } from './batches-page';

export interface BatchPage {
  batch: StoredBatch;
  contents: BatchContents;
  rows: Page<StoredRow>;
  query: string;
  at: (path: string) => string;
}

/** Amounts by currency. */
export function Totals({ of: totals }: { of: readonly { currency: string; amount: number }[] }): VNode {
  return (
    <>
      {totals.map(({ currency, amount }, index) => (
        <span key={currency}>
          {index > 0 && ', '}
          <Money {...{ currency, amount }} />
        </span>
      ))}
    </>
  );
}

/** What changes while payments are made and sent. */
export function BatchProgress({ batch, contents, rows, query, at }: BatchPage): VNode {
  const { id, total, made, refused, cancelled } = batch;
  const { byStatus } = contents;
  const statuses = PAYMENT_STATUSES.filter((status) => byStatus[status] !== undefined);
  const faults = contents.refused.flatMap((row) =>
    row.faults.map(({ field, ...fault }) => ({ row: positionOf(row.id) + 1, column: field, fault })),
  );
  return (
    <>
      <p>
        <progress max={total} value={made + refused + cancelled} aria-label="Rows that are done" />{' '}
        {figure(made + refused + cancelled)} of {figure(total)} rows are done.
      </p>
      <Facts
        rows={[
          ['Status', <BatchBadge status={batch.status} />],
          ['Id', <Id of={id} />],
          ['API requests', <a href={at(`/requests?about=${id}`)}>about this batch</a>],
          ['Sent', <Moment at={batch.createdAt} />],
          ['Ended', <Moment at={batch.finishedAt} />],
          ['Made', figure(made)],
          ['Refused', figure(refused)],
          ['Cancelled', figure(cancelled)],
          ...(contents.awaitingApproval > 0
            ? ([['Wait for approvals', figure(contents.awaitingApproval)]] satisfies [string, string][])
            : []),
        ]}
      />
      <Table
        name="Payments by status"
        rows={statuses}
        empty="No payment is made yet."
        columns={[
          { name: 'Status', cell: (status) => <StatusBadge status={status} /> },
          { name: 'Payments', isNumber: true, cell: (status) => figure(byStatus[status] ?? 0) },
        ]}
      />
      {faults.length > 0 && <h2>Refused rows</h2>}
      {faults.length > 0 && <RowFaults of={faults} />}
      <h2>Rows</h2>
      <Table
        name="Rows"
        rows={rows.items}
        columns={[
          { name: 'Row', isNumber: true, cell: (row) => positionOf(row.id) + 1 },
          { name: 'State', cell: ({ state }) => state },
          {
            name: 'Payment',
            cell: ({ instructionId }) =>
              instructionId === null ? (
                ''
              ) : (
                <PaymentLink id={instructionId} reference={null} to={at(`/payments/${instructionId}`)} />
              ),
          },
        ]}
      />
      <Pager path={at(`/batches/${id}`)} query={query} next={rows.nextCursor} />
    </>
  );
}

interface ActParts {
  mayCancel: boolean;
  viewer: { id: string; email: string };
  reason: string;
  comment: string;
  faults: Faults;
  formToken: string;
}

/** The approvals of a batch as one thing, or how many of its payments are approved one by one. */
function Approval({ batch, contents, viewer, comment, formToken, at }: BatchPage & ActParts): VNode | null {
  const { approval } = batchView(batch, contents);
  const { awaitingApproval: waiting } = contents;
  if (approval === null) {
    if (waiting === 0 || batch.status === 'making') return null;
    return (
      <Notice tone="info">
        <p>
          {waiting === 1 ? 'One payment waits' : `${figure(waiting)} payments wait`} for approvals, each by itself: see{' '}
          <a href={at('/approvals')}>Approvals</a>.
        </p>
      </Notice>
    );
  }
  const { payments, totals } = approval;
  const isOpen = waiting > 0 && (batch.status === 'completed' || batch.status === 'deciding');
  const isCreator = batch.creatorId === viewer.id;
  return (
    <>
      <Approvals
        what="batch"
        action={at(`/batches/${batch.id}/approvals`)}
        viewer={{ email: viewer.email, isCreator }}
        {...{ approval, isOpen, comment, formToken }}
      />
      <p>
        {payments === 1 ? 'One payment' : `${figure(payments)} payments`}: <Totals of={totals} />
      </p>
    </>
  );
}

export function Batch(parts: BatchPage & ActParts): VNode {
  const { batch, contents, at, mayCancel, reason, faults, formToken } = parts;
  const { id, status } = batch;
  const isOpen =
    status === 'making' || status === 'deciding' || (status === 'completed' && (contents.byStatus.pending ?? 0) > 0);
  return (
    <>
      <FaultSummary faults={faults} />
      <Approval {...parts} />
      <Live>
        <BatchProgress {...parts} />
      </Live>
      {mayCancel && isOpen && (
        <section aria-labelledby="cancel">
          <h2 id="cancel">Cancel the batch</h2>
          <p>Rows that wait, and payments that no partner has, are cancelled. What is sent stays.</p>
          <Form className="panel" action={at(`/batches/${id}/cancel`)} formToken={formToken}>
            <Reason hint="Kept with the payments." value={reason} required={false} fault={faults['reason']} />
            <button class="danger">Cancel the batch</button>
          </Form>
        </section>
      )}
    </>
  );
}
