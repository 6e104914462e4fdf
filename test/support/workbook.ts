import { strToU8, zipSync } from 'fflate';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** A workbook of one sheet as spreadsheet programs write it: texts are shared, empty cells are left out. */
export function workbook(rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const strings = [...new Set(rows.flat().filter((cell) => typeof cell === 'string' && cell !== ''))] as string[];
  const cellOf = (cell: string | number, column: number, row: number): string => {
    const at = `${String.fromCharCode(65 + column)}${row + 1}`;
    if (cell === '') return '';
    return typeof cell === 'number'
      ? `<c r="${at}"><v>${cell}</v></c>`
      : `<c r="${at}" t="s"><v>${strings.indexOf(cell)}</v></c>`;
  };
  const lines = rows.map(
    (cells, row) => `<row r="${row + 1}">${cells.map((cell, column) => cellOf(cell, column, row)).join('')}</row>`,
  );
  const shared = strings.map((text) => `<si><t>${escaped(text)}</t></si>`).join('');
  return zipSync({
    'xl/worksheets/sheet1.xml': strToU8(
      `${HEAD}<worksheet ${NAMESPACE}><sheetData>${lines.join('')}</sheetData></worksheet>`,
    ),
    'xl/sharedStrings.xml': strToU8(`${HEAD}<sst ${NAMESPACE}>${shared}</sst>`),
  });
}
