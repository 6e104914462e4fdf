import type { output } from 'zod';
import { invalidField, invalidRequest } from '../../../domain/errors';
import { BatchHead, isXmlFile, type BatchFileQuery } from '../../../domain/payments/batches/batch-schema';
import { IgnoredParts } from '../../../domain/payments/batches/file-row';
import { plainWords } from '../../../domain/schema-words';
import type { Services } from '../../services';
import { faultsOf } from '../../field-faults';
import type { RowToJudge } from './judge-rows';

/** Files that are taken in place of JSON. Source: docs/GAPS.md#P18 */
export const BATCH_FILE_TYPES = ['text/csv', 'application/xml', 'text/xml', 'multipart/form-data'];

/** A batch as it is sent: what it says of itself, and its rows. */
export interface SentBatch extends output<typeof BatchHead> {
  rows: Iterable<RowToJudge> | AsyncIterable<RowToJudge>;
  /** What of a file is not read; complete once the rows were read. */
  ignoredParts: () => string[];
}

interface Upload {
  bytes: Buffer;
  head: Record<string, unknown>;
}

/** The parts of a form (RFC 7578): `file`, and perhaps `mode` and `name`. */
async function readForm(bytes: Buffer, contentType: string): Promise<Upload> {
  const headers = { 'content-type': contentType };
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch(() => {
    throw invalidField('', 'form', 'is no form that can be read');
  });
  const twice = ['file', 'mode', 'name'].filter((name) => form.getAll(name).length > 1);
  if (twice.length > 0)
    throw invalidRequest(twice.map((field) => ({ field, code: 'duplicate', message: 'must be in the form once' })));
  const file = form.get('file');
  if (!(file instanceof File)) throw invalidField('file', 'required', 'is required: a part of the form with a file');
  const text = (name: string): Record<string, string> => {
    const value = form.get(name);
    return typeof value === 'string' && value !== '' ? { [name]: value } : {};
  };
  return { bytes: Buffer.from(await file.arrayBuffer()), head: { ...text('mode'), ...text('name') } };
}

/**
 * Reads a file that was sent in place of JSON; its rows are read while they are judged.
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
  const ignored = new IgnoredParts();
  const kind = isXmlFile(bytes) ? 'xml' : 'csv';
  return { ...parsed.data, rows: services.readBatchFile(kind, bytes, ignored), ignoredParts: () => ignored.list() };
}
