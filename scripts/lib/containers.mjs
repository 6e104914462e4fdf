import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cacheDirectory } from './cache.mjs';
import { canInstallDebianPackages, installDebianPackages } from './debian.mjs';
import { SetUpError, messageOf } from './failure.mjs';
import { withLock } from './lock.mjs';
import { SOCKET, podman, spawnEngine } from './podman.mjs';
import { findOnPath } from './run.mjs';
import { ensureComposeProgram, ensureStandIns } from './stand-ins.mjs';
import { tryOnce } from './try-once.mjs';

const PACKAGES = ['podman', 'runc', 'iptables', 'netavark', 'aardvark-dns', 'catatonit', 'debootstrap'];
const [START_LIMIT_MS, LOOK_MS, CHECK_MS] = [60_000, 200, 1_000];

/** @returns {Promise<boolean>} whether the engine and what makes its base image are here, installed where possible */
async function ensurePrograms() {
  const present = () => ['podman', 'runc', 'iptables', 'debootstrap'].every((name) => findOnPath(name) !== null);
  if (process.platform !== 'linux' || process.getuid() !== 0) return false;
  if (present()) return true;
  if (!canInstallDebianPackages()) return false;
  const step = {
    name: 'containers-install',
    title: `Installing the Debian packages ${PACKAGES.join(', ')}`,
    expectation: 'about 1 minute, once',
    otherwise: 'A container engine cannot be installed',
  };
  await tryOnce(step, () => installDebianPackages(PACKAGES));
  return present();
}

/**
 * Finds or makes a container engine, Compose, and stand-ins for the images that docker-compose.yml names, all kept outside
 * the checkout. A stand-in proves the file, its networks, secrets, users, checks and order; it does not prove the official
 * image.
 * @returns {Promise<string>} the program that reads compose files
 * @throws SetUpError that says what is missing and how to get it
 */
export async function ensureContainers() {
  if (!(await ensurePrograms())) {
    throw new SetUpError(
      `Containers need Linux, root and the Debian packages ${PACKAGES.join(' ')} (apt-get install).`,
    );
  }
  try {
    const file = path.join(cacheDirectory(), 'containers.lock');
    await withLock({ file, title: 'making stand-ins for images' }, ensureStandIns);
    return await ensureComposeProgram();
  } catch (error) {
    throw new SetUpError(`The stand-ins for images cannot be made: ${messageOf(error)}.`, { cause: error });
  }
}

/** Runs the checks that are due; the engine leaves their rhythm to systemd, which a machine need not have. */
async function runChecks(dueAt) {
  const ids = (await podman(['ps', '--quiet'])).split('\n').filter((id) => id !== '');
  const due = ids.filter((id) => (dueAt.get(id) ?? 0) <= Date.now());
  const runCheck = async (id) => {
    const found = await podman(['inspect', '--format', '{{json .Config.Healthcheck}}', id]).catch(() => 'null');
    const check = JSON.parse(found);
    dueAt.set(id, check === null ? Infinity : Date.now() + check.Interval / 1e6);
    // A check that fails counts in the container's state.
    if (check !== null) await podman(['healthcheck', 'run', id]).catch(() => undefined);
  };
  await Promise.all(due.map(runCheck));
}

/**
 * Serves the engine's Docker-compatible socket, and runs the checks of containers.
 * @returns {Promise<{host: string, stop: () => void}>} the value for DOCKER_HOST, and what ends the engine
 */
export async function serveContainers() {
  rmSync(SOCKET, { force: true });
  const child = spawnEngine();
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    child.kill('SIGTERM');
  };
  process.on('exit', stop);
  const limit = Date.now() + START_LIMIT_MS;
  while (!existsSync(SOCKET)) {
    if (child.exitCode !== null || Date.now() > limit) throw new Error('the container engine does not start');
    await delay(LOOK_MS);
  }
  const dueAt = new Map();
  void (async () => {
    for (; !isStopped; await delay(CHECK_MS)) await runChecks(dueAt).catch(() => undefined);
  })();
  return { host: `unix://${SOCKET}`, stop };
}
