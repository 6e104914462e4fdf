import { PAPER_MM } from './paper';
import type { Column, SheetView } from './view';

const TABLE_MM = PAPER_MM.width - 2 * PAPER_MM.margin;
/** Space on both sides of a cell, and a little more for the rounding of the layout. */
const PADDING_MM = 3.8;
const EM_MM = { latin: (8.5 / 72) * 25.4, arabic: (9.5 / 72) * 25.4 } as const;
/** The columns of text together keep at least this share of the table. */
const MIN_TEXT_PERCENT = 42;

/** Widths in em, as of the bold face, which is the wider one. */
function emOf(text: string): number {
  return [...text].reduce((sum, char) => {
    if (/\d/.test(char)) return sum + 0.58;
    if (/[.,\s]/.test(char)) return sum + 0.3;
    return sum + (/[\u2E80-\uFFEF]/.test(char) ? 1.02 : 0.72);
  }, 0);
}

/** Cells break between words only; sums that are carried over stand on one line. */
function longestEm(view: SheetView, index: number): number {
  const words = view.rows.flatMap((row) => (row[index] ?? '').split(/\s+/));
  const carried = view.carried(view.rows.length).get(index) ?? '';
  return [...words, carried].reduce((most, text) => Math.max(most, emOf(text)), 0);
}

export interface FittedColumns {
  columns: Column[];
  /** Size of the figures in parts of the usual one: below 1 where they are too long for the sheet. */
  figureScale: number;
}

/** Widens the columns of figures so that no figure breaks; the columns of text give way in proportion. */
export function fitColumns(view: SheetView): FittedColumns {
  const em = view.locale === 'ar' ? EM_MM.arabic : EM_MM.latin;
  const percent = (mm: number) => (mm / TABLE_MM) * 100;
  const isFigure = ({ align }: Column) => align === 'end';
  const texts = view.columns.map((column, index) => (isFigure(column) ? percent(longestEm(view, index) * em) : 0));
  const padding = percent(PADDING_MM);
  const needs = (scale: number) =>
    view.columns.map((column, at) => Math.max(column.width, (texts[at] ?? 0) * scale + padding));
  const sumOf = (widths: readonly number[], wanted: boolean) =>
    widths.reduce((sum, width, at) => ((view.columns[at]?.align === 'end') === wanted ? sum + width : sum), 0);
  let figureScale = 1;
  while (sumOf(needs(figureScale), true) > 100 - MIN_TEXT_PERCENT && figureScale > 0.3) figureScale -= 0.02;
  const widths = needs(figureScale);
  const text = sumOf(
    view.columns.map(({ width }) => width),
    false,
  );
  const left = 100 - sumOf(widths, true);
  const columns = view.columns.map((column, at) => ({
    ...column,
    width: isFigure(column) ? (widths[at] ?? column.width) : (column.width * left) / text,
  }));
  return { columns, figureScale };
}
