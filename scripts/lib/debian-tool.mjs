import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { cacheDirectory } from './cache.mjs';
import { canInstallDebianPackages, installDebianPackages } from './debian.mjs';
import { withLock } from './lock.mjs';
import { say } from './progress.mjs';
import { findOnPath, run } from './run.mjs';
import { tryOnce } from './try-once.mjs';

const ASK_LIMIT_MS = 20_000;

/**
 * Finds a tool, or installs the Debian package that holds it.
 * @param {{title: string, debianPackage: string, find: () => Promise<string|null>, otherwise: string}} tool
 *   `otherwise`: what cannot be done without it
 * @returns {Promise<string|null>} what `find` found; null, with a sentence, when it cannot be had
 */
async function ensureTool({ title, debianPackage, find, otherwise }) {
  const present = await find();
  if (present !== null) return present;
  mkdirSync(cacheDirectory(), { recursive: true });
  const file = path.join(cacheDirectory(), `${debianPackage}.lock`);
  return withLock({ file, title: `setting up ${title}` }, async () => {
    if ((await find()) === null && canInstallDebianPackages()) {
      const step = {
        name: `${debianPackage}-install`,
        title: `Installing the Debian package ${debianPackage}`,
        expectation: 'about 1 minute, once',
        otherwise: `${title} cannot be installed`,
      };
      await tryOnce(step, () => installDebianPackages([debianPackage]));
    }
    const found = await find();
    if (found === null) say(`${otherwise}: install ${title} (Debian: apt-get install ${debianPackage}).`);
    return found;
  });
}

/**
 * What reads compose files: the plugin of the engine's client, or the program of its own that Debian has. It needs no engine.
 * @returns {Promise<string|null>} the command; null, with a sentence, when it cannot be had
 */
export function ensureCompose() {
  const find = async () => {
    try {
      await run('docker', ['compose', 'version'], { limitMs: ASK_LIMIT_MS });
      return 'docker compose';
    } catch {
      return findOnPath('docker-compose');
    }
  };
  const otherwise = 'Compose files cannot be checked';
  return ensureTool({ title: 'Docker Compose', debianPackage: 'docker-compose', find, otherwise });
}

/**
 * PHP, for the test of the receiver that is written in it.
 * @returns {Promise<string|null>} the command; null, with a sentence, when it cannot be had
 */
export function ensurePhp() {
  const find = () => Promise.resolve(findOnPath('php'));
  return ensureTool({
    title: 'PHP',
    debianPackage: 'php-cli',
    find,
    otherwise: 'The receiver in PHP cannot be tested',
  });
}

/** Where systems keep the part of OpenSSH that serves files. */
const SFTP_SERVERS = ['/usr/lib/openssh/sftp-server', '/usr/libexec/openssh/sftp-server', '/usr/libexec/sftp-server'];

/**
 * OpenSSH's server of SFTP, for the tests of banks that exchange files by it. It serves over standard input and output.
 * @returns {Promise<string|null>} the command; null, with a sentence, when it cannot be had
 */
export function ensureSftpServer() {
  const find = () => Promise.resolve(SFTP_SERVERS.find((file) => existsSync(file)) ?? null);
  return ensureTool({
    title: "OpenSSH's sftp-server",
    debianPackage: 'openssh-sftp-server',
    find,
    otherwise: 'Banks by SFTP cannot be tested against OpenSSH',
  });
}
