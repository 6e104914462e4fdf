import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { needsOf, setUp, toolEnvironment } from '../setup.mjs';
import { cacheDirectory } from './cache.mjs';
import { PROJECT_DIRECTORY, inProject } from './project.mjs';
import { runForeground } from './run.mjs';

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/** @returns {Counts} nothing where jest ended before it could report */
function readCounts(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    return {
      passed: report.numPassedTests,
      // A file that cannot be loaded has no tests to count; it is a failure all the same.
      failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}

const MEMORY = '/dev/shm';
/** The databases of a run take about one GiB; a machine without much more has better uses of its memory. */
const ROOM_BYTES = 8 * 1024 ** 3;

/**
 * In memory where there is room: each test file has a database of nearly a thousand files, which are copied and removed.
 * @param {'test'|'test-deep'} purpose the deep tests fill databases
 */
function temporaryFolder(purpose) {
  if (purpose === 'test-deep' || process.env.TMPDIR) return os.tmpdir();
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM_BYTES ? MEMORY : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}

/**
 * Sets up what the tests need, compiles the project and runs jest.
 * @param {'test'|'test-deep'} purpose
 * @param {string[]} args of jest
 * @returns {Promise<{exitCode: number, counts: Counts}>}
 */
export async function runJest(purpose, args) {
  const tools = await setUp({ need: needsOf(purpose) });
  const directory = mkdtempSync(path.join(temporaryFolder(purpose), 'corridor-test-'));
  // Postgres and Chromium, which run as other users when this is root, must get through it.
  chmodSync(directory, 0o711);
  const report = path.join(directory, 'report.json');
  const jest = inProject('node_modules', 'jest', 'bin', 'jest.js');
  const cache = `--cacheDirectory=${path.join(cacheDirectory(), 'jest')}`;
  // Whatever a test leaves in the temporary folder, also when it is ended, goes away with the run.
  // Commands, and the threads of Temporal's workers, load the same packages again and again: compiled once for all runs.
  const compiled = { NODE_COMPILE_CACHE: path.join(cacheDirectory(), 'compiled-node') };
  const env = { ...compiled, ...process.env, ...toolEnvironment(tools), TMPDIR: directory };
  try {
    const command = [jest, cache, '--json', `--outputFile=${report}`, ...args];
    const exitCode = await runForeground(process.execPath, command, { cwd: PROJECT_DIRECTORY, env });
    return { exitCode, counts: readCounts(report) };
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Runs tests and leaves one plain line, such as `120 passed, 0 failed, 3 skipped`, as the last of this process, also after
 * the message of a set-up that failed.
 * @param {() => Promise<{exitCode: number, counts: Counts}>} runTests
 * @returns {Promise<number>} the exit code
 */
export async function withLastLine(runTests) {
  let outcome = { exitCode: 1, counts: { passed: 0, failed: 0, skipped: 0 } };
  process.on('exit', () => {
    const { passed, failed, skipped } = outcome.counts;
    // A non-zero exit without a failed test is a failure of the run itself: a crash, a broken global set-up, a threshold.
    const shownFailed = outcome.exitCode !== 0 && failed === 0 ? 1 : failed;
    process.stdout.write(`${passed} passed, ${shownFailed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  });
  outcome = await runTests();
  return outcome.exitCode;
}
