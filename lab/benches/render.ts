import { verdictOf, type BenchRow, type BenchTable, type Bound } from './harness';

function figure(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  if (value >= 100) return String(Math.round(value));
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function bound(limit: Bound | null): string {
  return limit === null ? '' : `${limit.kind === 'at_least' ? '>=' : '<='} ${limit.value}`;
}

/** Of the columns of a table. */
export const HEADINGS = ['operation', 'unit', 'floor', 'ours', 'ratio', 'must', 'aim', 'verdict'];

/** Units of what a busy machine changes. */
const TIMES: ReadonlySet<string> = new Set(['ms', 's', 'per s']);

/**
 * @param isQuiet whether nothing else used the machine; false leaves out times and rates, but for ratios to a floor, which
 *   met the same
 * @returns a row as text, one for each heading
 */
export function cells(row: BenchRow, isQuiet = true): string[] {
  const isLost = !isQuiet && TIMES.has(row.unit);
  const isJudged = !isLost || row.ratio !== null;
  return [
    row.operation,
    row.unit,
    row.floor === null || isLost ? '' : `${figure(row.floor)} (${row.floorName ?? ''})`,
    isLost ? 'not measured' : figure(row.ours),
    row.ratio === null ? '' : row.ratio.toFixed(2),
    bound(row.must),
    bound(row.aim),
    isJudged ? verdictOf(row) : 'not measured',
  ];
}

/** A table as text, its columns aligned, its notes below. */
export function renderTable(table: BenchTable): string {
  const lines = [HEADINGS, ...table.rows.map((row) => cells(row))];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const text = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  text.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('  '));
  return [table.title, ...text, ...table.notes.map((note) => `* ${note}`)].join('\n');
}

/** The tables as a plain value for machines: every figure unrounded, each row with its verdict. */
export function jsonOf(tables: readonly BenchTable[], about: Record<string, unknown>): Record<string, unknown> {
  return {
    ...about,
    tables: tables.map(({ title, rows, notes }) => ({
      title,
      rows: rows.map((row) => ({ ...row, verdict: verdictOf(row) })),
      notes,
    })),
    missed: tables.flatMap(({ rows }) => rows.filter((row) => verdictOf(row) === 'missed').map((row) => row.operation)),
  };
}
