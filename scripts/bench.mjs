/**
 * `npm run bench`: compiles the project, asks the named benchmarks what they need, sets that up, with the Temporal server
 * on Postgres where it can be had, and runs them with the given arguments.
 */
import { compareBenches } from './bench-compare.mjs';
import { say } from './lib/progress.mjs';
import { inProject } from './lib/project.mjs';
import { run, runForeground } from './lib/run.mjs';
import { runOnSupportedNode } from './lib/runtime.mjs';
import { needsOf, setUp, toolEnvironment } from './setup.mjs';

const MAIN = inProject('dist', 'lab', 'benches', 'main.js');
/** It only loads the benchmarks and says their needs. */
const LIMIT_MS = 60_000;

/**
 * What the named benchmarks run on. Arguments that they refuse, or `--help`, need nothing: the run itself says so.
 * @param {string[]} args
 * @returns {Promise<Set<string>>}
 */
async function needsOfBenches(args) {
  const said = await run(process.execPath, [MAIN, ...args, '--needs'], { limitMs: LIMIT_MS }).catch(() => '');
  const named = new Set(said.split('\n'));
  return new Set([...needsOf('bench')].filter((need) => named.has(need)));
}

async function main() {
  const [first, ...rest] = process.argv.slice(2);
  if (first === 'compare') return compareBenches(rest);
  await setUp({ need: new Set(['packages', 'build']) });
  const need = await needsOfBenches(process.argv.slice(2));
  const tools = await setUp({ need });
  if (need.has('temporal-server') && tools.temporalServer === null) {
    say(
      "The benchmarks run on Temporal's development server instead: its figures are not those of a server that keeps its state in Postgres.",
    );
  }
  return runForeground(process.execPath, [MAIN, ...process.argv.slice(2)], {
    env: { ...process.env, ...toolEnvironment(tools) },
  });
}

await runOnSupportedNode(main);
