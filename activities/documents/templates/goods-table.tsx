import type { FittedColumns } from './column-widths';
import type { PagePlan } from './pagination';
import type { SheetView } from './view';

/** A line of subtotals: its label spans the columns before the first sum. */
function CarryRow({ view, count, label }: { view: SheetView; count: number; label: string }) {
  const sums = view.carried(count);
  const firstSum = Math.min(...sums.keys());
  return (
    <tr class="carry">
      <th scope="row" colSpan={firstSum}>
        {label}
      </th>
      {view.columns.slice(firstSum).map((_column, index) => (
        <td class="end">
          <bdi>{sums.get(firstSum + index) ?? ''}</bdi>
        </td>
      ))}
    </tr>
  );
}

/** The goods of one page, with repeated heads and the sums carried from page to page. */
export function GoodsTable({ view, page, fitted }: { view: SheetView; page: PagePlan; fitted: FittedColumns }) {
  const [from, to] = page.rows;
  if (from === to) return null;
  return (
    <table style={`--figure:${fitted.figureScale}em`}>
      <colgroup>
        {fitted.columns.map((column) => (
          <col style={`width:${column.width}%`} />
        ))}
      </colgroup>
      <thead data-measure="tableHead">
        <tr>
          {view.columns.map((column) => (
            <th scope="col" class={column.align}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {from > 0 ? <CarryRow view={view} count={from} label={view.labels.broughtForward} /> : null}
        {view.rows.slice(from, to).map((cells) => (
          <tr data-measure="row">
            {cells.map((cell, index) => (
              <td class={view.columns[index]?.align ?? 'start'}>
                <bdi>{cell}</bdi>
              </td>
            ))}
          </tr>
        ))}
        {to < view.rows.length ? <CarryRow view={view} count={to} label={view.labels.carriedForward} /> : null}
      </tbody>
    </table>
  );
}
