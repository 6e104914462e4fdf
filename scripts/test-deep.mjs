/**
 * `npm run test:deep`: what takes longer than a change can wait for: whole services and their crashes, browsers on every
 * page, outside judges, real publications, a million payments, chaos and mutants. `--sample` runs the files that guard most
 * for their time (test/deep-sample.json), within ten minutes on two cores; other arguments are those of jest. Ends with one
 * plain line such as `120 passed, 0 failed`.
 */
import { readFileSync } from 'node:fs';
import { inProject } from './lib/project.mjs';
import { runJest, withLastLine } from './lib/jest.mjs';
import { runForeground } from './lib/run.mjs';
import { runOnSupportedNode } from './lib/runtime.mjs';

/** Each seed with its first partner reached in its own way. */
const CHAOS = [
  ['--seed', '1'],
  ['--seed', '2', '--reach', 'described'],
  ['--seed', '3', '--reach', 'iso20022'],
];

/** Each is one more test: it passes when the program ends well. */
const PROGRAMS = [...CHAOS.map((args) => ['chaos.mjs', ...args]), ['mutation/run.mjs']];

/** @returns {string[]} patterns of the files to run */
function filesOf(isSample) {
  if (!isSample) return ['**/*.deep.ts', '**/*.deep.tsx'];
  const names = JSON.parse(readFileSync(inProject('test', 'deep-sample.json'), 'utf8'));
  return names.map((name) => `**/test/${name}`);
}

async function runPrograms(outcome) {
  const { counts } = outcome;
  for (const [script, ...args] of PROGRAMS) {
    const exitCode = await runForeground(process.execPath, [inProject('scripts', script), ...args], {});
    if (exitCode === 0) counts.passed += 1;
    else counts.failed += 1;
    outcome.exitCode ||= exitCode;
  }
  return outcome;
}

await runOnSupportedNode(() =>
  withLastLine(async () => {
    const args = process.argv.slice(2).filter((argument) => argument !== '--sample');
    const isSample = process.argv.includes('--sample');
    const deep = filesOf(isSample).flatMap((pattern) => ['--testMatch', pattern]);
    const outcome = await runJest('test-deep', [...args, ...deep]);
    return isSample || args.length > 0 ? outcome : runPrograms(outcome);
  }),
);
