import type { VNode } from 'preact';
import type { StoredBatch } from '../../db/payments/batches/read-batch';
import { MAX_FILE_ROWS, type BatchStatus } from '../../domain/payments/batches/status';
import type { Page } from '../../domain/schema-tools';
import {
  Badge,
  BY_TIME,
  FaultSummary,
  FaultText,
  Field,
  FileField,
  Form,
  ListFoot,
  Moment,
  Notice,
  Select,
  Table,
  TextArea,
  timeOrder,
  type Tone,
} from '../parts';
import type { Fault, Faults } from '../forms/read-form';
import { useWords, type Words } from '../words/use-words';

const TONES: Record<BatchStatus, Tone> = {
  making: 'wait',
  completed: 'good',
  deciding: 'wait',
  cancelling: 'wait',
  cancelled: 'plain',
};

export function BatchBadge({ status }: { status: BatchStatus }): VNode {
  return <Badge tone={TONES[status]}>{useWords().batches.statuses[status]}</Badge>;
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

export function RowFaultsTable({ of: faults }: { of: readonly RowFault[] }): VNode {
  const { batches } = useWords();
  return (
    <Table
      name={batches.faults}
      rows={faults}
      columns={[
        { name: batches.row, isNumber: true, cell: ({ row }) => row },
        { name: batches.column, cell: ({ column }) => column || batches.wholeRow },
        { name: batches.fault, cell: ({ fault }) => <FaultText of={fault} /> },
      ]}
    />
  );
}

function BatchForm({ entered, faults, rowFaults, formToken, at }: BatchesPage): VNode {
  const { batches, common } = useWords();
  return (
    <section aria-labelledby="send">
      <h2 id="send">{batches.payMany}</h2>
      {rowFaults.length > 0 && (
        <Notice tone="bad">
          <p>{batches.nothingPaid}</p>
        </Notice>
      )}
      {rowFaults.length > 0 && <RowFaultsTable of={rowFaults} />}
      <Form className="panel" action={at('/batches')} formToken={formToken} takesFiles isCheckedByServer>
        <Field
          name="name"
          label={common.name}
          value={entered.name}
          fault={faults['name']}
          required={false}
          maxlength={140}
        />
        <Select
          name="mode"
          label={batches.ifFault}
          value={entered.mode}
          fault={faults['mode']}
          options={Object.entries(batches.modes)}
        />
        <FileField
          name="file"
          label={batches.file}
          hint={batches.fileHint({ rows: MAX_FILE_ROWS })}
          accept=".csv,.xml,text/csv,application/xml,text/xml"
          fault={faults['file']}
          required={false}
        />
        <TextArea
          name="text"
          label={batches.paste}
          hint={batches.pasteHint}
          value={entered.text}
          fault={faults['text']}
          rows={6}
          required={false}
        />
        <button>{batches.send}</button>
      </Form>
    </section>
  );
}

/** @returns what a batch is called where it was given no name */
export function batchName(
  { name, total }: { name: string | null; total: number },
  { batches }: Pick<Words, 'batches'>,
): string {
  return name ?? batches.named({ rows: total });
}

export function Batches(parts: BatchesPage): VNode {
  const { page, faults, query, at, mayCreate } = parts;
  const words = useWords();
  const { batches, common, format } = words;
  return (
    <>
      <FaultSummary faults={faults} />
      {mayCreate && <BatchForm {...parts} />}
      <Table
        name={batches.title}
        order={timeOrder(at('/batches'), query)}
        rows={page.items}
        empty={batches.none({ api: (text) => <a href="/docs">{text}</a> })}
        columns={[
          { name: batches.batch, cell: (one) => <a href={at(`/batches/${one.id}`)}>{batchName(one, words)}</a> },
          { name: common.columns.status, cell: ({ status }) => <BatchBadge status={status} /> },
          { name: batches.rows, isNumber: true, cell: ({ total }) => format.figure(total) },
          { name: batches.made, isNumber: true, cell: ({ made }) => format.figure(made) },
          { name: batches.refused, isNumber: true, cell: ({ refused }) => format.figure(refused) },
          { name: batches.sent, orders: BY_TIME, cell: ({ createdAt }) => <Moment at={createdAt} /> },
        ]}
      />
      <ListFoot path={at('/batches')} query={query} next={page.nextCursor} isEmpty={page.items.length === 0} />
    </>
  );
}
