import { parse } from 'csv-parse/sync';
import { ImportRefused } from '../../domain/imports/drafts';
import { readText } from '../read-file';
import type { ImportFile } from '../importer';

export interface ListRow {
  line: number;
  cell(column: string): string;
}

export interface RowFormat {
  delimiter: ',' | ';';
  /** Names of the columns of a file that has no header row. */
  columns?: readonly string[];
  /** Columns that a header row must have. */
  required?: readonly string[];
  /** Line of the header row, from 1. */
  headerLine?: number;
  /** What stands for no value. */
  nothing?: string;
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

/** Files for MS-DOS end with this character. */
const END_OF_FILE = '\u001a';

function parseRecords(name: string, text: string, { delimiter, headerLine = 1 }: RowFormat): Parsed[] {
  const from = headerLine;
  try {
    const parsed: unknown = parse(text, {
      delimiter,
      info: true,
      from_line: from,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    });
    return parsed as Parsed[];
  } catch (fault) {
    throw new ImportRefused(`${name} cannot be read as CSV: ${fault instanceof Error ? fault.message : String(fault)}`);
  }
}

/**
 * Reads the rows of a publication by column names.
 * @throws ImportRefused naming file and line for a row that does not fit the columns, and for a missing column
 */
export async function readRows(file: ImportFile, format: RowFormat): Promise<ListRow[]> {
  const text = (await readText(file)).replaceAll(END_OF_FILE, '');
  const records = parseRecords(file.name, text, format);
  const header = format.columns ?? records.shift()?.record ?? [];
  const missing = (format.required ?? []).filter((column) => !header.includes(column));
  if (missing.length > 0) {
    throw new ImportRefused(`${file.name} has no column ${missing.map((name) => `"${name}"`).join(', ')}.`);
  }
  const places = new Map(header.map((column, place) => [column, place]));
  return records.map(({ record, info }) => {
    if (record.length !== header.length) {
      throw new ImportRefused(
        `${file.name}, line ${info.lines}: has ${record.length} cells under ${header.length} columns.`,
      );
    }
    const cell = (column: string): string => {
      const value = (record[places.get(column) ?? -1] ?? '').trim();
      return value === format.nothing ? '' : value;
    };
    return { line: info.lines, cell };
  });
}
