/**
 * `npm run pictures -- --data-dir D`: plays what becomes of payments on a running service and takes the pictures of it in
 * docs/images, at 1280 pixels in the light and at 390 in the dark.
 *
 * It leaves payments and logins behind, so give it a service of its own:
 * `npm start -- --no-story --port 18601 --data-dir D`. Pictures are smaller where pngquant is installed.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import puppeteer from 'puppeteer';
import { ensureChromium } from './lib/chromium.mjs';
import { SetUpError } from './lib/failure.mjs';
import { createUser, holdPayment } from './lib/on-service.mjs';
import { inProject } from './lib/project.mjs';
import { findOnPath, run } from './lib/run.mjs';
import { runOnSupportedNode } from './lib/runtime.mjs';

const IMAGES = inProject('docs', 'images');
const PLAY_LIMIT_MS = 10 * 60_000;
const SCREENS = [
  { suffix: '', theme: 'light', width: 1280, height: 800, deviceScaleFactor: 1 },
  { suffix: '-phone-dark', theme: 'dark', width: 390, height: 844, deviceScaleFactor: 1, isMobile: true },
];
/** Longer pages are cut: what they are about stands first. */
const MOST_HEIGHT = { 1280: 1400, 390: 1700 };

/** What is shown of what was played: a beginning of its words, whose page it is, and the name of the file. */
const TOUR = [
  ['…0002', 'client', 'tour-failed'],
  ['…0003', 'operator', 'tour-silent'],
  ['…0004', 'operator', 'tour-settled-short'],
  ['…0005', 'client', 'tour-returned'],
  ['…0007', 'client', 'tour-recalled'],
  ['the second is held', 'operator', 'tour-released'],
  ['instead of', 'client', 'tour-resubmitted'],
  ['the statement', 'operator', 'tour-statement'],
];

/** Pages of the account that show the same whatever was played, by the names of their files. */
const PLACES = {
  'console-overview': '/test',
  'console-pay-form': '/test/payments/new?currency=EUR&country=DE',
  'console-batches': '/test/batches',
  'console-document-form': '/test/documents/new/commercial_invoice',
  'console-tariffs': '/test/tariffs/calculate?hsCode=610910&origin=VN&destination=US&value=10000&currency=USD',
};

const COMPRESS_LIMIT_MS = 60_000;

/** Plays every ending. @returns {Promise<Map<string, string[]>>} addresses of the pages by what is seen there */
async function play(directory) {
  const said = await run(
    process.execPath,
    [inProject('dist', 'cli', 'main.js'), '--data-dir', directory, 'demo', 'endings'],
    { limitMs: PLAY_LIMIT_MS },
  );
  const pages = new Map();
  let what = '';
  for (const line of said.split('\n')) {
    const address = /^ {6}(http\S+)$/.exec(line)?.[1];
    if (address === undefined) what = line.trim();
    else pages.set(what, [...(pages.get(what) ?? []), address]);
  }
  return pages;
}

function addressOf(pages, beginning, side) {
  const [, addresses = []] = [...pages].find(([what]) => what.startsWith(beginning)) ?? [];
  const address = addresses.find((one) => one.includes('/console/operator/') === (side === 'operator'));
  if (address === undefined) throw new Error(`Nothing was played that begins with ${beginning}.`);
  return address;
}

/** A page of a browser in which only this person is logged in. */
async function logIn(browser, baseUrl, { email, password }) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.goto(`${baseUrl}/console/login`);
  await page.type('main [name=email]', email);
  await page.type('main [name=password]', password);
  await Promise.all([page.waitForNavigation(), page.click('main form button')]);
  return page;
}

/** Pages have few colours: a picture with a palette is a third as large. */
async function compress(file) {
  const pngquant = findOnPath('pngquant');
  if (pngquant === null) return;
  await run(pngquant, ['--force', '--strip', '--output', file, '128', file], {
    limitMs: COMPRESS_LIMIT_MS,
  });
}

async function photograph(page, address, name) {
  for (const { suffix, theme, ...viewport } of SCREENS) {
    await page.setViewport(viewport);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
    await page.goto(address, { waitUntil: 'load' });
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    const height = Math.min(whole, MOST_HEIGHT[viewport.width]);
    // The bar of a form's buttons stands at the foot of the window: here, of the picture.
    await page.setViewport({ ...viewport, height });
    const file = path.join(IMAGES, `${name}${suffix}.png`);
    await page.screenshot({
      path: file,
      clip: { x: 0, y: 0, width: viewport.width, height },
    });
    await compress(file);
  }
  process.stdout.write(`${name}\n`);
}

async function main() {
  const [option, directory] = process.argv.slice(2);
  if (option !== '--data-dir' || directory === undefined) throw new SetUpError('Say --data-dir, as with npm start.');
  const service = JSON.parse(readFileSync(path.join(directory, 'run.json'), 'utf8'));
  const people = {
    client: await createUser(directory, 'owner', ['--account', 'Demonstration', '--role', 'owner']),
    operator: await createUser(directory, 'operator', ['--role', 'operator']),
  };
  mkdirSync(IMAGES, { recursive: true });
  const held = await holdPayment(service);
  const pages = await play(directory);
  const browser = await puppeteer.launch({
    executablePath: (await ensureChromium()) ?? undefined,
    args: ['--no-sandbox'],
  });
  try {
    const logged = {};
    for (const side of ['client', 'operator']) logged[side] = await logIn(browser, service.baseUrl, people[side]);
    const console = `${service.baseUrl}/console`;
    await photograph(logged.operator, `${console}/operator/payments/${held}`, 'console-hold');
    for (const [name, place] of Object.entries(PLACES)) await photograph(logged.client, `${console}${place}`, name);
    for (const [beginning, side, name] of TOUR) await photograph(logged[side], addressOf(pages, beginning, side), name);
  } finally {
    await browser.close();
  }
}

await runOnSupportedNode(main);
