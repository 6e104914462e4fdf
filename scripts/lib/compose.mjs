import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { cacheDirectory } from './cache.mjs';
import { canInstallDebianPackages, installDebianPackages } from './debian.mjs';
import { withLock } from './lock.mjs';
import { say } from './progress.mjs';
import { findOnPath, run } from './run.mjs';
import { tryOnce } from './try-once.mjs';

const ASK_LIMIT_MS = 20_000;

/** The plugin of the engine's client, or the program of its own that Debian has. */
async function findCompose() {
  try {
    await run('docker', ['compose', 'version'], { limitMs: ASK_LIMIT_MS });
    return 'docker compose';
  } catch {
    return findOnPath('docker-compose');
  }
}

/**
 * Finds or installs what reads compose files; the tests ask it whether they are valid. No engine is needed for that.
 * @returns {Promise<string|null>} the command; null, with a sentence, when it cannot be had
 */
export async function ensureCompose() {
  const present = await findCompose();
  if (present !== null) return present;
  mkdirSync(cacheDirectory(), { recursive: true });
  return withLock(
    { file: path.join(cacheDirectory(), 'compose.lock'), title: 'setting up Docker Compose' },
    async () => {
      if ((await findCompose()) === null && canInstallDebianPackages()) {
        await tryOnce(
          {
            name: 'compose-install',
            title: 'Installing the Debian package docker-compose',
            expectation: 'about 1 minute, once',
            otherwise: 'Docker Compose cannot be installed',
          },
          () => installDebianPackages(['docker-compose']),
        );
      }
      const found = await findCompose();
      if (found === null) {
        say('Compose files cannot be checked: install Docker Compose (Debian: apt-get install docker-compose).');
      }
      return found;
    },
  );
}
