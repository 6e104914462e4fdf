/**
 * `npm run bench -- compare COMMIT [NAME…] [--rounds N]`: runs benchmarks of this checkout and of another commit in
 * alternating rounds on the same machine, and prints the ratio of each figure. What the machine does besides meets both
 * alike; a calibration around each round says whether it was quiet.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { SetUpError } from './lib/failure.mjs';
import { say } from './lib/progress.mjs';
import { PROJECT_DIRECTORY } from './lib/project.mjs';
import { run } from './lib/run.mjs';

const DEFAULT_NAME = 'settled';
const DEFAULT_ROUNDS = 3;
const GIT_LIMIT_MS = 60_000;
/** A first round sets its checkout up and compiles it. */
const ROUND_LIMIT_MS = 30 * 60_000;
const CALIBRATION_BYTES = 64 * 1024 * 1024;
/** Rounds whose calibrations differ by more say little about time. */
const QUIET_SPREAD = 1.25;

/** @returns {number} milliseconds of CPU work that never changes */
function calibrate() {
  const from = performance.now();
  createHash('sha256').update(Buffer.alloc(CALIBRATION_BYTES)).digest();
  return performance.now() - from;
}

/** @param {number[]} values @returns {number} the middle value */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

/**
 * Figures of a run by their names; the second one of a name has its number. Those that only one checkout knows are left out of
 * a comparison.
 * @param {{tables: {title: string, rows: {operation: string, unit: string, ours: number}[]}[]}} result
 * @returns {Map<string, number>}
 */
export function figuresOf({ tables }) {
  const figures = new Map();
  for (const { operation, unit, ours } of tables.flatMap(({ rows }) => rows)) {
    const name = `${operation}, ${unit}`;
    let own = name;
    for (let count = 2; figures.has(own); count += 1) own = `${name} (${count})`;
    figures.set(own, ours);
  }
  return figures;
}

/**
 * @param {{here: Map<string, number>, there: Map<string, number>}[]} rounds
 * @returns {{name: string, there: number, here: number, ratio: number}[]} medians; the ratio is that of the rounds' ratios
 */
export function compareRounds(rounds) {
  const names = [...(rounds[0]?.here.keys() ?? [])].filter((name) =>
    rounds.every(({ here, there }) => here.has(name) && there.has(name)),
  );
  return names.map((name) => ({
    name,
    there: median(rounds.map(({ there }) => there.get(name))),
    here: median(rounds.map(({ here }) => here.get(name))),
    ratio: median(rounds.map(({ here, there }) => here.get(name) / there.get(name))),
  }));
}

function readOptions(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { rounds: { type: 'string', default: String(DEFAULT_ROUNDS) } },
  });
  const [commit, ...names] = positionals;
  const rounds = Number(values.rounds);
  if (commit === undefined || !Number.isInteger(rounds) || rounds < 1) {
    throw new SetUpError('npm run bench -- compare COMMIT [NAME…] [--rounds N]');
  }
  return { commit, names: names.length === 0 ? [DEFAULT_NAME] : names, rounds };
}

async function measure(cwd, names) {
  const folder = mkdtempSync(path.join(tmpdir(), 'corridor-bench-'));
  try {
    const file = path.join(folder, 'figures.json');
    const options = { cwd, limitMs: ROUND_LIMIT_MS };
    await run('npm', ['run', '--silent', 'bench', '--', ...names, '--quick', '--json', file], options);
    return figuresOf(JSON.parse(readFileSync(file, 'utf8')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(commit, rows, calibrations) {
  const figure = (value) => (Number.isFinite(value) ? value.toPrecision(3) : 'not measured');
  const lines = rows.map(
    ({ name, there, here, ratio }) => `| ${name} | ${figure(there)} | ${figure(here)} | ${figure(ratio)} |`,
  );
  process.stdout.write(`| figure | ${commit} | here | ratio |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n`);
  const spread = Math.max(...calibrations) / Math.min(...calibrations);
  const verdict = spread > QUIET_SPREAD ? 'The machine was not quiet: believe counts alone.' : 'The machine was quiet.';
  const load = loadavg().map((value) => value.toFixed(1));
  process.stdout.write(
    `Calibration ${calibrations.map((ms) => ms.toFixed(0)).join(', ')} ms, load ${load.join(' ')}. ${verdict}\n`,
  );
}

/** @param {string[]} args what follows `compare` @returns {Promise<number>} exit code */
export async function compareBenches(args) {
  const { commit, names, rounds: count } = readOptions(args);
  const place = mkdtempSync(path.join(tmpdir(), 'corridor-compare-'));
  const other = path.join(place, 'corridor');
  const git = (...words) => run('git', words, { cwd: PROJECT_DIRECTORY, limitMs: GIT_LIMIT_MS });
  await git('worktree', 'add', '--quiet', '--detach', other, commit);
  try {
    const rounds = [];
    const calibrations = [calibrate()];
    for (let round = 0; round < count; round += 1) {
      say(`Round ${round + 1} of ${count} …`);
      const both = {};
      for (const side of round % 2 === 0 ? ['there', 'here'] : ['here', 'there']) {
        both[side] = await measure(side === 'here' ? PROJECT_DIRECTORY : other, names);
        calibrations.push(calibrate());
      }
      rounds.push(both);
    }
    print(commit, compareRounds(rounds), calibrations);
    return 0;
  } finally {
    await git('worktree', 'remove', '--force', other);
    rmSync(place, { recursive: true, force: true });
  }
}
