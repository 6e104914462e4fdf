import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cachedFolder, failedRecently, makeOnce, rememberFailure } from './cache.mjs';
import { downloadFromTemporal, reasonOf } from './download.mjs';
import { SetUpError, messageOf } from './failure.mjs';
import { buildWithGo, findGo } from './go-build.mjs';
import { say, showing } from './progress.mjs';
import { inProject } from './project.mjs';
import { findOnPath, isExecutable } from './run.mjs';
import { TEMPORAL_CLI_VERSION } from './versions.mjs';

const TOOL = 'temporal-cli';
const DOWNLOAD = `${TOOL}-download-${TEMPORAL_CLI_VERSION}`;

/**
 * @returns {string} the version of the installed Temporal SDK, which its download place asks for
 */
export function sdkVersion() {
  const file = inProject('node_modules', '@temporalio', 'testing', 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : '1.0.0';
}

async function download(folder) {
  const title = `Downloading Temporal CLI ${TEMPORAL_CLI_VERSION}`;
  return makeOnce({
    folder,
    title,
    make: (into) =>
      showing({ title, expectation: 'once' }, (report) =>
        downloadFromTemporal({
          artifact: 'cli',
          version: `v${TEMPORAL_CLI_VERSION}`,
          sdkVersion: sdkVersion(),
          into,
          name: 'temporal',
          report,
        }),
      ),
  });
}

async function build(go, folder) {
  const title = `Building Temporal CLI ${TEMPORAL_CLI_VERSION} with Go`;
  return makeOnce({
    folder,
    title,
    make: (into) =>
      showing({ title, expectation: 'about 2 minutes, once' }, () =>
        buildWithGo({
          go,
          module: TOOL,
          programs: [
            {
              source: 'github.com/temporalio/cli/cmd/temporal',
              output: path.join(into, 'temporal'),
              // Built without it, the program calls itself 0.0.0-DEV.
              linkerFlags: `-X github.com/temporalio/cli/temporalcli.Version=${TEMPORAL_CLI_VERSION}`,
            },
          ],
        }),
      ),
  });
}

/**
 * Finds or makes the Temporal command with its development server: on PATH, in the cache, downloaded, built with Go.
 * @returns {Promise<string>} absolute path of the program
 * @throws SetUpError when it cannot be had
 */
export async function ensureTemporalCli() {
  const named = process.env.CORRIDOR_TEMPORAL_CLI;
  if (named) {
    if (isExecutable(named)) return path.resolve(named);
    throw new SetUpError(`CORRIDOR_TEMPORAL_CLI names ${named}, which cannot be executed.`);
  }
  const onPath = findOnPath('temporal');
  if (onPath !== null) return onPath;
  const folder = cachedFolder(TOOL, TEMPORAL_CLI_VERSION);
  const program = path.join(folder, 'temporal');
  if (isExecutable(program)) return program;

  let reason = 'its download failed a short while ago';
  if (!failedRecently(DOWNLOAD)) {
    try {
      await download(folder);
      return program;
    } catch (error) {
      reason = reasonOf(error);
      rememberFailure(DOWNLOAD, reason);
      say(`Temporal CLI cannot be downloaded (${reason}); looking for Go to build it.`);
    }
  }
  const go = await findGo();
  if (go === null) {
    throw new SetUpError(
      `The Temporal CLI is missing: ${reason}, and there is no Go to build it. ` +
        'Install it (macOS: brew install temporal; else see https://docs.temporal.io/cli) or set TEMPORAL_ADDRESS to use a server of your own.',
    );
  }
  try {
    await build(go, folder);
  } catch (error) {
    throw new SetUpError(`The Temporal CLI cannot be built: ${messageOf(error)}.`, { cause: error });
  }
  return program;
}
