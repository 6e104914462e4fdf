import { utcDate } from '../domain/calendar-dates';
import { begunStream } from '../lib/begun-stream';
import { csvLine } from '../lib/csv';
import type { Answer, Visit } from './visit';

/** Rows that are read at a time. */
const FILE_PAGE = 500;
/** Rows of a file: a longer list is one to narrow. */
const MAX_FILE_ROWS = 50_000;

interface ListFile<Row> {
  /** Beginning of the file's name. */
  name: string;
  visit: Visit;
  columns: readonly string[];
  cells: (row: Row) => Parameters<typeof csvLine>[0];
  read: (page: { after: string | undefined; limit: number }) => Promise<readonly Row[]>;
}

async function* linesOf<Row extends { id: string }>({ cells, read }: ListFile<Row>): AsyncGenerator<string> {
  let after: string | undefined;
  for (let count = 0; count < MAX_FILE_ROWS; count += FILE_PAGE) {
    const rows = await read({ after, limit: FILE_PAGE });
    yield rows.map((row) => csvLine(cells(row))).join('');
    if (rows.length < FILE_PAGE) return;
    after = rows.at(-1)?.id;
  }
  const further = await read({ after, limit: 1 });
  if (further.length > 0) yield csvLine([`The list goes on after ${MAX_FILE_ROWS} rows: narrow it.`]);
}

/**
 * @returns a list as a CSV file that is read page by page; a list that was cut says so in its last line
 * @throws what the first page throws, so that it is answered as the list answers it
 */
export async function listFile<Row extends { id: string }>(list: ListFile<Row>): Promise<Answer> {
  return {
    kind: 'download',
    fileName: `${list.name}-${utcDate(list.visit.parts.now())}.csv`,
    contentType: 'text/csv; charset=utf-8',
    stream: await begunStream(csvLine(list.columns), linesOf(list)),
  };
}
