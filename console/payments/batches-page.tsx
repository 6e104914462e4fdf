import type { VNode } from 'preact';
import type { StoredBatch } from '../../db/payments/batches/read-batch';
import { MAX_FILE_ROWS, type BatchStatus } from '../../domain/payments/batches/status';
import type { Page } from '../../domain/schema-tools';
import {
  Badge,
  FaultSummary,
  FaultText,
  Field,
  FileField,
  figure,
  Form,
  Moment,
  Notice,
  Pager,
  Select,
  Table,
  TextArea,
  type Tone,
} from '../parts';
import type { Fault, Faults } from '../forms/read-form';

const TONES: Record<BatchStatus, Tone> = {
  making: 'wait',
  completed: 'good',
  deciding: 'wait',
  cancelling: 'wait',
  cancelled: 'plain',
};

export function BatchBadge({ status }: { status: BatchStatus }): VNode {
  return <Badge tone={TONES[status]}>{status}</Badge>;
}

/** A fault of a row, as a table of them shows it. */
export interface RowFault {
  /** As people count rows: from 1. */
  row: number;
  column: string;
  fault: Fault;
}

export interface BatchesPage {
  page: Page<StoredBatch>;
  mayCreate: boolean;
  entered: { name: string; mode: string; text: string };
  /** Of the fields of the form. */
  faults: Faults;
  /** Of the rows that were sent. */
  rowFaults: readonly RowFault[];
  query: string;
  formToken: string;
  at: (path: string) => string;
}

export function RowFaults({ of: faults }: { of: readonly RowFault[] }): VNode {
  return (
    <Table
      name="Faults"
      rows={faults}
      columns={[
        { name: 'Row', isNumber: true, cell: ({ row }) => row },
        { name: 'Column', cell: ({ column }) => column || 'whole row' },
        { name: 'Fault', cell: ({ fault }) => <FaultText of={fault} /> },
      ]}
    />
  );
}

const MODES = [
  ['all_or_nothing', 'Pay all rows, or none if any row has a fault'],
  ['valid_only', 'Pay the rows without a fault'],
] as const;

function Send({ entered, faults, rowFaults, formToken, at }: BatchesPage): VNode {
  return (
    <section aria-labelledby="send">
      <h2 id="send">Pay many at once</h2>
      {rowFaults.length > 0 && (
        <Notice tone="bad">
          <p>Nothing was paid. Correct these rows and send the batch again.</p>
        </Notice>
      )}
      {rowFaults.length > 0 && <RowFaults of={rowFaults} />}
      <Form className="panel" action={at('/batches')} formToken={formToken} takesFiles isCheckedByServer>
        <Field name="name" label="Name" value={entered.name} fault={faults['name']} required={false} maxlength={140} />
        <Select name="mode" label="If a row has a fault" value={entered.mode} fault={faults['mode']} options={MODES} />
        <FileField
          name="file"
          label="File"
          hint={`CSV or pain.001 of ISO 20022, at most ${figure(MAX_FILE_ROWS)} rows and 10 MiB.`}
          accept=".csv,.xml,text/csv,application/xml,text/xml"
          fault={faults['file']}
          required={false}
        />
        <TextArea
          name="text"
          label="Or paste a table"
          hint="From a spreadsheet, with the header: amount, currency, beneficiary.name, and so on."
          value={entered.text}
          fault={faults['text']}
          rows={6}
          required={false}
        />
        <button>Send the batch</button>
      </Form>
    </section>
  );
}

/** @returns what a batch is called where it was given no name */
export function batchName({ name, total }: { name: string | null; total: number }): string {
  return name ?? (total === 1 ? 'Batch of 1 row' : `Batch of ${figure(total)} rows`);
}

export function Batches(parts: BatchesPage): VNode {
  const { page, faults, query, at, mayCreate } = parts;
  return (
    <>
      <FaultSummary faults={faults} />
      {mayCreate && <Send {...parts} />}
      <Table
        name="Batches"
        rows={page.items}
        empty={
          <>
            No batch has been sent yet. A batch is a table of up to 10,000 payments, with one row each: paste one into
            the form above, or send it with <a href="/docs">the API</a>.
          </>
        }
        columns={[
          { name: 'Batch', cell: (one) => <a href={at(`/batches/${one.id}`)}>{batchName(one)}</a> },
          { name: 'Status', cell: ({ status }) => <BatchBadge status={status} /> },
          { name: 'Rows', isNumber: true, cell: ({ total }) => figure(total) },
          { name: 'Made', isNumber: true, cell: ({ made }) => figure(made) },
          { name: 'Refused', isNumber: true, cell: ({ refused }) => figure(refused) },
          { name: 'Sent', cell: ({ createdAt }) => <Moment at={createdAt} /> },
        ]}
      />
      <Pager path={at('/batches')} query={query} next={page.nextCursor} />
    </>
  );
}
