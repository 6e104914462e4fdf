import path from 'node:path';
import { findOnPath, isExecutable, run } from './run.mjs';
import { OLDEST_JAVA } from './versions.mjs';

const ASK_LIMIT_MS = 20_000;
const FETCH_LIMIT_MS = 10 * 60 * 1000;

/**
 * @returns {string|null} the Java command of JAVA_HOME or PATH, of whatever version
 */
export function locateJava() {
  const home = process.env.JAVA_HOME;
  if (home && isExecutable(path.join(home, 'bin', 'java'))) return path.join(home, 'bin', 'java');
  return findOnPath('java');
}

/**
 * @returns {Promise<boolean>} whether there is a Java that runs the test server; on macOS the command may be a mere hint to install one
 */
export async function hasRecentJava() {
  const java = locateJava();
  if (java === null) return false;
  try {
    const answer = await run(java, ['--version'], { limitMs: ASK_LIMIT_MS });
    return Number(/(\d+)/.exec(answer)?.[1] ?? 0) >= OLDEST_JAVA;
  } catch {
    return false;
  }
}

/**
 * Fetches the jars that a pom.xml lists, and all that they need at run time, with Maven.
 * @param {{maven: string, pom: string, into: string}} what the Maven command, the list, the folder for the jars
 */
export async function fetchJars({ maven, pom, into }) {
  const args = ['--batch-mode', '--quiet', '--strict-checksums', '--file', pom, 'dependency:copy-dependencies'];
  await run(maven, [...args, '-DincludeScope=runtime', `-DoutputDirectory=${into}`], { limitMs: FETCH_LIMIT_MS });
}
