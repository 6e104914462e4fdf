import type { Quiet } from './calibration';
import type { BenchTable } from './harness';
import { HEADINGS, cells } from './render';

const HEAD = `# Benchmarks

What \`npm run bench -- NAME… --page docs/internal/BENCHMARKS.md\` measured last, one section for each benchmark. A ratio is our figure
divided by that of the floor or peer, taken in the same run on the same machine: ratios travel to other machines, the figures
beside them do not. A benchmark says with \`must\` what it is held to and with \`aim\` what would be better; \`missed\`
says that it is not met. Times and rates of a machine that was busy with something else are left out as \`not measured\`.
`;

/** Where and how a run measured. */
export interface Measured {
  /** Of the checkout, abbreviated. */
  commit: string;
  /** Calendar date in UTC. */
  date: string;
  pace: string;
  machine: string;
}

/** A benchmark's table, and whether the machine was quiet meanwhile. */
export interface MeasuredTable {
  table: BenchTable;
  quiet: Quiet;
}

function row(values: readonly string[]): string {
  return `| ${values.map((value) => value.replaceAll('|', '\\|')).join(' | ')} |`;
}

function section(name: string, { table, quiet }: MeasuredTable, { commit, date, pace, machine }: Measured): string {
  const rows = table.rows.map((entry) => row(cells(entry, quiet.isQuiet)));
  return [
    `## ${name}`,
    `${table.title}. Commit ${commit}, ${date}, pace ${pace}, ${machine}. ${quiet.says}`,
    [row(HEADINGS), row(HEADINGS.map(() => '---')), ...rows].join('\n'),
    ...table.notes.map((note) => `- ${note}`),
  ].join('\n\n');
}

/** @returns the page with the sections of these benchmarks made anew, in the order of `names`; all others stay */
export function pageWith(
  page: string,
  names: readonly string[],
  tables: ReadonlyMap<string, MeasuredTable>,
  measured: Measured,
): string {
  const known = new Map(
    page
      .split(/^(?=## )/m)
      .slice(1)
      .map((text) => [/^## (.*)$/m.exec(text)?.[1] ?? '', text.trimEnd()]),
  );
  for (const [name, table] of tables) known.set(name, section(name, table, measured));
  const sections = names.map((name) => known.get(name)).filter((text) => text !== undefined);
  return `${[HEAD.trimEnd(), ...sections].join('\n\n')}\n`;
}
