import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { archiveClasses } from './class-archive.mjs';
import { cachedFolder, failedRecently, makeOnce, rememberFailure } from './cache.mjs';
import { downloadFromTemporal, reasonOf } from './download.mjs';
import { messageOf } from './failure.mjs';
import { fetchJars, hasRecentJava, locateJava } from './java.mjs';
import { say, showing } from './progress.mjs';
import { inProject } from './project.mjs';
import { findOnPath, isExecutable } from './run.mjs';
import { sdkVersion } from './temporal-cli.mjs';
import { OLDEST_JAVA, TEMPORAL_TEST_SERVER_VERSION } from './versions.mjs';

const NATIVE = 'temporal-test-server-native';
const JAVA = 'temporal-test-server-java';
const PREPARED = 'temporal-test-server-prepared';
const PROGRAM = 'temporal-test-server';
const ARCHIVE = 'classes.jsa';

/**
 * The first compiler tier and one collector thread: the server runs for seconds, so starting quickly counts most. The
 * archive of classes is missing while it is being made; a Java that did not make it goes on without it, in silence.
 */
function launcherOf(jars) {
  return `#!/bin/sh
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
archive=$here/${ARCHIVE}
set -- io.temporal.testserver.TestServer "$@"
if [ -f "$archive" ]; then set -- "-XX:SharedArchiveFile=$archive" -Xlog:disable "$@"; fi
exec "\${JAVA_HOME:+$JAVA_HOME/bin/}java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "${jars}/*" "$@"
`;
}

function downloadNative(folder, version) {
  const title = 'Downloading the Temporal test server';
  return makeOnce({
    folder,
    title,
    make: (into) =>
      showing({ title, expectation: 'once' }, (report) =>
        downloadFromTemporal({
          artifact: PROGRAM,
          version: 'default',
          sdkVersion: version,
          into,
          name: PROGRAM,
          report,
        }),
      ),
  });
}

function fetchForJava(maven, folder) {
  const title = `Fetching the Temporal test server ${TEMPORAL_TEST_SERVER_VERSION} with Maven`;
  return makeOnce({
    folder,
    title,
    make: (into) =>
      showing({ title, expectation: 'about 1 minute, once' }, async () => {
        const jars = path.join(into, 'jars');
        mkdirSync(jars);
        await fetchJars({ maven, pom: inProject('scripts', 'java', 'temporal-test-server', 'pom.xml'), into: jars });
      }),
  });
}

/** @returns {Promise<string>} absolute path of the launcher, beside the archive of the classes that a start loads */
async function prepareForJava(jars, folder) {
  const title = 'Preparing the Temporal test server';
  await makeOnce({
    folder,
    title,
    make: (into) =>
      showing({ title, expectation: 'a few seconds, once' }, async () => {
        const launcher = path.join(into, PROGRAM);
        writeFileSync(launcher, launcherOf(jars), { mode: 0o755 });
        try {
          await archiveClasses({ command: launcher, archive: path.join(into, ARCHIVE) });
        } catch (error) {
          say(`The Temporal test server starts without an archive of its classes: ${messageOf(error)}.`);
        }
      }),
  });
  return path.join(folder, PROGRAM);
}

/** @returns {Promise<string|null>} why the tests cannot have it from Maven; null when they can */
async function obstacleToJava(maven) {
  if (!(await hasRecentJava())) return `there is no Java ${OLDEST_JAVA} or later`;
  if (maven === null) return 'there is no Maven (mvn)';
  return null;
}

/**
 * Finds or fetches the time-skipping Temporal test server: the native program that the SDK downloads, else the same
 * server as Java jars.
 * @returns {Promise<string|null>} absolute path of the program; null, with a sentence, when it cannot be had
 */
export async function ensureTestServer() {
  const named = process.env.CORRIDOR_TEST_SERVER;
  if (named && isExecutable(named)) return path.resolve(named);
  const version = sdkVersion();
  const nativeFolder = cachedFolder(NATIVE, version);
  const native = path.join(nativeFolder, PROGRAM);
  if (isExecutable(native)) return native;
  const javaFolder = cachedFolder(JAVA, TEMPORAL_TEST_SERVER_VERSION);
  const prepare = () =>
    prepareForJava(path.join(javaFolder, 'jars'), cachedFolder(PREPARED, TEMPORAL_TEST_SERVER_VERSION));
  if (existsSync(javaFolder) && locateJava() !== null) return prepare();

  const attempt = `${NATIVE}-download-${version}`;
  let reason = 'its download failed a short while ago';
  if (!failedRecently(attempt)) {
    try {
      await downloadNative(nativeFolder, version);
      return native;
    } catch (error) {
      reason = reasonOf(error);
      rememberFailure(attempt, reason);
      say(`The Temporal test server cannot be downloaded (${reason}); looking for Java and Maven to run it with.`);
    }
  }
  const maven = findOnPath('mvn');
  const obstacle = await obstacleToJava(maven);
  if (obstacle !== null) {
    say(
      `Tests that skip time are left out: the Temporal test server cannot be downloaded (${reason}) and ${obstacle}. Install Java ${OLDEST_JAVA} or later and Maven to run them.`,
    );
    return null;
  }
  try {
    await fetchForJava(maven, javaFolder);
    return await prepare();
  } catch (error) {
    say(`Tests that skip time are left out: ${messageOf(error)}.`);
    return null;
  }
}
