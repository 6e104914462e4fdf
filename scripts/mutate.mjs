/**
 * `npm run mutate [-- domain/money.ts domain/tariffs ...]`: mutation testing of the rules. Stryker puts one small fault
 * after another into a file of domain/; one that the file's own unit test (test/<same path>.test.ts) does not notice has
 * survived and is listed. A file without a test of its own is judged by those of its folder.
 *
 * Ends with the score of each folder; `.stryker/report.json` keeps every mutant that survived. Exit code 1 below 85 %.
 */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { runMain } from './lib/failure.mjs';
import { PROJECT_DIRECTORY, inProject } from './lib/project.mjs';

const LEAST_SCORE = 85;
const CONCURRENCY = 2;
const OUTPUT = '.stryker';
/** What a test of domain/ reads; nothing else is copied for each run. */
const READ_BY_TESTS = [
  'domain/**',
  'test/domain/**',
  'test/support/**',
  'test/fixtures/*.ts',
  'test/documents/support/**',
];

function filesBelow(place) {
  if (!existsSync(inProject(place))) throw new Error(`There is no ${place}.`);
  if (statSync(inProject(place)).isFile()) return [place];
  return readdirSync(inProject(place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => path.relative(PROJECT_DIRECTORY, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** @returns the tests that judge a file: its own, else those of the nearest folder that has any */
function testsOf(file) {
  const own = `test/${file.replace(/\.ts$/, '.test.ts')}`;
  if (existsSync(inProject(own))) return own;
  let folder = path.dirname(`test/${file}`);
  while (!existsSync(inProject(folder))) folder = path.dirname(folder);
  return `${folder}/**/*.test.ts`;
}

/** Files that the same tests judge are mutated in one run. */
function runsOf(files) {
  const runs = new Map();
  for (const file of files) runs.set(testsOf(file), [...(runs.get(testsOf(file)) ?? []), file]);
  return [...runs];
}

function mutate(tests, files) {
  const name = tests.replaceAll(/[/*]+/g, '-');
  return new Stryker({
    mutate: files,
    testRunner: 'jest',
    jest: { configFile: 'jest.unit.config.js', config: { testMatch: [`**/${tests}`] }, enableFindRelatedTests: false },
    coverageAnalysis: 'perTest',
    concurrency: CONCURRENCY,
    incremental: true,
    incrementalFile: `${OUTPUT}/known/${name}.json`,
    tempDirName: `${OUTPUT}/sandbox`,
    ignorePatterns: [
      '**',
      ...[...READ_BY_TESTS, 'jest*.config.js', 'package.json', 'tsconfig.json'].map((one) => `!${one}`),
    ],
    reporters: [],
    logLevel: 'error',
    thresholds: { break: null },
    allowEmpty: true,
  }).runMutationTest();
}

const isKilled = ({ status }) => status === 'Killed' || status === 'Timeout';
const isMissed = ({ status }) => status === 'Survived' || status === 'NoCoverage';

function scoreOf(mutants) {
  const killed = mutants.filter(isKilled).length;
  const judged = killed + mutants.filter(isMissed).length;
  return { killed, judged, percent: judged === 0 ? 100 : (100 * killed) / judged };
}

function showMissed({ fileName, location, mutatorName, status, replacement }) {
  const where = `${path.relative(PROJECT_DIRECTORY, fileName)}:${location.start.line}:${location.start.column}`;
  console.log(
    `${status === 'NoCoverage' ? 'not run' : 'survived'}  ${where}  ${mutatorName}  ${replacement.replaceAll(/\s+/g, ' ').slice(0, 100)}`,
  );
}

function showScores(mutants) {
  const folders = new Map();
  for (const mutant of mutants) {
    const folder = path.dirname(path.relative(PROJECT_DIRECTORY, mutant.fileName));
    folders.set(folder, [...(folders.get(folder) ?? []), mutant]);
  }
  for (const [folder, ofFolder] of [...folders].sort()) {
    const { killed, judged, percent } = scoreOf(ofFolder);
    console.log(`${folder.padEnd(34)} ${percent.toFixed(1).padStart(5)} %  ${killed} of ${judged}`);
  }
}

await runMain(async () => {
  const places = process.argv.slice(2);
  const files = (places.length === 0 ? ['domain'] : places).flatMap(filesBelow);
  const mutants = [];
  for (const [tests, ofTests] of runsOf(files)) {
    const found = await mutate(tests, ofTests);
    found.filter(isMissed).forEach(showMissed);
    mutants.push(...found);
  }
  mkdirSync(inProject(OUTPUT), { recursive: true });
  writeFileSync(inProject(OUTPUT, 'report.json'), JSON.stringify(mutants.filter(isMissed), null, 2));
  showScores(mutants);
  const { killed, judged, percent } = scoreOf(mutants);
  console.log(`${percent.toFixed(1)} % of ${judged} mutants were noticed (${killed}).`);
  return percent >= LEAST_SCORE ? 0 : 1;
});
