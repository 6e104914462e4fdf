/**
 * Mutation testing of domain/, folder by folder: `npm run mutate`, or `npm run mutate -- domain/tariffs` for some of it.
 * Prints what was noticed in each folder; fails below the threshold of stryker.config.mjs. Only files with a unit test are
 * judged: the others hold no function (test/laws/domain.test.ts), and check:openapi shows every change of their shapes.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import config from '../../stryker.config.mjs';

const REPORT = '.stryker/report.json';
const NOTICED = new Set(['Killed', 'Timeout']);
const COUNTED = new Set([...NOTICED, 'Survived', 'NoCoverage']);

/** @returns files of domain/ that have a unit test, by the folder that they are in */
function testedFiles(prefixes) {
  const files = readdirSync('domain', { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join('domain', name))
    .filter((file) => existsSync(path.join('test', file.replace(/\.ts$/, '.test.ts'))))
    .filter((file) => prefixes.length === 0 || prefixes.some((prefix) => file.startsWith(prefix)))
    .sort();
  const folders = new Map();
  for (const file of files) folders.set(path.dirname(file), [...(folders.get(path.dirname(file)) ?? []), file]);
  return folders;
}

function judge(folder, files) {
  const args = ['run', '-m', files.join(','), '--reporters', 'json,html'];
  rmSync(REPORT, { force: true });
  spawnSync('node_modules/.bin/stryker', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (!existsSync(REPORT)) throw new Error(`Stryker gave no report of ${folder}: does its unit test pass?`);
  const report = JSON.parse(readFileSync(REPORT, 'utf8'));
  const mutants = Object.values(report.files).flatMap((file) => file.mutants.map((mutant) => mutant.status));
  const counted = mutants.filter((one) => COUNTED.has(one)).length;
  return { counted, noticed: mutants.filter((one) => NOTICED.has(one)).length };
}

const row = (name, { noticed, counted }) =>
  `| ${name} | ${noticed} of ${counted} | ${((100 * noticed) / counted).toFixed(1)} % |`;

mkdirSync('.stryker', { recursive: true });
const all = { noticed: 0, counted: 0 };
for (const [folder, files] of testedFiles(process.argv.slice(2))) {
  const { noticed, counted } = judge(folder, files);
  all.noticed += noticed;
  all.counted += counted;
  console.log(row(`\`${folder}/\``, { noticed, counted }));
}
console.log(row('all', all));
process.exitCode = (100 * all.noticed) / all.counted < config.thresholds.break ? 1 : 0;
