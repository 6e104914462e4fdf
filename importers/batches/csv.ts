import { Readable } from 'node:stream';
import { CsvError, parse, type Info } from 'csv-parse';
import { invalidRequest } from '../../domain/errors';
import { rowToItem, readHeader, type CsvHeader } from '../../domain/payments/batches/csv-columns';
import type { FileRow, FileSummary } from '../../domain/payments/batches/file-row';
import { MAX_FILE_ROWS } from '../../domain/payments/batches/status';
import { checkText, slicesOf, tooManyRows, unreadable } from './batch-file';

/** A creation with every member filled has less. */
const MAX_ROW_BYTES = 32 * 1024;

/** Spreadsheets write semicolons in many countries, and tabs where cells are copied: the header says which it is. */
function delimiterOf(bytes: Buffer): string {
  const beginning = bytes.subarray(0, MAX_ROW_BYTES).toString('latin1').replace(/^ï»¿/, '').trimStart();
  const header = beginning.split(/[\r\n]/, 1)[0] ?? '';
  if (header.includes(',')) return ',';
  return header.includes('\t') ? '\t' : ';';
}

function readHeaderOrRefuse(cells: readonly string[], summary: FileSummary): CsvHeader {
  const header = readHeader(cells);
  if (header.faults.length > 0) throw invalidRequest(header.faults);
  for (const name of header.ignored) summary.add(name);
  return header;
}

/** The parser quotes the cell with a stray quote, which may be an account number. */
function withoutContents(message: string): string {
  return message.replace(/, value is .*$/s, '');
}

/**
 * Parses a CSV batch (RFC 4180; commas, semicolons or tabs): a header with a column for each member, and a row for
 * each payment.
 * @throws DomainError INVALID_REQUEST with the line, for another file or one with too many rows
 * Source: docs/GAPS.md#P18
 */
export async function* readBatchCsv(bytes: Buffer, summary: FileSummary): AsyncGenerator<FileRow> {
  checkText(bytes);
  const options = {
    ...{ bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, info: true },
    delimiter: delimiterOf(bytes),
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_ROW_BYTES,
  };
  const parser = Readable.from(slicesOf(bytes)).pipe(parse(options));
  let header: CsvHeader | null = null;
  let rows = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      if (header === null) {
        header = readHeaderOrRefuse(record, summary);
        continue;
      }
      // Spreadsheets write rows that were emptied as delimiters alone.
      if (record.every((cell) => cell === '')) continue;
      rows += 1;
      if (rows > MAX_FILE_ROWS) throw tooManyRows();
      yield { line: info.lines, ...rowToItem(header, record) };
    }
  } catch (fault) {
    if (!(fault instanceof CsvError)) throw fault;
    throw unreadable('csv', `is no CSV: ${withoutContents(fault.message)}`);
  }
  if (rows === 0) throw unreadable('too_small', 'must have a header and at least one row');
}
