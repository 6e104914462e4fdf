/**
 * Mutation testing of domain/ and api/middleware/, folder by folder: `npm run mutate`, or `npm run mutate -- domain/tariffs`
 * for some of it. Prints what was noticed in each folder; fails below the threshold of stryker.config.mjs. Only files with
 * a unit test are judged: in domain/ the others hold no function (test/invariants/domain.test.ts), and check:openapi shows every
 * change of their shapes; those of api/middleware/ that need a whole service are a room of rooms.mjs.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import config from '../../stryker.config.mjs';

const REPORT = '.stryker/report.json';
const NOTICED = new Set(['Killed', 'Timeout']);
const COUNTED = new Set([...NOTICED, 'Survived', 'NoCoverage']);

const FOLDERS = ['domain', 'api/middleware'];

/** @returns whether the test of a file is there and needs no service */
function hasUnitTest(file) {
  const test = path.join('test', file.replace(/\.ts$/, '.test.ts'));
  return existsSync(test) && !readFileSync(test, 'utf8').includes('/support/stack');
}

/** @returns files that have a unit test, by the folder that they are in */
function testedFiles(prefixes) {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name)),
  )
    .filter((file) => file.endsWith('.ts') && hasUnitTest(file))
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
