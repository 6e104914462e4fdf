import path from 'node:path';
import { cachedFolder, makeOnce } from './cache.mjs';
import { messageOf } from './failure.mjs';
import { buildWithGo, findGo } from './go-build.mjs';
import { say, showing } from './progress.mjs';
import { findOnPath, isExecutable } from './run.mjs';
import { HELM_VERSION } from './versions.mjs';

const TOOL = 'helm';

function build(go, into) {
  const programs = [{ source: 'helm.sh/helm/v3/cmd/helm', output: path.join(into, 'helm') }];
  return buildWithGo({ go, module: TOOL, programs });
}

/**
 * Finds or builds Helm, which renders the chart; it needs no cluster for that.
 * @returns {Promise<string|null>} the program; null, with a sentence, when it cannot be had
 */
export async function ensureHelm() {
  const folder = cachedFolder(TOOL, HELM_VERSION);
  const program = process.env.CORRIDOR_HELM ?? path.join(folder, 'helm');
  if (isExecutable(program)) return program;
  const onPath = findOnPath('helm');
  if (onPath !== null) return onPath;
  const go = await findGo();
  if (go === null) {
    say('The chart cannot be rendered: install Helm 3 (https://helm.sh/docs/intro/install) or Go to build it.');
    return null;
  }
  const title = `Building Helm ${HELM_VERSION} with Go`;
  try {
    await makeOnce({
      folder,
      title,
      make: (into) => showing({ title, expectation: 'about 4 minutes, once' }, () => build(go, into)),
    });
  } catch (error) {
    say(`Helm cannot be built: ${messageOf(error)}.`);
    return null;
  }
  return program;
}
