import type { VNode } from 'preact';
import { DECISIONS } from '../navigation';
import { batchView } from '../../api/payments/batches/batch-view';
import type { BatchContents, StoredBatch, StoredRow } from '../../db/payments/batches/read-batch';
import type { PaymentRow } from '../../db/payments/instruction/payment-rows';
import { positionOf } from '../../domain/payments/batches/row-names';
import { PAYMENT_STATUSES } from '../../domain/payments/instruction/status';
import type { Page } from '../../domain/schema-tools';
import {
  Facts,
  FaultSummary,
  Form,
  Id,
  ListFoot,
  Live,
  Moment,
  Money,
  Notice,
  Reason,
  StatusBadge,
  Table,
} from '../parts';
import type { Faults } from '../forms/read-form';
import { useWords } from '../words/use-words';
import { Approvals } from './approval';
import { paymentColumns } from './payment-columns';
import { BatchBadge, RowFaultsTable } from './batches-page';

/** A row of a batch with the payment that was made of it. */
export type ShownRow = StoredRow & { payment: PaymentRow | null };

export interface BatchPage {
  batch: StoredBatch;
  contents: BatchContents;
  rows: Page<ShownRow>;
  query: string;
  at: (path: string) => string;
}

/** Amounts by currency. */
export function Totals({ of: totals }: { of: readonly { currency: string; amount: number | string }[] }): VNode {
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

/** The part that updates while payments are created and sent. */
export function BatchProgress({ batch, contents, rows, query, at }: BatchPage): VNode {
  const { id, total, made, refused, cancelled, failed } = batch;
  const { byStatus } = contents;
  const words = useWords();
  const { batches, common, format } = words;
  const done = made + refused + cancelled + failed;
  const counted: [string, number][] = [
    [batches.refused, refused],
    [batches.cancelled, cancelled],
    [batches.failed, failed],
    [batches.waitForApprovals, contents.awaitingApproval],
  ];
  const statuses = PAYMENT_STATUSES.filter((status) => byStatus[status] !== undefined);
  const faults = contents.refused.flatMap((row) =>
    row.faults.map(({ field, ...fault }) => ({ row: positionOf(row.id) + 1, column: field, fault })),
  );
  return (
    <>
      <p class="headline">
        {batches.sum({ count: made, totals: <Totals of={contents.totals} /> })}
        {statuses.map((status) => (
          <span key={status}>
            {' · '}
            {format.figure(byStatus[status] ?? 0)} <StatusBadge status={status} />
          </span>
        ))}
      </p>
      <p>
        <progress max={total} value={done} aria-label={batches.doneLabel} /> {batches.done({ done, total })}
      </p>
      <Facts
        rows={[
          [common.columns.status, <BatchBadge status={batch.status} />],
          [batches.id, <Id of={id} />],
          [batches.requests, <a href={at(`/requests?about=${id}`)}>{batches.aboutThis}</a>],
          [batches.sent, <Moment at={batch.createdAt} />],
          [batches.ended, <Moment at={batch.finishedAt} />],
          ...counted.flatMap(([name, count]): [string, string][] =>
            count === 0 ? [] : [[name, format.figure(count)]],
          ),
        ]}
      />
      {faults.length > 0 && <h2>{batches.refusedRows}</h2>}
      {faults.length > 0 && <RowFaultsTable of={faults} />}
      <h2>{batches.rows}</h2>
      <Table
        name={batches.rows}
        rows={rows.items}
        columns={[
          { name: batches.row, isNumber: true, cell: (row) => positionOf(row.id) + 1 },
          ...paymentColumns<ShownRow>(words, {
            of: ({ payment }) => payment,
            to: (instructionId) => at(`/payments/${instructionId}`),
            otherwise: ({ state }) => batches.rowStates[state],
          }),
        ]}
      />
      <ListFoot path={at(`/batches/${id}`)} query={query} next={rows.nextCursor} isEmpty={rows.items.length === 0} />
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

/** Approvals of a batch as a whole, or how many of its payments are approved one by one. */
function BatchApproval({ batch, contents, viewer, comment, formToken, at }: BatchPage & ActParts): VNode | null {
  const { approval } = batchView(batch, contents);
  const { awaitingApproval: waiting } = contents;
  const { batches } = useWords();
  if (approval === null) {
    if (waiting === 0 || batch.status === 'making') return null;
    return (
      <Notice tone="info">
        <p>{batches.eachByItself({ count: waiting, link: (text) => <a href={at(DECISIONS)}>{text}</a> })}</p>
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
      <p>{batches.sum({ count: payments, totals: <Totals of={totals} /> })}</p>
    </>
  );
}

export function Batch(parts: BatchPage & ActParts): VNode {
  const { batch, contents, at, mayCancel, reason, faults, formToken } = parts;
  const { id, status } = batch;
  const { batches } = useWords();
  const isOpen =
    status === 'making' ||
    status === 'deciding' ||
    (status === 'completed' && ((contents.byStatus.pending ?? 0) > 0 || batch.failed > 0));
  return (
    <>
      <FaultSummary faults={faults} />
      <BatchApproval {...parts} />
      <Live>
        <BatchProgress {...parts} />
      </Live>
      {mayCancel && batch.failed > 0 && status !== 'cancelled' && status !== 'cancelling' && (
        <section aria-labelledby="retry">
          <h2 id="retry">{batches.retry}</h2>
          <p>{batches.retryMeans}</p>
          <Form className="panel" action={at(`/batches/${id}/retry`)} formToken={formToken}>
            <button>{batches.retry}</button>
          </Form>
        </section>
      )}
      {mayCancel && isOpen && (
        <section aria-labelledby="cancel">
          <h2 id="cancel">{batches.cancel}</h2>
          <p>{batches.cancelMeans}</p>
          <Form className="panel" action={at(`/batches/${id}/cancel`)} formToken={formToken}>
            <Reason hint={batches.keptWithPayments} value={reason} required={false} fault={faults['reason']} />
            <button class="danger">{batches.cancel}</button>
          </Form>
        </section>
      )}
    </>
  );
}
