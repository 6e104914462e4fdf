import { create } from 'qrcode';

/** A QR code as one path, so that it stays sharp and small. */
export interface DrawnQrCode {
  /** Modules on each side, the white ones around it not counted. */
  size: number;
  /** Value of the attribute `d` of an SVG path, one unit per module. */
  path: string;
}

/** Modules of white around a QR code that readers expect. */
export const QUIET_MODULES = 2;

/** Draws a text as a QR code that can be read with 15 % of it covered. */
export function drawQrCode(text: string): DrawnQrCode {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const isDark = (row: number, column: number): boolean => modules.get(row, column) === 1;
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!isDark(row, column)) continue;
      let run = 1;
      while (column + run < size && isDark(row, column + run)) run += 1;
      path += `M${column} ${row}h${run}v1h-${run}z`;
      column += run;
    }
  }
  return { size, path };
}
