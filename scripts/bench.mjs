/**
 * `npm run bench`: sets up what the benchmarks need, with the Temporal server on Postgres where it can be had,
 * compiles the project and runs the benchmarks with the given arguments.
 */
import { runMain } from './lib/failure.mjs';
import { say } from './lib/progress.mjs';
import { inProject } from './lib/project.mjs';
import { runForeground } from './lib/run.mjs';
import { needsOf, setUp, toolEnvironment } from './setup.mjs';

async function main() {
  const tools = await setUp({ need: needsOf('bench') });
  if (tools.temporalServer === null) {
    say(
      "The benchmarks run on Temporal's development server instead: its figures are not those of a server that keeps its state in Postgres.",
    );
  }
  return runForeground(process.execPath, [inProject('dist', 'bench', 'main.js'), ...process.argv.slice(2)], {
    env: { ...process.env, ...toolEnvironment(tools) },
  });
}

await runMain(main);
