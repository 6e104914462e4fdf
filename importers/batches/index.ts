import type { FileRow, FileSummary } from '../../domain/payments/batches/file-row';
import { readBatchCsv } from './csv';
import { readPain001 } from './pain001';

/** Reads a batch of payments from a file. Source: docs/GAPS.md#P18 */
export function readBatchFile(kind: 'csv' | 'xml', bytes: Buffer, summary: FileSummary): AsyncIterable<FileRow> {
  return kind === 'csv' ? readBatchCsv(bytes, summary) : readPain001(bytes, summary);
}
