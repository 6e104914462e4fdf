import { approvePaymentBatch } from '../../api/payments/batches/approve-batch';
import { cancelPaymentBatch } from '../../api/payments/batches/cancel-batch';
import { createPaymentBatch } from '../../api/payments/batches/create-batch';
import { retryPaymentBatch } from '../../api/payments/batches/retry-batch';
import {
  findBatch,
  listBatches,
  listBatchRows,
  readBatchContents,
  type StoredBatch,
} from '../../db/payments/batches/read-batch';
import { readWithPayments } from '../../db/payments/instruction/payment-rows';
import { Batch as BatchShape } from '../../domain/payments/batches/batch-schema';
import { positionOf } from '../../domain/payments/batches/row-names';
import type { ListPage } from '../../domain/list-order';
import { DomainError } from '../../domain/errors';
import { idOfCursor, pageOf } from '../../domain/schema-tools';
import { faultWithin, textOf, type Faults } from '../forms/read-form';
import { listFileAnswer, fileRoute, readListPage, type List, type ListFile } from '../list';
import { DECISIONS } from '../navigation';
import { submitOperation } from '../operation';
import type { SideRoute, SideVisit } from '../sides';
import { mayChange, userOf } from '../user-of';
import type { Answer } from '../visit';
import { Batch, BatchProgress, type BatchPage, type ShownRow } from './batch-page';
import { batchName, Batches, type RowFault } from './batches-page';

const PAGE = 25;
const ROW_ID = /^bat_[0-9a-z]{26}:\d{5}$/;
const FILE_LIMIT_BYTES = 10 * 1024 * 1024;
/** A table of a thousand rows. */
const FORM_LIMIT_BYTES = 1024 * 1024;
/** `items[3].currency`, or `items[3]` for the whole row. */
const ROW_FIELD = /^items\[(\d+)\](?:\.(.*))?$/;

/** Separates faults of the form's fields from those of rows. */
function splitFaults(faults: Faults, hasFile: boolean): { faults: Faults; rowFaults: RowFault[] } {
  const rowFaults: RowFault[] = [];
  const fields: Faults = {};
  for (const [field, fault] of Object.entries(faults)) {
    const match = ROW_FIELD.exec(field);
    if (match !== null) rowFaults.push({ row: Number(match[1]) + 1, column: match[2] ?? '', fault });
    else if (field === 'name' || field === 'mode' || field === 'form') fields[field] = fault;
    // What of a file is at fault as a whole, such as a column that is missing.
    else fields[hasFile ? 'file' : 'text'] ??= field === 'file' ? fault : faultWithin(field, fault);
  }
  return { faults: fields, rowFaults };
}

const LIST: List<SideVisit, object, StoredBatch> = {
  name: 'batches',
  ids: 'batch',
  read: ({ parts, tenant }, query) => listBatches(parts.database, tenant, query),
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    status: ({ status }) => status,
    rows: ({ total }) => total,
    made: ({ made }) => made,
    refused: ({ refused }) => refused,
    cancelled: ({ cancelled }) => cancelled,
    failed: ({ failed }) => failed,
    sent: ({ createdAt }) => createdAt,
    ended: ({ finishedAt }) => finishedAt,
  },
};

async function showBatches(visit: SideVisit, refused: Faults = {}, status = 200): Promise<Answer> {
  const { tenant, at, form, files, formToken } = visit;
  const { page, query } = await readListPage(LIST, visit);
  const entered = { name: form.get('name') ?? '', mode: form.get('mode') ?? '', text: textOf(form, 'text') };
  const mayCreate = mayChange(visit, tenant.environment);
  const body = (
    <Batches
      page={page}
      {...{ entered, query, formToken, at, mayCreate }}
      {...splitFaults(refused, files.has('file'))}
    />
  );
  return { kind: 'page', title: visit.words.batches.title, body, status };
}

async function readRows(
  { parts: { database, vault } }: SideVisit,
  batchId: string,
  { after, limit }: ListPage,
): Promise<ShownRow[]> {
  const rows = await listBatchRows(database, batchId, { state: undefined, after, limit });
  return readWithPayments(database, vault, { rows, idOf: ({ instructionId }) => instructionId });
}

/** The rows of a batch as a CSV file. */
async function rowsFile(visit: SideVisit): Promise<Answer> {
  const { id } = await batchOf(visit);
  const rows: ListFile<SideVisit, object, ShownRow> = {
    name: () => id,
    hasOrder: true,
    read: (_, page) => readRows(visit, id, page),
    columns: {
      row: (row) => positionOf(row.id) + 1,
      state: ({ state }) => state,
      payment: ({ instructionId }) => instructionId,
      reference: ({ payment }) => payment?.reference,
      payee: ({ payment }) => payment?.payee?.name,
      account: ({ payment }) => payment?.payee?.account,
      amount: ({ payment }) => (payment === null ? null : Number(payment.amount)),
      currency: ({ payment }) => payment?.currency,
      status: ({ payment }) => payment?.status,
      faults: ({ faults }) => faults.map(({ field, message }) => `${field} ${message}`.trim()).join('; '),
    },
  };
  return listFileAnswer(rows, visit);
}

function createBatch(visit: SideVisit): Promise<Answer> {
  const { form, files, at } = visit;
  const bytes = files.get('file')?.bytes ?? Buffer.from(textOf(form, 'text'));
  if (bytes.length === 0) return showBatches(visit, { file: visit.words.batches.chooseFile }, 400);
  const name = (form.get('name') ?? '').trim();
  return submitOperation(visit, createPaymentBatch, {
    query: { mode: form.get('mode') ?? '', ...(name === '' ? {} : { name }) },
    upload: { bytes, fileType: 'text/csv' },
    done: ({ data }) => ({
      kind: 'done',
      notice: { name: 'batch-received' },
      location: at(`/batches/${BatchShape.parse(data).batchId}`),
    }),
    refused: (faults, status) => showBatches(visit, faults, status),
  });
}

async function batchOf({ tenant, parts, params }: SideVisit): Promise<StoredBatch> {
  const batch = await findBatch(parts.database, tenant, params['batchId'] ?? '');
  if (batch === null) throw new DomainError('NOT_FOUND', 'There is no such batch.');
  return batch;
}

async function pageOfBatch(visit: SideVisit): Promise<BatchPage> {
  const { parts, context, at } = visit;
  const { database } = parts;
  const query = context.querystring;
  const batch = await batchOf(visit);
  const after = idOfCursor(new URLSearchParams(query).get('cursor'), ROW_ID);
  const [contents, rows] = await Promise.all([
    readBatchContents(database, batch.id),
    readRows(visit, batch.id, { after, limit: PAGE + 1 }),
  ]);
  return { batch, contents, rows: pageOf(rows, PAGE), query, at };
}

async function showBatch(visit: SideVisit, faults: Faults = {}, status = 200): Promise<Answer> {
  const page = await pageOfBatch(visit);
  const { form, formToken, tenant } = visit;
  const reason = form.get('reason') ?? '';
  const comment = textOf(form, 'comment');
  const mayCancel = mayChange(visit, tenant.environment);
  const viewer = userOf(visit);
  const body = <Batch {...page} {...{ mayCancel, viewer, reason, comment, faults, formToken }} />;
  return { kind: 'page', title: batchName(page.batch, visit.words), body, status };
}

function cancelBatch(visit: SideVisit): Promise<Answer> {
  const { form, params, at } = visit;
  const reason = (form.get('reason') ?? '').trim();
  return submitOperation(visit, cancelPaymentBatch, {
    body: reason === '' ? {} : { reason },
    done: () => ({
      kind: 'done',
      notice: { name: 'batch-cancelled' },
      location: at(`/batches/${params['batchId'] ?? ''}`),
    }),
    refused: (faults, status) => showBatch(visit, faults, status),
  });
}

function retryBatch(visit: SideVisit): Promise<Answer> {
  const { params, at } = visit;
  return submitOperation(visit, retryPaymentBatch, {
    done: () => ({
      kind: 'done',
      notice: { name: 'batch-retried' },
      location: at(`/batches/${params['batchId'] ?? ''}`),
    }),
    refused: (faults, status) => showBatch(visit, faults, status),
  });
}

/** Submits the decision of `Approvals`; the batch's page shows a refusal. */
function decideBatch(visit: SideVisit): Promise<Answer> {
  const { form, at } = visit;
  const decision = form.get('decision') ?? '';
  const comment = textOf(form, 'comment');
  return submitOperation(visit, approvePaymentBatch, {
    body: { hash: form.get('hash') ?? '', decision, ...(comment === '' ? {} : { comment }) },
    done: () => ({
      kind: 'done',
      notice: { name: decision === 'reject' ? 'batch-rejected' : 'batch-approved' },
      location: at(DECISIONS),
    }),
    refused: (faults, status) => showBatch(visit, faults, status),
  });
}

export const BATCH_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '/batches', access: 'account', handle: (visit) => showBatches(visit) },
  {
    method: 'post',
    path: '/batches',
    access: 'developer',
    countsOnce: true,
    fileLimitBytes: FILE_LIMIT_BYTES,
    formLimitBytes: FORM_LIMIT_BYTES,
    handle: createBatch,
  },
  fileRoute({ path: '/batches/file', access: 'account' }, LIST),
  { method: 'get', path: '/batches/:batchId/file', access: 'account', handle: rowsFile },
  {
    method: 'get',
    path: '/batches/:batchId',
    access: 'account',
    handle: (visit) => showBatch(visit),
    live: async (visit) => <BatchProgress {...await pageOfBatch(visit)} />,
  },
  { method: 'post', path: '/batches/:batchId/cancel', access: 'developer', handle: cancelBatch },
  { method: 'post', path: '/batches/:batchId/retry', access: 'developer', handle: retryBatch },
  { method: 'post', path: '/batches/:batchId/approvals', access: 'account', countsOnce: true, handle: decideBatch },
];
