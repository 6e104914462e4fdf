import { existsSync } from 'node:fs';
import path from 'node:path';
import { cacheDirectory, cachedFolder, failedRecently, makeOnce, rememberFailure } from './cache.mjs';
import { messageOf, runMain, SetUpError } from './failure.mjs';
import { say, showing } from './progress.mjs';
import { findOnPath, run } from './run.mjs';

const INSTALL_LIMIT_MS = 10 * 60 * 1000;

/** Tools of tests that are packages of npm or of PyPI, at their versions; they are no part of the project's own packages. */
const TOOLS = {
  'openapi-ts': { command: 'npm', version: '0.99.0', packages: ['@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3'] },
  lighthouse: { command: 'npm', version: '12.8.2', packages: ['lighthouse@12.8.2'] },
  prism: { command: 'npm', version: '5.16.0', packages: ['@stoplight/prism-cli@5.16.0'] },
  /** What a client needs that openapi-generator makes for Python. */
  'generated-python': {
    command: 'python3',
    version: '1',
    packages: ['urllib3==2.8.0', 'python-dateutil==4.0.0', 'pydantic==2.14.4', 'typing-extensions==4.16.0'],
  },
  schemathesis: { command: 'python3', version: '4.32.5', packages: ['schemathesis==4.32.5'] },
};

const INSTALL = {
  npm: (into, packages) => [
    ['npm', ['install', '--prefix', into, '--ignore-scripts', '--no-audit', '--no-fund', ...packages]],
  ],
  python3: (into, packages) => [
    ['python3', ['-m', 'venv', into]],
    [path.join(into, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]],
  ],
};

/**
 * @param {string} name of a tool above
 * @returns {Promise<string|null>} the folder that it is installed in; null, with a sentence, when it cannot be had
 */
async function ensurePackagedTool(name) {
  const tool = TOOLS[name];
  if (tool === undefined) throw new SetUpError(`There is no tool ${name}: ${Object.keys(TOOLS).join(', ')}.`);
  const { command, version, packages } = tool;
  const folder = cachedFolder(name, version);
  if (existsSync(folder)) return folder;
  const attempt = path.basename(folder).slice(0, -`-${process.platform}-${process.arch}`.length);
  if (findOnPath(command) === null || failedRecently(attempt)) {
    say(`${name} ${version} is not in ${cacheDirectory()}, and ${command} cannot fetch it.`);
    return null;
  }
  const title = `Installing ${packages[0]} by ${command}`;
  const make = async (into) => {
    for (const [program, args] of INSTALL[command](into, packages))
      await run(program, args, { limitMs: INSTALL_LIMIT_MS });
  };
  try {
    const shown = (into) => showing({ title, expectation: 'about 1 minute, once' }, () => make(into));
    return await makeOnce({ folder, title, make: shown });
  } catch (error) {
    rememberFailure(attempt, messageOf(error));
    say(`${name} ${version} cannot be installed: ${messageOf(error)}.`);
    return null;
  }
}

await runMain(async () => {
  const folder = await ensurePackagedTool(process.argv[2] ?? '');
  if (folder !== null) process.stdout.write(`${folder}\n`);
  return 0;
});
