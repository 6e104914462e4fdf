/**
 * `npm test`: sets up what the tests need, compiles the project, runs jest with the given arguments, and ends with
 * one plain line such as `120 passed, 0 failed, 3 skipped`.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cacheDirectory } from './lib/cache.mjs';
import { runMain } from './lib/failure.mjs';
import { PROJECT_DIRECTORY, inProject } from './lib/project.mjs';
import { runForeground } from './lib/run.mjs';
import { needsOf, setUp, toolEnvironment } from './setup.mjs';

/** @returns {{passed: number, failed: number, skipped: number}|null} null when jest ended before it could report */
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
    return null;
  }
}

function lastLine(counts, exitCode) {
  const { passed, failed, skipped } = counts ?? { passed: 0, failed: 0, skipped: 0 };
  // A non-zero exit without a failed test is a failure of the run itself: a crash, a broken global set-up, a threshold.
  const shownFailed = exitCode !== 0 && failed === 0 ? 1 : failed;
  return `${passed} passed, ${shownFailed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

async function runTests(directory, report) {
  const tools = await setUp({ need: needsOf('test') });
  const jest = inProject('node_modules', 'jest', 'bin', 'jest.js');
  const cache = `--cacheDirectory=${path.join(cacheDirectory(), 'jest')}`;
  return runForeground(process.execPath, [jest, cache, '--json', `--outputFile=${report}`, ...process.argv.slice(2)], {
    cwd: PROJECT_DIRECTORY,
    // Whatever a test leaves in the temporary folder, also when it is ended, goes away with the run.
    env: { ...process.env, ...toolEnvironment(tools), TMPDIR: directory },
  });
}

await runMain(async () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'corridor-test-'));
  // Postgres and Chromium, which run as other users when this is root, must get through it.
  chmodSync(directory, 0o711);
  const report = path.join(directory, 'report.json');
  let exitCode = 1;
  let counts = null;
  try {
    exitCode = await runTests(directory, report);
    counts = readCounts(report);
    return exitCode;
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    // In a callback at exit, so that it stays the last line even after the message of a failed set-up.
    process.on('exit', () => process.stdout.write(`${lastLine(counts, exitCode)}\n`));
  }
});
