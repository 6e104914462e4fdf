/**
 * `npm run test:node24`: runs the tests on another version of Node than the one that runs this, such as the one in the
 * images. It comes from the package `node` of the registry, whose hash npm checks, and is kept in the cache.
 * Arguments: the version, then those of `npm test`.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { cachedFolder, makeOnce } from './lib/cache.mjs';
import { SetUpError, runMain } from './lib/failure.mjs';
import { showing } from './lib/progress.mjs';
import { inProject } from './lib/project.mjs';
import { isExecutable, run, runForeground } from './lib/run.mjs';

const INSTALL_LIMIT_MS = 180_000;

async function ensureNode(version) {
  const title = `Fetching Node ${version}`;
  const folder = cachedFolder('node', version);
  await makeOnce({
    folder,
    title,
    make: async (into) => {
      await mkdir(into, { recursive: true });
      await showing({ title, expectation: 'once' }, () =>
        run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', into, `node@${version}`], {
          limitMs: INSTALL_LIMIT_MS,
        }),
      );
    },
  });
  const program = path.join(folder, 'node_modules', 'node', 'bin', 'node');
  if (!isExecutable(program)) throw new SetUpError(`The package node@${version} holds no program for this machine.`);
  return program;
}

await runMain(async () => {
  const [version, ...args] = process.argv.slice(2);
  if (!/^\d+$/.test(version ?? '')) throw new SetUpError('Name a version of Node, such as 24.');
  const program = await ensureNode(version);
  // Programs that the tests start are found by name.
  const PATH = `${path.dirname(program)}${path.delimiter}${process.env.PATH}`;
  return runForeground(program, [inProject('scripts', 'test.mjs'), ...args], { env: { ...process.env, PATH } });
});
