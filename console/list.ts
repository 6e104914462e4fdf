import type { VNode } from 'preact';
import { utcDate } from '../domain/calendar-dates';
import type { IdKind } from '../domain/ids';
import type { ListPage } from '../domain/list-order';
import { idOfCursor, pageOf, type Page } from '../domain/schema-tools';
import { begunStream } from '../lib/begun-stream';
import { csvLine } from '../lib/csv';
import { requireSound, type Checked, type Faults } from './forms/read-form';
import { orderOf } from './list-order';
import type { ConsoleAccess } from './route';
import type { SideVisit } from './sides';
import type { Answer, Visit } from './visit';

const PAGE = 25;
/** Rows of a file that are read at a time. */
const FILE_PAGE = 500;
/** Rows of a file: a longer list is one to narrow. */
const MAX_FILE_ROWS = 50_000;

/** The file of a list. */
export interface ListFile<At extends Visit, Asked, Row> {
  /** Beginning of its name, which the side of an account follows, or what the name is made by. */
  name: string | ((visit: At) => string);
  /** What the address asks for, where the list can be narrowed. */
  asked?: (visit: At) => Checked<Asked> | Promise<Checked<Asked>>;
  /** Whether what is asked for has the order of the list, or it has none; else the address sorts it by time. */
  hasOrder?: true;
  read: (visit: At, query: Asked & ListPage) => Promise<readonly Row[]>;
  /** Cells by the name of their column. */
  columns: Readonly<Record<string, (row: Row) => string | number | boolean | Date | null | undefined>>;
}

/** A list, of which its page and its file are made. */
export interface List<At extends Visit, Asked, Row> extends ListFile<At, Asked, Row> {
  /** Kind of the ids in its order, or the pattern of its places where they are no ids. */
  ids: IdKind | RegExp;
  /** Rows of a page; 25 where it is absent. */
  size?: number;
}

/** A list as its page shows it. */
export interface ListShown<Row> {
  page: Page<Row>;
  /** What the address says, by field. */
  entered: Record<string, string>;
  faults: Faults;
  query: string;
}

/** @returns what the address says, by field */
export function enteredOf({ context }: Visit): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(context.querystring));
}

async function askedOf<At extends Visit, Asked, Row>(list: ListFile<At, Asked, Row>, visit: At) {
  const checked = await list.asked?.(visit);
  const order = list.hasOrder === true ? {} : { order: orderOf(visit) };
  const filter = (checked?.ok === true ? checked.value : {}) as Asked;
  return { checked: checked ?? { ok: true, value: filter }, filter: { ...filter, ...order } };
}

/** Reads the page of a list that the address asks for; without rows if the filters have faults. */
export async function readListPage<At extends Visit, Asked, Row extends { id: string }>(
  list: List<At, Asked, Row>,
  visit: At,
): Promise<ListShown<Row>> {
  const { size = PAGE, ids, read } = list;
  const { checked, filter } = await askedOf(list, visit);
  const entered = enteredOf(visit);
  const after = idOfCursor(entered['cursor'], ids);
  const rows = checked.ok ? await read(visit, { ...filter, after, limit: size + 1 }) : [];
  const faults = checked.ok ? {} : checked.faults;
  return { page: pageOf(rows, size), entered, faults, query: visit.context.querystring };
}

/** Lines of a CSV file, read page by page up to the limit of rows. */
async function* csvLines<Row extends { id: string }>(
  columns: ListFile<Visit, object, Row>['columns'],
  read: (page: ListPage) => Promise<readonly Row[]>,
): AsyncGenerator<string> {
  const cells = Object.values(columns);
  let after: string | undefined;
  for (let count = 0; count < MAX_FILE_ROWS; count += FILE_PAGE) {
    const rows = await read({ after, limit: FILE_PAGE });
    yield rows.map((row) => csvLine(cells.map((cell) => csvValue(cell(row))))).join('');
    if (rows.length < FILE_PAGE) return;
    after = rows.at(-1)?.id;
  }
  const further = await read({ after, limit: 1 });
  if (further.length > 0) yield csvLine([`The list goes on after ${MAX_FILE_ROWS} rows: narrow it.`]);
}

function csvValue(value: string | number | boolean | Date | null | undefined): string | number | boolean | null {
  return value instanceof Date ? value.toISOString() : (value ?? null);
}

const sideOf = (visit: Visit | SideVisit): string => ('tenant' in visit ? `-${visit.tenant.environment}` : '');

/**
 * A list as a CSV file, read page by page. A truncated list says so in its last line.
 * @throws what reading the first page throws, so that it is answered as for the list
 */
export async function listFileAnswer<At extends Visit, Asked, Row extends { id: string }>(
  list: ListFile<At, Asked, Row>,
  visit: At,
): Promise<Answer> {
  const { name, columns, read } = list;
  const { checked, filter } = await askedOf(list, visit);
  requireSound(checked);
  const beginning = typeof name === 'string' ? `${name}${sideOf(visit)}` : name(visit);
  const lines = csvLines(columns, (page) => read(visit, { ...filter, ...page }));
  return {
    kind: 'download',
    fileName: `${beginning}-${utcDate(visit.parts.now())}.csv`,
    contentType: 'text/csv; charset=utf-8',
    stream: await begunStream(csvLine(Object.keys(columns)), lines),
  };
}

/**
 * Routes of a list: its page, and its CSV file below it.
 * @param place `live`: the part of the page that updates by itself
 * @param bodyOf makes title and body of the page
 */
export function listRoutes<At extends Visit, Access extends ConsoleAccess, Asked, Row extends { id: string }>(
  { live, ...place }: { path: string; access: Access; live?: (visit: At) => Promise<VNode> },
  list: List<At, Asked, Row>,
  bodyOf: (
    visit: At,
    shown: ListShown<Row>,
  ) => { title: string; body: VNode } | Promise<{ title: string; body: VNode }>,
) {
  const page = async (visit: At): Promise<Answer> => {
    const shown = await readListPage(list, visit);
    const status = Object.keys(shown.faults).length === 0 ? 200 : 400;
    return { kind: 'page', ...(await bodyOf(visit, shown)), status };
  };
  return [
    { method: 'get' as const, ...place, ...(live === undefined ? {} : { live }), handle: page },
    fileRoute({ ...place, path: `${place.path}/file` }, list),
  ];
}

/** The file of a list. */
export function fileRoute<At extends Visit, Access extends ConsoleAccess, Asked, Row extends { id: string }>(
  place: { path: string; access: Access },
  list: ListFile<At, Asked, Row>,
) {
  return { method: 'get' as const, ...place, handle: (visit: At) => listFileAnswer(list, visit) };
}
