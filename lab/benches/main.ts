import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { NEEDS, type BenchModule, type Pace } from './harness';
import { calibrate, compareCalibrations, readCommit } from './calibration';
import { pageWith, type Measured, type MeasuredTable } from './page';
import { BENCHES, DEFAULT_BENCHES } from './registry';
import { jsonOf, renderTable } from './render';
import { Stage } from './stage';

/** A run that hangs must not hang for ever; `--long` has no promise but this. */
const LIMIT_MS: Record<Pace, number> = { quick: 300_000, default: 900_000, long: 3_600_000 };

const USAGE = `npm run bench                     all benchmarks of payments, limits and documents
npm run bench -- NAME…            only these
npm run bench -- compare COMMIT   these or "settled" beside those of another commit, in alternating rounds (--rounds 3)
  --quick                         under three minutes, coarser
  --long                          10,000 payments for the memory
  --json FILE                     write the figures to a file instead of the last line
  --page FILE                     renew their sections in a page, such as docs/internal/BENCHMARKS.md
  --profile FOLDER                leave CPU profiles of all processes there
  --needs                         only say what has to be set up for them
`;

/** Something that whoever typed it can put right. */
class UsageError extends Error {}

function isUsage(fault: unknown): fault is Error {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  return fault instanceof UsageError || code.startsWith('ERR_PARSE_ARGS');
}

interface Options {
  benches: readonly BenchModule[];
  pace: Pace;
  jsonFile: string | null;
  profileDirectory: string | null;
  pageFile: string | null;
  /** Whether only to say what has to be set up. */
  saysNeeds: boolean;
}

function readOptions(args: string[]): Options | null {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean' },
      long: { type: 'boolean' },
      json: { type: 'string' },
      page: { type: 'string' },
      profile: { type: 'string' },
      help: { type: 'boolean' },
      needs: { type: 'boolean' },
    },
  });
  if (values.help === true) return null;
  const benches = positionals.map((name) => {
    const bench = BENCHES.find((candidate) => candidate.name === name);
    if (bench === undefined) throw new UsageError(`There is no benchmark "${name}".`);
    return bench;
  });
  return {
    benches: benches.length === 0 ? DEFAULT_BENCHES : benches,
    pace: values.quick === true ? 'quick' : values.long === true ? 'long' : 'default',
    jsonFile: values.json ?? null,
    profileDirectory: values.profile === undefined ? null : path.resolve(values.profile),
    pageFile: values.page ?? null,
    saysNeeds: values.needs === true,
  };
}

function usage(): string {
  const width = Math.max(...BENCHES.map(({ name }) => name.length));
  return `${USAGE}\n${BENCHES.map(({ name, describe }) => `  ${name.padEnd(width)}  ${describe}`).join('\n')}`;
}

async function runAll({ benches, pace }: Options, stage: Stage): Promise<Map<string, MeasuredTable>> {
  const tables = new Map<string, MeasuredTable>();
  const say = (line: string): void => console.error(line);
  for (const bench of benches) {
    const own = bench.hasOwnStage === true ? new Stage(say, stage.profileDirectory, 'npm start') : null;
    const before = await calibrate();
    const table = await bench.run({ pace, stage: own ?? stage, say }).finally(() => own?.close());
    const quiet = compareCalibrations(before, await calibrate());
    tables.set(bench.name, { table, quiet });
    console.log(`\n${renderTable(table)}\n${quiet.says}`);
  }
  return tables;
}

/** Renews the sections of these benchmarks in a page of Markdown, which need not exist. */
function writePage(file: string, tables: ReadonlyMap<string, MeasuredTable>, measured: Measured): void {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const names = BENCHES.map(({ name }) => name);
  writeFileSync(file, pageWith(page, names, tables, measured));
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === null) {
    console.log(usage());
    return;
  }
  if (options.saysNeeds) {
    const needed = new Set(options.benches.flatMap(({ needs }) => needs ?? NEEDS));
    console.log([...needed].join('\n'));
    return;
  }
  const stage = new Stage((line) => console.error(line), options.profileDirectory);
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= stage.close());
  const end = (code: number): void => void close().then(() => process.exit(code));
  process.on('SIGINT', () => end(130));
  process.on('SIGTERM', () => end(143));
  const limit = setTimeout(() => {
    console.error(`The benchmarks took longer than ${LIMIT_MS[options.pace] / 1000} s and were ended.`);
    end(1);
  }, LIMIT_MS[options.pace]);
  const startedAt = Date.now();
  try {
    const tables = await runAll(options, stage);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    const temporal = stage.temporalKind ?? 'none beside those that the tables name';
    const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}`;
    console.log(`\nTemporal: ${temporal}. Machine: ${machine}. ${seconds} s.`);
    console.log(
      'Load, floors, service, Postgres and Temporal share the cores: only the ratios travel to other machines.',
    );
    if (options.pageFile !== null) {
      const date = new Date().toISOString().slice(0, 10);
      writePage(options.pageFile, tables, { commit: readCommit(), date, pace: options.pace, machine });
    }
    const about = { pace: options.pace, temporal, machine, seconds };
    const json = JSON.stringify(
      jsonOf(
        [...tables.values()].map(({ table }) => table),
        about,
      ),
    );
    if (options.jsonFile === null) console.log(json);
    else writeFileSync(options.jsonFile, `${json}\n`);
  } finally {
    clearTimeout(limit);
    await close();
  }
}

main().then(
  () => process.exit(process.exitCode ?? 0),
  (fault: unknown) => {
    if (isUsage(fault)) console.error(`${fault.message}\n\n${usage()}`);
    else console.error(fault instanceof Error ? fault.stack : fault);
    process.exit(1);
  },
);
