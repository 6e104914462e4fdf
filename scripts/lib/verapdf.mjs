import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheDirectory, failedRecently, makeOnce, rememberFailure } from './cache.mjs';
import { messageOf, runMain } from './failure.mjs';
import { fetchJars, hasRecentJava } from './java.mjs';
import { say, showing } from './progress.mjs';
import { inProject } from './project.mjs';
import { findOnPath } from './run.mjs';

/** Must agree with scripts/java/verapdf/pom.xml. */
export const VERAPDF_VERSION = '1.28.2';
const ATTEMPT = `verapdf-${VERAPDF_VERSION}`;

/** Jars run on every platform, so the folder carries none in its name. */
function folder() {
  return path.join(cacheDirectory(), `verapdf-${VERAPDF_VERSION}`);
}

/**
 * Finds or fetches veraPDF, the validator of PDF/A and PDF/UA, from Maven Central.
 * @returns {Promise<string|null>} folder of its jars; null, with a sentence, when it cannot be had
 */
export async function ensureVeraPdf() {
  const named = process.env.CORRIDOR_VERAPDF;
  if (named && existsSync(named)) return path.resolve(named);
  if (!(await hasRecentJava())) {
    say('Documents are not validated as PDF/A and PDF/UA: there is no recent Java.');
    return null;
  }
  if (existsSync(folder())) return folder();
  const maven = findOnPath('mvn');
  if (maven === null || failedRecently(ATTEMPT)) {
    say('Documents are not validated as PDF/A and PDF/UA: veraPDF is not here, and Maven (mvn) cannot fetch it.');
    return null;
  }
  const title = `Fetching veraPDF ${VERAPDF_VERSION} with Maven`;
  const pom = inProject('scripts', 'java', 'verapdf', 'pom.xml');
  try {
    return await makeOnce({
      folder: folder(),
      title,
      make: (into) => showing({ title, expectation: 'about 1 minute, once' }, () => fetchJars({ maven, pom, into })),
    });
  } catch (error) {
    rememberFailure(ATTEMPT, messageOf(error));
    say(`Documents are not validated as PDF/A and PDF/UA: ${messageOf(error)}.`);
    return null;
  }
}

/** Run by itself it prints the folder, or nothing. */
async function main() {
  const jars = await ensureVeraPdf();
  if (jars !== null) process.stdout.write(`${jars}\n`);
  return 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await runMain(main);
