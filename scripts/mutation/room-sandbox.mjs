/**
 * A copy of the project in which one mutant after another is written, with one Postgres and one Temporal for all of them:
 * work in the checkout and the mutants do not disturb each other.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { cacheDirectory } from '../lib/cache.mjs';
import { PROJECT_DIRECTORY, inProject } from '../lib/project.mjs';

const SANDBOX = inProject('.stryker', 'rooms');
/** Code that runs inside Temporal is read from a bundle. */
const IN_BUNDLE = /^workflows\/(?!client\/)/;
/** A mutant that waits for what never comes is noticed by then: `eventually` gives up after a minute. */
const LIMIT_MS = 5 * 60_000;
/** Statements and code that cannot run at all say nothing about a test; a text that is no JSON is a result. */
const INVALID =
  /syntax error at or near|could not determine data type|SyntaxError: (?!.* JSON)|bind message supplies|Cannot find module/;

/**
 * @param {number|null} code exit code of jest; null where it did not end in time
 * @param {{ test: string, name: string, error: string }|null} failure the first test or hook that failed
 * @returns {{ status: 'noticed'|'survived'|'invalid', test?: string, by?: string }} a run in which no test failed has
 *   noticed nothing: jest also ends with 1 where a file cannot be loaded
 */
export function verdictOf(code, failure) {
  if (failure !== null && INVALID.test(failure.error)) return { status: 'invalid', by: failure.error.split('\n')[0] };
  if (failure !== null) return { status: 'noticed', test: failure.test, by: `${failure.test}: ${failure.name}` };
  if (code === null) return { status: 'noticed', by: 'no end' };
  return code === 0 ? { status: 'survived' } : { status: 'invalid', by: 'cannot be loaded' };
}

/** jest as `npm test` has it, without servers of its own, in the given order, ended by the first test that fails. */
const CONFIG = `
const base = require('./jest.config.js');
module.exports = {
  ...base,
  globalSetup: undefined,
  globalTeardown: undefined,
  maxWorkers: 1,
  testEnvironment: '<rootDir>/mutant-environment.js',
  testSequencer: '<rootDir>/mutant-sequencer.js',
};`;
const ENVIRONMENT = `
const fs = require('node:fs');
const Environment = require('./test/support/environment.js');
module.exports = class extends Environment {
  constructor(config, context) {
    super(config, context);
    this.file = require('node:path').relative(config.globalConfig.rootDir, context.testPath);
  }
  handleTestEvent(event) {
    const errors = event.name === 'hook_failure' ? [event.error] : event.name === 'test_done' ? event.test.errors : [];
    if (errors.length === 0) return;
    const name = event.test?.name ?? 'set-up';
    const [error] = errors.flat().filter(Boolean);
    fs.writeFileSync('noticed.json', JSON.stringify({ test: this.file, name, error: String(error?.stack ?? error).slice(0, 2000) }));
    process.exit(1);
  }
};`;
const SEQUENCER = `
const { default: Sequencer } = require('@jest/test-sequencer');
const order = JSON.parse(process.env.CORRIDOR_TEST_ORDER ?? '[]');
module.exports = class extends Sequencer {
  sort(tests) {
    const placeOf = ({ path }) => order.findIndex((file) => path.endsWith('/' + file));
    return [...tests].sort((one, other) => placeOf(one) - placeOf(other));
  }
};`;

function copyProject() {
  rmSync(SANDBOX, { recursive: true, force: true });
  const args = ['ls-files', '-co', '--exclude-standard'];
  const { stdout } = spawnSync('git', args, { cwd: PROJECT_DIRECTORY, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  for (const file of stdout.split('\n').filter((each) => each !== '' && existsSync(inProject(each)))) {
    mkdirSync(path.dirname(path.join(SANDBOX, file)), { recursive: true });
    cpSync(inProject(file), path.join(SANDBOX, file));
  }
  symlinkSync(inProject('node_modules'), path.join(SANDBOX, 'node_modules'));
  writeFileSync(path.join(SANDBOX, 'mutant.config.js'), CONFIG);
  writeFileSync(path.join(SANDBOX, 'mutant-environment.js'), ENVIRONMENT);
  writeFileSync(path.join(SANDBOX, 'mutant-sequencer.js'), SEQUENCER);
}

/** Lets this process load the set-up of the tests, which is TypeScript. */
function loadTypeScript(require) {
  const { transformSync } = require('@swc/core');
  Module._extensions['.ts'] = (module, file) => {
    const jsc = { target: 'es2022', parser: { syntax: 'typescript' } };
    const { code } = transformSync(readFileSync(file, 'utf8'), { filename: file, module: { type: 'commonjs' }, jsc });
    module._compile(code, file);
  };
}

export class Sandbox {
  constructor() {
    this.require = createRequire(path.join(SANDBOX, 'package.json'));
    this.passes = new Map();
  }

  /** Starts the servers that every run of tests then uses. */
  async open() {
    copyProject();
    this.build();
    loadTypeScript(this.require);
    await this.require('./test/support/global-setup.ts').default();
  }

  async close() {
    await this.require('./test/support/global-teardown.ts').default();
    rmSync(SANDBOX, { recursive: true, force: true });
  }

  build() {
    const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: SANDBOX, stdio: 'ignore' });
    return status === 0;
  }

  /**
   * @param {import('./room-mutants.mjs').Mutant} mutant
   * @param {string[]} tests files that pass without a mutant, the first to run first
   * @returns {Promise<ReturnType<typeof verdictOf>>}
   */
  async judge(mutant, tests) {
    const file = path.join(SANDBOX, mutant.file);
    const text = readFileSync(file, 'utf8');
    const isBundled = IN_BUNDLE.test(mutant.file);
    writeFileSync(file, text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end));
    try {
      if (isBundled && !this.build()) return { status: 'invalid' };
      return await this.run(tests);
    } finally {
      writeFileSync(file, text);
      if (isBundled) this.build();
    }
  }

  /** @returns {Promise<string[]>} the first `count` of the test files that pass without a mutant */
  async passing(tests, count) {
    const passing = [];
    for (const test of tests) {
      if (passing.length === count) break;
      if (!this.passes.has(test)) this.passes.set(test, await this.passesAsItIs(test));
      if (this.passes.get(test)) passing.push(test);
    }
    return passing;
  }

  async passesAsItIs(test) {
    const { status, by } = await this.run([test]);
    if (status !== 'survived') console.log(`no judge ${test} fails without a mutant: ${by}`);
    return status === 'survived';
  }

  /** @returns {Promise<ReturnType<typeof verdictOf>>} */
  async run(tests) {
    const noticed = path.join(SANDBOX, 'noticed.json');
    rmSync(noticed, { force: true });
    const code = await this.jest(tests);
    await this.dropDatabases();
    return verdictOf(code, existsSync(noticed) ? JSON.parse(readFileSync(noticed, 'utf8')) : null);
  }

  /** @returns {Promise<number|null>} the exit code; null where it did not end in time */
  jest(tests) {
    const cache = `--cacheDirectory=${path.join(cacheDirectory(), 'jest-mutants')}`;
    const args = ['node_modules/jest/bin/jest.js', '-c', 'mutant.config.js', cache, '-i', '--bail', '--silent'];
    const env = { ...process.env, CORRIDOR_TEST_ORDER: JSON.stringify(tests) };
    // A group of its own: browsers and other servers of a test end with it.
    const child = spawn(process.execPath, [...args, '--runTestsByPath', ...tests], {
      ...{ cwd: SANDBOX, env, detached: true },
      stdio: 'ignore',
    });
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(null), LIMIT_MS);
      const end = (code) => {
        clearTimeout(timer);
        try {
          process.kill(-child.pid, 'SIGKILL');
        } catch {
          // The whole group has ended.
        }
        resolve(code);
      };
      child.on('exit', (code) => end(code));
    });
  }

  /** A run that was broken off leaves its databases. */
  async dropDatabases() {
    const { Client } = this.require('pg');
    const client = new Client({ connectionString: process.env.CORRIDOR_TEST_DATABASE_URL });
    await client.connect();
    const { rows } = await client.query(`select datname from pg_database where datname like 'test\_%'`);
    for (const { datname } of rows) await client.query(`drop database if exists "${datname}" with (force)`);
    await client.end();
  }
}
