import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { ImportRefused } from '../domain/imports/drafts';
import { partitionPoint } from '../domain/partition-point';
import type { ImportFile } from './importer';

/** Whole files are read into memory up to this size, many times that of any schedule; longer formats are streamed. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

const NEWLINE = 0x0a;

/** The first line, from 1, that is not UTF-8 or has a zero byte, as wider encodings have. */
function firstOddLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(NEWLINE, start);
    const part = bytes.subarray(start, end < 0 ? bytes.length : end);
    if (!isUtf8(part) || part.includes(0)) return line;
    start += part.length + 1;
  }
  return line;
}

/** @returns hex SHA-256 of the file, read as a stream */
export async function hashFile(file: ImportFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file.path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** The content of a file, unpacked if its name ends in `.gz`. */
function unpack({ name }: ImportFile, bytes: Buffer): Buffer {
  if (!name.endsWith('.gz')) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_FILE_BYTES });
  } catch (fault) {
    throw new ImportRefused(`${name} cannot be unpacked: ${fault instanceof Error ? fault.message : String(fault)}.`);
  }
}

/**
 * Reads a text file.
 * @throws ImportRefused for a file that is too large, or is not UTF-8
 */
export async function readText(file: ImportFile): Promise<string> {
  const { size } = await stat(file.path);
  if (size > MAX_FILE_BYTES) throw new ImportRefused(`${file.name} is larger than ${MAX_FILE_BYTES} bytes.`);
  const bytes = unpack(file, await readFile(file.path));
  if (!isUtf8(bytes) || bytes.includes(0)) {
    throw new ImportRefused(`${file.name}, line ${firstOddLine(bytes)}: is not UTF-8.`);
  }
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** Whether a text is JSON that was cut off: its only fault is that it ends. */
function isTruncatedJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (fault) {
    const message = fault instanceof Error ? fault.message : '';
    const position = /at position (\d+)/.exec(message)?.[1];
    return /end of JSON|Unterminated/.test(message) || Number(position ?? NaN) >= text.length;
  }
}

/** Why a text is no JSON, with the line from 1: the first up to which it is no beginning of any. */
function jsonFault(name: string, text: string): string {
  const lines = text.split('\n');
  if (isTruncatedJson(text)) return `${name} ends in the middle of line ${lines.length}: its JSON is not complete.`;
  const odd = partitionPoint(lines.length, (at) => isTruncatedJson(lines.slice(0, at + 1).join('\n')));
  return `${name}, line ${odd + 1}: is not JSON.`;
}

/**
 * Parses JSON.
 * @param name of the file that the text was read from
 * @throws ImportRefused with file and line for invalid JSON
 */
export function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ImportRefused(jsonFault(name, text));
  }
}

/** @throws ImportRefused for what is no JSON */
export async function readJson(file: ImportFile): Promise<unknown> {
  return parseJson(file.name, await readText(file));
}

/** The same thing stands in a file with two contents: it is put together from two editions, whichever is meant. */
export function mixedEditions(file: string, { line, first, what }: { line: number; first: number; what: string }) {
  return new ImportRefused(`${file}, line ${line}: ${what} differs from line ${first}; editions are mixed.`);
}

export interface CsvRow {
  line: number;
  /** Why the row does not fit under its headers; null where it does. */
  misfit: string | null;
  /** The cell under a header, trimmed; empty where the row is short. */
  cell(header: string): string;
}

interface ParsedRecord {
  record: Record<string, string | undefined>;
  info: { lines: number; columns: { name: string }[]; error?: { record?: unknown[] } };
}

/** @throws ImportRefused that names every column that is missing */
export function requireColumns(name: string, line: number, found: readonly string[], wanted: readonly string[]): void {
  const missing = wanted.filter((column) => !found.includes(column));
  if (missing.length === 0) return;
  const columns = missing.map((column) => `"${column}"`).join(', ');
  throw new ImportRefused(`${name}, line ${line}: has no column ${columns}.`);
}

/**
 * Parses CSV into rows with cells by header, whatever the order of the columns.
 * @throws ImportRefused when a header is missing or the text is no CSV
 */
export function parseCsv(name: string, text: string, headers: readonly string[], fromLine = 1): CsvRow[] {
  const records = parseRecords(name, text, fromLine);
  const found = records[0]?.info.columns.map(({ name: header }) => header) ?? [];
  requireColumns(name, fromLine, found, headers);
  const rows = records.map(({ record, info }) => ({
    line: info.lines + fromLine - 1,
    misfit: misfitOf(info),
    cell: (header: string) => (record[header] ?? '').trim(),
  }));
  const last = rows.at(-1);
  if (last !== undefined && last.misfit !== null && !text.endsWith('\n')) {
    throw new ImportRefused(`${name} ends in the middle of line ${last.line}: it ${last.misfit}.`);
  }
  return rows;
}

function misfitOf({ columns, error }: ParsedRecord['info']): string | null {
  const cells = error?.record?.length;
  return cells === undefined ? null : `has ${cells} cells under ${columns.length} columns`;
}

function parseRecords(name: string, text: string, fromLine: number): ParsedRecord[] {
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
