/**
 * Where a spreadsheet would begin a formula, and run what a stranger wrote: at the beginning of a cell, and where one begins
 * for a reader that separates cells by semicolons or tabs, as in German, French and Spanish.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=[=+\-@\t\r])/g;

function quotedCell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = value.replaceAll(FORMULA, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @returns one line of RFC 4180 with its end; texts that a spreadsheet would run begin with an apostrophe */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(quotedCell).join(',')}\r\n`;
}
