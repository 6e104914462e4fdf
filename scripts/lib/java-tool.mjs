import { existsSync } from 'node:fs';
import path from 'node:path';
import { cacheDirectory, failedRecently, makeOnce, rememberFailure } from './cache.mjs';
import { messageOf } from './failure.mjs';
import { fetchJars, hasRecentJava } from './java.mjs';
import { say, showing } from './progress.mjs';
import { inProject } from './project.mjs';
import { findOnPath } from './run.mjs';

/**
 * Finds or fetches a validator that is written in Java, from Maven Central, by `scripts/java/<name>/pom.xml`.
 * @param {{name: string, title: string, version: string, variable: string, without: string}} tool variable of the environment
 *   that names a folder of its jars; what is not done without it
 * @returns {Promise<string|null>} folder of its jars; null, with a sentence, when it cannot be had
 */
export async function ensureJavaTool({ name, title, version, variable, without }) {
  const named = process.env[variable];
  if (named && existsSync(named)) return path.resolve(named);
  if (!(await hasRecentJava())) {
    say(`${without}: there is no recent Java.`);
    return null;
  }
  const attempt = `${name}-${version}`;
  // Jars run on every platform, so the folder carries none in its name.
  const folder = path.join(cacheDirectory(), attempt);
  if (existsSync(folder)) return folder;
  const maven = findOnPath('mvn');
  if (maven === null || failedRecently(attempt)) {
    say(`${without}: ${title} is not here, and Maven (mvn) cannot fetch it.`);
    return null;
  }
  const doing = `Fetching ${title} ${version} with Maven`;
  const pom = inProject('scripts', 'java', name, 'pom.xml');
  const make = (into) =>
    showing({ title: doing, expectation: 'about 1 minute, once' }, () => fetchJars({ maven, pom, into }));
  try {
    return await makeOnce({ folder, title: doing, make });
  } catch (error) {
    rememberFailure(attempt, messageOf(error));
    say(`${without}: ${messageOf(error)}.`);
    return null;
  }
}

/** Run by itself the script of a tool prints the folder, or nothing. */
export async function printJavaTool(tool) {
  const jars = await ensureJavaTool(tool);
  if (jars !== null) process.stdout.write(`${jars}\n`);
  return 0;
}
