import type { ComponentChildren, VNode } from 'preact';
import { Hidden } from './forms';
import { useWords, type Words } from '../words/use-words';

export interface Column<Row> {
  name: string;
  cell(row: Row): ComponentChildren;
  /** Left out where the window is narrow: the row's own page has it. */
  isExtra?: boolean;
  isNumber?: boolean;
  /** Its place at the beginning of a card; by its name where it is absent. */
  inCard?: PlaceInCard;
  /** Values of `order` in the address that sort the list by it, up and down. */
  orders?: readonly [up: string, down: string];
}

/** How a list is sorted, and the address of the page that shows it so. */
export interface Order {
  path: string;
  query: string;
  /** One of the columns' `orders`. */
  value: string;
}

/** Values of `order` of a list that is in the order of time. */
export const BY_TIME = ['oldest', 'newest'] as const;

/** @returns how a list is sorted by time, as its address says */
export function timeOrder(path: string, query: string): Order {
  return { path, query, value: new URLSearchParams(query).get('order') || 'newest' };
}

/** At the beginning of a card: what it is about, at its right, and the line below. */
type PlaceInCard = 'lead' | 'mark' | 'why';

type Head = Pick<Column<never>, 'name' | 'isExtra' | 'isNumber' | 'inCard'>;

/**
 * Columns that a card of a row begins with, by the names that all pages give them; they need no name beside them, and no window
 * is too narrow for them.
 */
function placeOf({ name, inCard }: Head, { columns }: Words['common']): PlaceInCard | undefined {
  if (inCard !== undefined) return inCard;
  if (name === columns.amount) return 'lead';
  if (name === columns.status || name === columns.state) return 'mark';
  return name === columns.why ? 'why' : undefined;
}

function classOf(column: Head, common: Words['common']): string | undefined {
  const place = placeOf(column, common);
  const { isExtra = false, isNumber = false } = column;
  const names = [isExtra && place === undefined ? 'extra' : '', isNumber ? 'number' : '', place ?? ''];
  return names.filter((one) => one !== '').join(' ') || undefined;
}

interface TableParts<Row> {
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Text in place of a table without rows. */
  empty?: ComponentChildren;
  /** Figures to be compared down a column: it stays a table on a phone, where others are cards. */
  isGrid?: boolean;
  /** Absent where no column sorts the list. */
  order?: Order;
}

function addressOf(path: string, parameters: URLSearchParams): string {
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Leads to the list sorted by a column: the other way round where it is sorted so, and from its beginning. */
function orderPath({ path, query, value }: Order, [up, down]: readonly [up: string, down: string]): string {
  const parameters = new URLSearchParams(query);
  parameters.delete('cursor');
  parameters.set('order', value === up ? down : up);
  return addressOf(path, parameters);
}

function HeadCell<Row>({ of: column, order }: { of: Column<Row>; order: Order | undefined }): VNode {
  const { name, orders } = column;
  const { common } = useWords();
  if (orders === undefined || order === undefined) {
    return (
      <th scope="col" class={classOf(column, common)}>
        {name}
      </th>
    );
  }
  const [up, down] = orders;
  const sorted = order.value === up ? 'ascending' : order.value === down ? 'descending' : 'none';
  const arrow = { ascending: ' ↑', descending: ' ↓', none: '' }[sorted];
  return (
    <th scope="col" class={classOf(column, common)} aria-sort={sorted}>
      <a href={orderPath(order, orders)}>
        {name}
        <span aria-hidden="true">{arrow}</span>
      </a>
    </th>
  );
}

function Cell<Row>(parts: { of: Column<Row>; row: Row; isFirst: boolean; isGrid: boolean }): VNode {
  const { of: column, row, isFirst, isGrid } = parts;
  const { common } = useWords();
  if (isFirst) {
    return (
      <th scope="row" class={classOf(column, common)} data-name={column.isNumber ? column.name : undefined}>
        {column.cell(row)}
      </th>
    );
  }
  // A link or a button says itself what it does.
  const isNamed = !isGrid && placeOf(column, common) === undefined && column.name !== common.act;
  return (
    <td class={classOf(column, common)} data-name={isNamed ? column.name : undefined}>
      {column.cell(row)}
    </td>
  );
}

/**
 * A table that scrolls if it does not fit, also with the keyboard; the first column names the row. On a phone each row
 * becomes a card.
 */
export function Table<Row>(parts: TableParts<Row>): VNode {
  const { name, rows, empty, isGrid = false, order, columns } = parts;
  const { common } = useWords();
  if (rows.length === 0 && empty !== undefined) return <Empty>{empty}</Empty>;
  return (
    <div class={isGrid ? 'scroll' : 'scroll as-cards'} role="region" aria-label={common.table({ name })} tabindex={0}>
      <table>
        <thead>
          <tr data-sort-by={order === undefined ? undefined : common.sortBy}>
            {columns.map((column) => (
              <HeadCell key={column.name} of={column} order={order} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column, position) => (
                <Cell key={column.name} of={column} row={row} isFirst={position === 0} isGrid={isGrid} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * @param entered what the address says, by field
 * @param tab field that tabs choose, which is left out
 * @returns whether it narrows a list, beyond sorting and paging it
 */
export function isNarrowed(entered: Readonly<Record<string, string>>, tab?: string): boolean {
  const others = ['order', 'cursor', tab];
  return Object.entries(entered).some(([name, value]) => !others.includes(name) && value !== '');
}

export function Empty({ children }: { children: ComponentChildren }): VNode {
  return <div class="empty">{children}</div>;
}

/** One choice of what a list shows, with how many rows it has. */
interface Tab {
  /** Value of the parameter; empty for the default. */
  value: string;
  name: string;
  /** Absent where it is not counted. */
  count?: number | undefined;
}

/** A tab whose count has reached this says that there may be more. */
export const MAX_TABBED = 1_000;

/** Links that set one filter and keep the others; the tab with the current value is marked. */
export function FilterTabs(parts: {
  path: string;
  query: string;
  name: string;
  value: string;
  tabs: readonly Tab[];
}): VNode {
  const { path, query, name, value, tabs } = parts;
  const { common, format } = useWords();
  const to = (one: string): string => {
    const parameters = new URLSearchParams(query);
    parameters.delete('cursor');
    if (one === '') parameters.delete(name);
    else parameters.set(name, one);
    return addressOf(path, parameters);
  };
  return (
    <ul class="tabs" aria-label={common.show}>
      {tabs.map(({ value: one, name: text, count }) => (
        <li key={one}>
          <a href={to(one)} aria-current={one === value ? 'true' : undefined}>
            {text}
            {count !== undefined && (
              <>
                {' '}
                <span class="count">{`${format.figure(count)}${count >= MAX_TABBED ? '+' : ''}`}</span>
              </>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}

/**
 * A form that filters a list; its values go into the address.
 * @param order sort order of the list to keep; absent if a field of the form sets it
 */
export function Filters(parts: {
  action: string;
  order?: Order;
  /** Closed until something is chosen in it: where tabs choose what is chosen most. */
  isFolded?: boolean;
  children: ComponentChildren;
}): VNode {
  const { isFolded, ...form } = parts;
  const { common } = useWords();
  if (isFolded === undefined) return <FilterForm {...form} />;
  return (
    <details class="folded" open={!isFolded}>
      <summary>{common.filter}</summary>
      <FilterForm {...form} />
    </details>
  );
}

function FilterForm(parts: { action: string; order?: Order; children: ComponentChildren }): VNode {
  const { action, order, children } = parts;
  const { common } = useWords();
  return (
    <form class="filters" method="get" action={action} role="search" aria-label={common.filter}>
      {children}
      {order !== undefined && order.value !== 'newest' && <Hidden name="order" value={order.value} />}
      <p class="actions">
        <button class="quiet">{common.filter}</button>
        <a href={action}>{common.clear}</a>
      </p>
    </form>
  );
}

/**
 * Links to the next page and back to the first, with the same filters.
 * @param name query parameter of the cursor
 */
function Pager(parts: { path: string; query: string; next: string | null; name?: string }): VNode | null {
  const { path, query, next, name = 'cursor' } = parts;
  const { common } = useWords();
  const asked = new URLSearchParams(query);
  const isLater = asked.has(name);
  if (next === null && !isLater) return null;
  const to = (cursor: string | null): string => {
    const parameters = new URLSearchParams(query);
    if (cursor === null) parameters.delete(name);
    else parameters.set(name, cursor);
    return addressOf(path, parameters);
  };
  return (
    <nav class="pager" aria-label={common.pages}>
      {isLater && <a href={to(null)}>{common.firstPage}</a>}
      {next !== null && <a href={to(next)}>{common.nextPage}</a>}
    </nav>
  );
}

/**
 * Below a list: links to other pages, and to the list as a file at `/file` below its path.
 * @param isEmpty whether no row matches; then there is no file
 * @param children other acts on the whole list, before the file
 */
export function ListFoot(parts: {
  path: string;
  query: string;
  next: string | null;
  isEmpty: boolean;
  children?: ComponentChildren;
}): VNode {
  const { path, query, next, isEmpty, children } = parts;
  return (
    <>
      <Pager path={path} query={query} next={next} />
      {!isEmpty && (
        <p class="actions">
          {children}
          <DownloadCsvLink path={`${path}/file`} query={query} />
        </p>
      )}
    </>
  );
}

/** Link to the list as a CSV file, with the same filters, all pages. */
function DownloadCsvLink({ path, query }: { path: string; query: string }): VNode {
  const parameters = new URLSearchParams(query);
  parameters.delete('cursor');
  return (
    <a class="button quiet" href={addressOf(path, parameters)}>
      {useWords().common.downloadCsv}
    </a>
  );
}
