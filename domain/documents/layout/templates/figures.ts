import { LOCALES } from '../../locales';
import { PAPER_MM } from './paper';
import type { Cell, SheetView } from './view';

const TABLE_MM = PAPER_MM.width - 2 * PAPER_MM.margin;
/** Space on both sides of a cell, and a little more for the rounding of the layout. */
const PADDING_MM = 3.8;
const MM_PER_POINT = 25.4 / 72;
/** Size of the text in points, as styles.ts has it. */
export const TEXT_POINTS = { Latn: 8.8, Hans: 8.8, Arab: 9.8 } as const;
/** The columns of text together keep at least this share of the table. */
const MIN_TEXT_SHARE = 0.42;
const MIN_SCALE = 0.3;
const SCALE_STEP = 0.02;

/** Estimates the width of a figure in em of the bold face, which is the wider one. */
function textWidthEm(text: string): number {
  return [...text].reduce((sum, char) => {
    if (/\d/.test(char)) return sum + 0.58;
    if (/[.,\s]/.test(char)) return sum + 0.3;
    return sum + (/[\u2E80-\uFFEF]/.test(char) ? 1.02 : 0.72);
  }, 0);
}

const linesOf = (cell: Cell | undefined): string[] => {
  if (cell === undefined) return [];
  return typeof cell === 'string' ? cell.split('\n') : cell.map(({ label, text }) => `${label ?? ''}${text}`);
};

/** The longest figure of a column, with its sums. */
function longestEm(view: SheetView, index: number): number {
  const figures = [...view.rows.flatMap((row) => linesOf(row[index])), view.carried(view.rows.length).get(index) ?? ''];
  return figures.reduce((most, text) => Math.max(most, textWidthEm(text)), 0);
}

/** @returns millimetres that a column of figures needs, so that no figure and no sum of it breaks */
export function minimumMm(view: SheetView, index: number, scale: number): number {
  const em = TEXT_POINTS[LOCALES[view.locale].script] * MM_PER_POINT;
  return Math.ceil((longestEm(view, index) * em * scale + PADDING_MM) * 10) / 10;
}

/** @returns the size of figures in parts of the usual one: below 1 where they are too long for the sheet */
export function figureScaleOf(view: SheetView): number {
  const columns = view.columns.flatMap(({ align }, index) => (align === 'end' ? [index] : []));
  const needed = (scale: number) => columns.reduce((sum, index) => sum + minimumMm(view, index, scale), 0);
  let scale = 1;
  while (needed(scale) > TABLE_MM * (1 - MIN_TEXT_SHARE) && scale > MIN_SCALE) scale -= SCALE_STEP;
  return scale;
}
