import path from 'node:path';
import { cachedFolder, makeOnce } from './cache.mjs';
import { messageOf } from './failure.mjs';
import { buildWithGo, findGo } from './go-build.mjs';
import { say, showing } from './progress.mjs';
import { findOnPath, isExecutable } from './run.mjs';
import { TOXIPROXY_VERSION } from './versions.mjs';

const TOOL = 'toxiproxy';
const PROGRAM = 'toxiproxy-server';

/**
 * Finds or builds toxiproxy: named, on PATH, in the cache, built with Go.
 * @returns {Promise<string|null>} absolute path of its server; null, with a sentence, when it cannot be had
 */
export async function ensureToxiproxy() {
  const named = process.env.CORRIDOR_TOXIPROXY;
  if (named && isExecutable(named)) return path.resolve(named);
  const onPath = findOnPath(PROGRAM);
  if (onPath !== null) return onPath;
  const folder = cachedFolder(TOOL, TOXIPROXY_VERSION);
  const program = path.join(folder, PROGRAM);
  if (isExecutable(program)) return program;

  const go = await findGo();
  if (go === null) {
    say("toxiproxy cannot be built without Go; the project's own proxy takes its place.");
    return null;
  }
  const title = `Building toxiproxy ${TOXIPROXY_VERSION} with Go`;
  const programs = (into) => [
    { source: 'github.com/Shopify/toxiproxy/v2/cmd/server', output: path.join(into, PROGRAM) },
  ];
  try {
    await makeOnce({
      folder,
      title,
      make: (into) =>
        showing({ title, expectation: 'less than a minute, once' }, () =>
          buildWithGo({ go, module: TOOL, programs: programs(into) }),
        ),
    });
    return program;
  } catch (error) {
    say(`toxiproxy cannot be built (${messageOf(error)}); the project's own proxy takes its place.`);
    return null;
  }
}
