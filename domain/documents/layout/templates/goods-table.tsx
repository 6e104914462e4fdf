import { TotalLines, LineView } from './blocks';
import { minimumMm } from './figures';
import type { PagePlan } from './pagination';
import { Text } from './text';
import type { Cell, SheetView } from './view';

/** How the browser laid the table out; null while it is to find out. */
export interface TableLayout {
  /** CSS pixels by column, the same on every page. */
  columnWidths: readonly number[] | null;
  /** Size of the figures in parts of the usual one: below 1 where they are too long for the sheet. */
  figureScale: number;
}

function CellView({ cell, whole }: { cell: Cell; whole: boolean }) {
  if (typeof cell === 'string') return <Text text={cell} whole={whole} />;
  return (
    <>
      {cell.map((line, index) => (
        <>
          {index === 0 ? null : <br />}
          <LineView line={line} whole={whole} />
        </>
      ))}
    </>
  );
}

/** A line of sums: its label spans the columns before the first of them. */
function SumRow({
  view,
  sums,
  label,
  kind,
}: {
  view: SheetView;
  sums: ReadonlyMap<number, string>;
  label: string;
  kind: 'carry' | 'sum';
}) {
  const first = Math.min(view.columns.length - 1, ...sums.keys());
  return (
    <tr class={kind} {...(kind === 'sum' ? { 'data-measure': 'totals' } : {})}>
      <th scope="row" colSpan={first}>
        {label}
      </th>
      {view.columns.slice(first).map((_column, index) => (
        <td class="end">
          <bdi>{sums.get(first + index) ?? ''}</bdi>
        </td>
      ))}
    </tr>
  );
}

function TableHead({ view, layout }: { view: SheetView; layout: TableLayout }) {
  return (
    <thead data-measure="tableHead">
      <tr>
        {view.columns.map((column, index) => (
          <th
            scope="col"
            class={column.align}
            data-measure="column"
            {...(column.align === 'end' && layout.columnWidths === null
              ? { style: `min-width:${minimumMm(view, index, layout.figureScale)}mm` }
              : {})}
          >
            {column.label}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The goods of one page, with repeated heads, the sums carried from page to page, and the totals after the last row. */
export function GoodsTable({ view, page, layout }: { view: SheetView; page: PagePlan; layout: TableLayout }) {
  const [from, to] = page.rows;
  const { totals } = view;
  const totalRow = page.totals && totals.kind === 'row' ? totals : null;
  if (from === to && !page.totals) return null;
  return (
    <>
      {from === to && totalRow === null ? null : (
        <table
          class={layout.columnWidths === null ? 'goods' : 'goods fitted'}
          style={`--figure:${layout.figureScale}em`}
        >
          {layout.columnWidths === null ? null : (
            <colgroup>
              {layout.columnWidths.map((width) => (
                <col style={`width:${width}px`} />
              ))}
            </colgroup>
          )}
          <TableHead view={view} layout={layout} />
          <tbody>
            {from > 0 && from < to ? (
              <SumRow view={view} sums={view.carried(from)} label={view.labels.broughtForward} kind="carry" />
            ) : null}
            {view.rows.slice(from, to).map((cells) => (
              <tr data-measure="row">
                {cells.map((cell, index) => (
                  <td class={view.columns[index]?.align ?? 'start'}>
                    <CellView cell={cell} whole={view.columns[index]?.align === 'start'} />
                  </td>
                ))}
              </tr>
            ))}
            {to < view.rows.length ? (
              <SumRow view={view} sums={view.carried(to)} label={view.labels.carriedForward} kind="carry" />
            ) : null}
            {totalRow === null ? null : <SumRow view={view} sums={totalRow.sums} label={totalRow.label} kind="sum" />}
          </tbody>
        </table>
      )}
      {page.totals && totals.kind === 'lines' ? (
        <div data-measure="totals">
          <TotalLines lines={totals.lines} />
        </div>
      ) : null}
    </>
  );
}
