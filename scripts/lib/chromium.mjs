import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cacheDirectory } from './cache.mjs';
import { canInstallDebianPackages, installDebianPackages } from './debian.mjs';
import { withLock } from './lock.mjs';
import { say } from './progress.mjs';
import { PROJECT_DIRECTORY, inProject } from './project.mjs';
import { findOnPath, isExecutable, run } from './run.mjs';
import { tryOnce } from './try-once.mjs';

const DOWNLOAD = 'chromium-download';
const INSTALL = 'chromium-install';
const DOWNLOAD_LIMIT_MS = 180_000;
const ASK_LIMIT_MS = 20_000;

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Where puppeteer puts the browser inside the folder of one version, by platform. */
const BROWSER_IN_FOLDER = [
  'chrome-linux64/chrome',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-win64/chrome.exe',
];

function puppeteersVersions() {
  return path.join(process.env.PUPPETEER_CACHE_DIR ?? path.join(os.homedir(), '.cache', 'puppeteer'), 'chrome');
}

/** @returns {string|null} the newest browser that puppeteer has fetched for any project of this user */
function findPuppeteersOwn() {
  const versions = puppeteersVersions();
  if (!existsSync(versions)) return null;
  const newestFirst = readdirSync(versions).sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  for (const version of newestFirst) {
    const found = BROWSER_IN_FOLDER.map((rest) => path.join(versions, version, rest)).find(isExecutable);
    if (found) return found;
  }
  return null;
}

function findBrowser() {
  const system = SYSTEM_BROWSERS.find(isExecutable) ?? findOnPath('chromium') ?? findOnPath('google-chrome');
  return findPuppeteersOwn() ?? system;
}

/** A fetched browser may lack libraries of the system; only running it tells. */
async function runs(browser) {
  try {
    await run(browser, ['--version'], { limitMs: ASK_LIMIT_MS });
    return true;
  } catch {
    return false;
  }
}

async function download() {
  const puppeteer = inProject('node_modules', 'puppeteer', 'lib', 'puppeteer', 'node', 'cli.js');
  if (!existsSync(puppeteer)) throw new Error('npm package puppeteer is not installed');
  await run(process.execPath, [puppeteer, 'browsers', 'install', 'chrome'], {
    cwd: PROJECT_DIRECTORY,
    limitMs: DOWNLOAD_LIMIT_MS,
  });
  const browser = findPuppeteersOwn();
  if (browser === null || !(await runs(browser))) {
    // Left in place, it would be preferred to a browser of the system ever after.
    rmSync(puppeteersVersions(), { recursive: true, force: true });
    throw new Error('the fetched browser does not run here');
  }
}

async function obtainBrowser() {
  const fetched = await tryOnce(
    {
      name: DOWNLOAD,
      title: 'Fetching Chrome for PDF documents',
      expectation: 'once',
      otherwise: 'Chrome cannot be downloaded',
    },
    download,
  );
  if (fetched || !canInstallDebianPackages()) return;
  await tryOnce(
    {
      name: INSTALL,
      title: 'Installing the Debian package chromium',
      expectation: 'about 1 minute, once',
      otherwise: 'Chromium cannot be installed',
    },
    () => installDebianPackages(['chromium']),
  );
}

/**
 * Finds or fetches the browser that prints PDF documents: the named one, puppeteer's own, the system's, a download,
 * or on Debian as root the system's package. The fonts come with the project.
 * @returns {Promise<string|null>} absolute path of the browser; null, with a sentence, when it cannot be had
 */
export async function ensureChromium() {
  const named = process.env.PUPPETEER_EXECUTABLE_PATH;
  const present = named && isExecutable(named) ? named : findBrowser();
  if (present !== null) return present;
  mkdirSync(cacheDirectory(), { recursive: true });
  // One at a time for the whole machine user: puppeteer's folder and dpkg's database are shared by all checkouts.
  return withLock({ file: path.join(cacheDirectory(), 'chromium.lock'), title: 'setting up Chromium' }, async () => {
    if (findBrowser() === null) await obtainBrowser();
    const browser = findBrowser();
    if (browser === null) {
      say(
        'PDF documents cannot be made without a browser: install Chromium or Chrome (Debian: apt-get install chromium), or name one in PUPPETEER_EXECUTABLE_PATH.',
      );
    }
    return browser;
  });
}
