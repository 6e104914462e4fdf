import { create } from 'qrcode';

/** Modules of white around a QR code that readers expect. */
const QUIET_MODULES = 2;

/** The code as one path, so that it stays sharp and small. */
function pathOf(size: number, isDark: (row: number, column: number) => boolean): string {
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
  return path;
}

/** A QR code with a text alternative, which PDF/UA asks of every figure. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const side = size + 2 * QUIET_MODULES;
  return (
    <svg role="img" aria-label={label} viewBox={`${-QUIET_MODULES} ${-QUIET_MODULES} ${side} ${side}`}>
      <path fill="#000" d={pathOf(size, (row, column) => modules.get(row, column) === 1)} />
    </svg>
  );
}
