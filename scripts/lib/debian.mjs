import { existsSync } from 'node:fs';
import { run } from './run.mjs';

const UPDATE_LIMIT_MS = 3 * 60 * 1000;
const INSTALL_LIMIT_MS = 10 * 60 * 1000;
/** Another apt or dpkg may be at work on a new machine. */
const LOCK_WAIT_SECONDS = 120;

/**
 * @returns {boolean} whether system packages can be installed here: Debian or a relative, and this user is root
 */
export function canInstallDebianPackages() {
  return (
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    existsSync('/usr/bin/apt-get') &&
    existsSync('/etc/debian_version')
  );
}

/**
 * @param {string[]} names of Debian packages
 * @throws Error with apt's last words
 */
export async function installDebianPackages(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const wait = ['-o', `DPkg::Lock::Timeout=${LOCK_WAIT_SECONDS}`];
  await run('apt-get', [...wait, 'update'], { env, limitMs: UPDATE_LIMIT_MS });
  await run('apt-get', [...wait, 'install', '--yes', '--no-install-recommends', ...names], {
    env,
    limitMs: INSTALL_LIMIT_MS,
  });
}
