/**
 * Runs the unit tests of domain/ for Stryker in this process. jest starts again for every mutant, which costs a hundred
 * times what such a test does; here jest's own `describe`, `it` and `expect` run without jest around them.
 *
 * A mutant is judged by the test of its own file, test/<same path>.test.ts; where there is none, by the tests that run
 * over it. Modules are loaded again for a mutant that acts while they are loaded or whose file keeps what it worked out,
 * and after it; for all others the test alone is, which is most of the time that a mutant takes.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { PluginKind, declareClassPlugin } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  TestStatus,
  determineHitLimitReached,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { transformSync } from '@swc/core';
import { expect } from 'expect';
import * as circus from 'jest-circus';

const TEST_LIMIT_MS = 60_000;
const TESTS = path.join('test', 'domain');
const require = createRequire(path.join(process.cwd(), 'package.json'));
/** What Stryker's copy of the code reads and writes: the mutant that is on, and which ones were run over. */
const stryker = (globalThis.__stryker__ = {});
const compiled = new Map();

function compile(module, file) {
  if (!compiled.has(file)) {
    const jsc = { target: 'es2022', parser: { syntax: 'typescript' } };
    const { code } = transformSync(readFileSync(file, 'utf8'), { filename: file, module: { type: 'commonjs' }, jsc });
    compiled.set(file, code);
  }
  module._compile(compiled.get(file), file);
}

function forgetModules(ending) {
  for (const file of Object.keys(require.cache)) if (file.endsWith(ending)) delete require.cache[file];
}

function testsBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => path.join(folder, name))
    .sort();
}

/** @returns {string} the unit test of a file, below the working directory, whether there is one or not */
function ownTestOf(sandboxFile) {
  return path.join('test', path.relative(process.cwd(), sandboxFile)).replace(/\.ts$/, '.test.ts');
}

/** Whether a file keeps something between calls, such as `const STEMS = new Map<string, string>();`. */
function keepsResults(file) {
  return /^(?:let |const \w+ = new (?:Map|Set|WeakMap)\b.*\(\);$)/m.test(readFileSync(file, 'utf8'));
}

function nameOf(test) {
  const names = [];
  for (let node = test; node.parent; node = node.parent) names.unshift(node.name);
  return names.join(' ');
}

/** @returns {object[]} results, each under an id of file and name; a file that cannot be loaded has failed as a whole */
async function runFile(file, isWanted) {
  circus.resetState();
  circus.getState().testTimeout = TEST_LIMIT_MS;
  const results = [];
  const idOf = (test) => `${file} ${nameOf(test)}`;
  const listen = (event) => {
    if (event.name === 'test_start') stryker.currentTestId = idOf(event.test);
    if (event.name !== 'test_done' && event.name !== 'test_skip') return;
    const { test } = event;
    stryker.currentTestId = undefined;
    if (event.name === 'test_skip') return;
    const id = idOf(test);
    const [failure] = test.errors.flat().filter(Boolean);
    const known = { id, name: id, timeSpentMs: test.duration ?? 0, fileName: path.resolve(file) };
    if (failure === undefined) results.push({ ...known, status: TestStatus.Success });
    else results.push({ ...known, status: TestStatus.Failed, failureMessage: String(failure.message ?? failure) });
  };
  try {
    require(path.resolve(file));
  } catch (failure) {
    const known = { id: file, name: file, timeSpentMs: 0, status: TestStatus.Failed };
    return [{ ...known, failureMessage: String(failure) }];
  }
  skipUnwanted(circus.getState().rootDescribeBlock, (test) => isWanted(idOf(test)));
  circus.addEventHandler(listen);
  await circus.run();
  circus.removeEventHandler(listen);
  return results;
}

function skipUnwanted(block, isWanted) {
  for (const child of block.children) {
    if (child.type === 'describeBlock') skipUnwanted(child, isWanted);
    else if (!isWanted(child)) child.mode = 'skip';
  }
}

class UnitTestRunner {
  static inject = [];
  /** Whether modules were loaded while a mutant was on. */
  isTainted = true;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    Module._extensions['.ts'] = compile;
    const { describe, it, test, beforeAll, afterAll, beforeEach, afterEach } = circus;
    Object.assign(globalThis, { describe, it, test, beforeAll, afterAll, beforeEach, afterEach, expect });
  }

  async dryRun({ files = [] }) {
    const own = files.map(ownTestOf);
    const tests = [];
    for (const file of own.length > 0 && own.every(existsSync) ? own : testsBelow(TESTS)) {
      forgetModules('.ts');
      tests.push(...(await runFile(file, () => true)));
    }
    return { status: DryRunStatus.Complete, tests, mutantCoverage: stryker.mutantCoverage };
  }

  async mutantRun({ activeMutant, sandboxFileName, testFilter, hitLimit, disableBail, reloadEnvironment }) {
    const isReloaded = reloadEnvironment || keepsResults(sandboxFileName);
    const ending = isReloaded || this.isTainted ? '.ts' : '.test.ts';
    this.isTainted = isReloaded;
    const isWanted = testFilter === undefined ? () => true : (id) => testFilter.includes(id);
    Object.assign(stryker, {
      activeMutant: activeMutant.id,
      hitLimit,
      hitCount: hitLimit === undefined ? undefined : 0,
    });
    const own = ownTestOf(sandboxFileName);
    const covering = new Set((testFilter ?? []).map((id) => id.slice(0, id.indexOf(' '))));
    const judges = existsSync(own)
      ? [own].filter((file) => testFilter === undefined || covering.has(file))
      : [...covering];
    const tests = [];
    for (const file of judges) {
      forgetModules(ending);
      tests.push(...(await runFile(file, isWanted)));
      const overrun = determineHitLimitReached(stryker.hitCount, stryker.hitLimit);
      if (overrun !== undefined) return overrun;
      if (!disableBail && tests.some(({ status }) => status === TestStatus.Failed)) break;
    }
    return toMutantRunResult({ status: DryRunStatus.Complete, tests }, disableBail);
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'unit-tests', UnitTestRunner)];
