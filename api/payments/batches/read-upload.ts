import type { output } from 'zod';
import { invalidField, invalidRequest } from '../../../domain/errors';
import { BatchHead, isXmlFile, type BatchFileQuery } from '../../../domain/payments/batches/batch-schema';
import { completeItem, type BatchDefaults } from '../../../domain/payments/batches/batch-defaults';
import { FileSummary } from '../../../domain/payments/batches/file-row';
import { plainWords } from '../../../domain/schema-words';
import type { Services } from '../../services';
import { faultsOf } from '../../field-faults';
import type { RowToJudge } from './judge-rows';

/** Files that are taken in place of JSON. Source: docs/GAPS.md#P18 */
export const BATCH_FILE_TYPES = ['text/csv', 'application/xml', 'text/xml', 'multipart/form-data'];

/** A batch as it is sent: what it says of itself, and its rows. */
export interface SentBatch extends Pick<output<typeof BatchHead>, 'mode' | 'name'>, BatchDefaults {
  rows: Iterable<RowToJudge> | AsyncIterable<RowToJudge>;
  /** What else is known of a file; complete once the rows were read. */
  summary: FileSummary;
  /** Whether the rows are of a message of a bank. */
  isMessage: boolean;
}

interface Upload {
  bytes: Buffer;
  head: Record<string, unknown>;
}

/** Parts of a form beside the file. */
const HEAD = ['mode', 'name', 'purpose', 'valueDate'];

/** Reads a form (RFC 7578): its `file`, and the optional parts of `HEAD`. */
async function readForm(bytes: Buffer, contentType: string): Promise<Upload> {
  const headers = { 'content-type': contentType };
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch(() => {
    throw invalidField('', 'form', 'is no form that can be read');
  });
  const twice = ['file', ...HEAD].filter((name) => form.getAll(name).length > 1);
  if (twice.length > 0)
    throw invalidRequest(twice.map((field) => ({ field, code: 'duplicate', message: 'must be in the form once' })));
  const file = form.get('file');
  if (!(file instanceof File)) throw invalidField('file', 'required', 'is required: a part of the form with a file');
  const textMember = (name: string): Record<string, string> => {
    const value = form.get(name);
    return typeof value === 'string' && value !== '' ? { [name]: value } : {};
  };
  return {
    bytes: Buffer.from(await file.arrayBuffer()),
    head: Object.assign({}, ...HEAD.map(textMember)) as Record<string, string>,
  };
}

/** Adds the batch's defaults to each row, and notes assumed purposes. */
export async function* completeRows(batch: SentBatch): AsyncGenerator<RowToJudge> {
  let position = 0;
  for await (const row of batch.rows) {
    const { item, isPurposeAssumed } = completeItem(row.item, batch, batch.isMessage);
    if (isPurposeAssumed) batch.summary.assume(`items[${position}].purpose.code`);
    position += 1;
    yield { ...row, item };
  }
}

/**
 * Reads a file that was sent in place of JSON; its rows are parsed while they are judged.
 * @throws DomainError INVALID_REQUEST
 * Source: docs/GAPS.md#P18
 */
export async function readUpload(
  sent: { bytes: Buffer; fileType: string; contentType: string; query: output<typeof BatchFileQuery> },
  services: Pick<Services, 'readBatchFile'>,
): Promise<SentBatch> {
  const isForm = sent.fileType === 'multipart/form-data';
  const { bytes, head } = isForm ? await readForm(sent.bytes, sent.contentType) : { bytes: sent.bytes, head: {} };
  const parsed = BatchHead.safeParse({ ...sent.query, ...head }, { error: plainWords });
  if (!parsed.success) throw invalidRequest(faultsOf(parsed.error));
  const summary = new FileSummary();
  const isMessage = isXmlFile(bytes);
  const rows = services.readBatchFile(isMessage ? 'xml' : 'csv', bytes, summary);
  return { ...parsed.data, rows, summary, isMessage };
}
