import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { cacheDirectory, cachedFolder, makeOnce } from './cache.mjs';
import { SetUpError, messageOf, runMain } from './failure.mjs';
import { showing } from './progress.mjs';
import { isExecutable, run, runForeground } from './run.mjs';
import { NODE_MAJOR, NODE_VERSION } from './versions.mjs';

const INSTALL_LIMIT_MS = 180_000;

function isSupported() {
  return Number(process.versions.node.split('.')[0]) >= NODE_MAJOR;
}

/**
 * The supported Node, from the package `node` of the registry, whose hash npm checks.
 * @returns {Promise<string>} its program, kept in the cache
 * @throws SetUpError when it cannot be had
 */
export async function ensureNode() {
  const title = `Fetching Node ${NODE_VERSION}`;
  const folder = cachedFolder('node', NODE_VERSION);
  const make = async (into) => {
    await mkdir(into, { recursive: true });
    const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', into, `node@${NODE_VERSION}`];
    await showing({ title, expectation: 'once' }, () => run('npm', args, { limitMs: INSTALL_LIMIT_MS }));
  };
  try {
    await makeOnce({ folder, title, make });
  } catch (error) {
    const reason = messageOf(error);
    throw new SetUpError(`Install Node ${NODE_MAJOR} or later: npm cannot fetch it here (${reason}).`, {
      cause: error,
    });
  }
  const program = path.join(folder, 'node_modules', 'node', 'bin', 'node');
  if (!isExecutable(program))
    throw new SetUpError(`Install Node ${NODE_MAJOR} or later: npm has none for this machine.`);
  return program;
}

/**
 * Runs a script's main function on the supported Node: here, or in a process of that Node which runs the same script.
 * What the script starts finds that Node by name too, and keeps compiled code in the cache.
 * @param {() => Promise<number>} main resolves to the exit code
 */
export async function runOnSupportedNode(main) {
  process.env.NODE_COMPILE_CACHE ??= path.join(cacheDirectory(), 'compiled');
  if (isSupported()) return runMain(main);
  await runMain(async () => {
    const program = await ensureNode();
    const PATH = `${path.dirname(program)}${path.delimiter}${process.env.PATH}`;
    return runForeground(program, process.argv.slice(1), { env: { ...process.env, PATH } });
  });
}
