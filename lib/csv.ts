/** A spreadsheet takes a text that begins so for a formula, and would run what a stranger wrote. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @returns one line of RFC 4180 with its end; texts that a spreadsheet would run begin with an apostrophe */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}
