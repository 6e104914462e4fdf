import type { ComponentChildren, VNode } from 'preact';

export interface Column<Row> {
  name: string;
  cell(row: Row): ComponentChildren;
  /** Left out where the window is narrow: the row's own page has it. */
  isExtra?: boolean;
  isNumber?: boolean;
}

function classOf({ isExtra = false, isNumber = false }: { isExtra?: boolean; isNumber?: boolean }): string | undefined {
  const names = [isExtra ? 'extra' : '', isNumber ? 'number' : ''].filter((name) => name !== '');
  return names.length === 0 ? undefined : names.join(' ');
}

interface TableParts<Row> {
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Text in place of a table without rows. */
  empty?: ComponentChildren;
}

/** A table that scrolls by itself where it does not fit, also with the keyboard; the first column names the row. */
export function Table<Row>({ name, columns, rows, empty }: TableParts<Row>): VNode {
  if (rows.length === 0 && empty !== undefined) return <Empty>{empty}</Empty>;
  return (
    <div class="scroll" role="region" aria-label={`${name}, table`} tabindex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" class={classOf(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column, position) =>
                position === 0 ? (
                  <th key={column.name} scope="row" class={classOf(column)}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.name} class={classOf(column)}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Empty({ children }: { children: ComponentChildren }): VNode {
  return <div class="empty">{children}</div>;
}

/** A form that filters a list: it only reads, so its values are in the address. */
export function Filters({ action, children }: { action: string; children: ComponentChildren }): VNode {
  return (
    <form class="filters" method="get" action={action} role="search" aria-label="Filter">
      {children}
      <p class="actions">
        <button class="quiet">Filter</button>
        <a href={action}>Clear</a>
      </p>
    </form>
  );
}

/**
 * Links to the next page and back to the first; filters stay.
 * @param name parameter of the address that holds the cursor
 */
export function Pager(parts: { path: string; query: string; next: string | null; name?: string }): VNode | null {
  const { path, query, next, name = 'cursor' } = parts;
  const asked = new URLSearchParams(query);
  const isLater = asked.has(name);
  if (next === null && !isLater) return null;
  const to = (cursor: string | null): string => {
    const parameters = new URLSearchParams(query);
    if (cursor === null) parameters.delete(name);
    else parameters.set(name, cursor);
    const text = parameters.toString();
    return text === '' ? path : `${path}?${text}`;
  };
  return (
    <nav class="pager" aria-label="Pages">
      {isLater && <a href={to(null)}>First page</a>}
      {next !== null && <a href={to(next)}>Next page</a>}
    </nav>
  );
}
