/** A column of a list for people. */
export interface Column<Row> {
  title: string;
  of: (row: Row) => string | number | null | undefined;
  /** Numbers are read by their ends. */
  align?: 'right';
  /** What is copied into the next command is never cut. */
  isWhole?: boolean;
}

const GAP = 2;
/** A column that is cut keeps as much. */
const LEAST = 8;

/** The text of a cell, with control characters, such as a line break, as spaces. */
function cellText(value: string | number | null | undefined): string {
  return String(value ?? '')
    .replaceAll(/\p{C}+/gu, ' ')
    .trim();
}

/** How wide a text is in a terminal, in cells: letters of East Asia take two. */
function widthOf(text: string): number {
  return [...text].reduce((width, letter) => width + widthOfLetter(letter), 0);
}

function widthOfLetter(letter: string): number {
  if (/\p{M}/u.test(letter)) return 0;
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u.test(
    letter,
  )
    ? 2
    : 1;
}

function shortenToWidth(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  for (const letter of text) {
    if (widthOf(kept + letter) > width - 1) break;
    kept += letter;
  }
  return `${kept}…`;
}

const sum = (widths: readonly number[]): number =>
  widths.reduce((total, width) => total + width, 0) + GAP * Math.max(0, widths.length - 1);

/** Narrows the widest columns that may be cut until all fit, or none can be narrowed any more. */
function shrinkColumns(natural: readonly number[], isNeverCut: readonly boolean[], width: number): number[] {
  const widths = [...natural];
  for (let over = sum(widths) - width; over > 0; over -= 1) {
    const widest = Math.max(...widths.map((each, at) => (isNeverCut[at] === true ? 0 : each)));
    if (widest <= LEAST) break;
    const at = widths.findIndex((each, place) => each === widest && isNeverCut[place] !== true);
    widths[at] = widest - 1;
  }
  return widths;
}

/**
 * A table as lines, with its titles. Columns without values are left out, and so are the last ones if the terminal is
 * too narrow; a line below the table names these.
 * @param width columns of the terminal; null where the reader is a program, for which nothing is cut
 */
export function tableOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[], width: number | null): string[] {
  const filled = columns
    .map((column) => ({ column, cells: rows.map((row) => cellText(column.of(row))) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  for (let count = filled.length; ; count -= 1) {
    const shown = filled.slice(0, count);
    const natural = shown.map(({ column, cells }) => Math.max(...[column.title, ...cells].map(widthOf)));
    const isWhole = shown.map(({ column }) => column.isWhole === true);
    const widths = width === null ? natural : shrinkColumns(natural, isWhole, width);
    if (width !== null && sum(widths) > width && count > 1) continue;
    const rowText = (cells: readonly string[]): string =>
      cells
        .map((text, at) => {
          const [{ align } = {}, room = 0] = [shown[at]?.column, widths[at]];
          const written = shortenToWidth(text, room);
          const space = ' '.repeat(room - Math.min(room, widthOf(written)));
          return align === 'right' ? space + written : written + space;
        })
        .join(' '.repeat(GAP))
        .trimEnd();
    const hidden = filled.slice(count).map(({ column }) => column.title);
    return [
      rowText(shown.map(({ column }) => column.title)),
      ...rows.map((_row, row) => rowText(shown.map(({ cells }) => cells[row] ?? ''))),
      ...(hidden.length === 0 ? [] : wrapWords(`Not shown: ${hidden.join(', ')} (wider terminal, or --json)`, width)),
    ];
  }
}

/** Names with their values as lines, the values aligned and wrapped at the width. */
export function cardOf(facts: readonly (readonly [name: string, value: string])[], width: number | null): string[] {
  const room = Math.max(...facts.map(([name]) => widthOf(name))) + GAP;
  return facts.flatMap(([name, value]) => {
    const lines = wrapWords(cellText(value), width === null ? null : Math.max(width - room, 2 * LEAST));
    return lines.map((line, at) => `${(at === 0 ? name : '').padEnd(room)}${line}`.trimEnd());
  });
}

function wrapWords(text: string, width: number | null): string[] {
  if (width === null) return [text];
  return text.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last === undefined || widthOf(last) + 1 + widthOf(word) > width) return [...lines, word];
    return [...lines.slice(0, -1), `${last} ${word}`];
  }, []);
}

/** @returns how wide the terminal is that standard output is shown in; null where it is none */
export function terminalWidth(): number | null {
  const { isTTY, columns } = process.stdout;
  // A terminal that was never given a size says 0.
  return isTTY && columns > 0 ? columns : null;
}

/** A moment to the minute, in UTC; the title of its column says so. */
export function minuteOf(at: unknown): string {
  return at instanceof Date ? at.toISOString().slice(0, 16).replace('T', ' ') : '';
}
