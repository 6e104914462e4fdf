import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { ImportRefused, type ImportFile } from './import-types';

/** Whole files are read into memory up to this size; longer formats are streamed. */
const MAX_FILE_BYTES = 200 * 1024 * 1024;

/** @returns hex SHA-256 of the file, read as a stream */
export async function hashFile(file: ImportFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file.path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** @throws ImportRefused for a file that is too big to be what it claims */
export async function readText(file: ImportFile): Promise<string> {
  const { size } = await stat(file.path);
  if (size > MAX_FILE_BYTES) throw new ImportRefused(`${file.name} is larger than ${MAX_FILE_BYTES} bytes.`);
  return (await readFile(file.path, 'utf8')).replace(/^\uFEFF/, '');
}

/** @throws ImportRefused for what is no JSON */
export async function readJson(file: ImportFile): Promise<unknown> {
  const text = await readText(file);
  try {
    return JSON.parse(text);
  } catch {
    throw new ImportRefused(`${file.name} is not JSON.`);
  }
}

export interface CsvRow {
  line: number;
  /** The cell under a header, trimmed; empty where the row is short. */
  cell(header: string): string;
}

interface ParsedRecord {
  record: Record<string, string | undefined>;
  info: { lines: number };
}

/**
 * Reads CSV by header names, whatever the order of the columns.
 * @throws ImportRefused when a header is missing or the text is no CSV
 */
export function parseCsv(name: string, text: string, headers: readonly string[], fromLine = 1): CsvRow[] {
  const records = recordsOf(name, text, fromLine);
  const first = records[0]?.record ?? {};
  const missing = headers.filter((header) => !(header in first));
  if (missing.length > 0) throw new ImportRefused(`${name} has no column ${missing.map((m) => `"${m}"`).join(', ')}.`);
  return records.map(({ record, info }) => ({
    line: info.lines + fromLine - 1,
    cell: (header) => (record[header] ?? '').trim(),
  }));
}

function recordsOf(name: string, text: string, fromLine: number): ParsedRecord[] {
  const body =
    fromLine === 1
      ? text
      : text
          .split('\n')
          .slice(fromLine - 1)
          .join('\n');
  try {
    const parsed: unknown = parse(body, {
      bom: true,
      columns: (header: string[]) => header.map((cell) => cell.trim()),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    });
    return parsed as ParsedRecord[];
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault);
    throw new ImportRefused(`${name} cannot be read as CSV: ${reason}`);
  }
}
