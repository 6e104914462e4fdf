/**
 * `npm run lighthouse`: has Lighthouse judge every kind of page of a running service, as on a phone and as on a desk:
 * performance, accessibility, best practices and SEO, each of which is to be 95 at least. Pages are found by their links; of
 * those that differ in an id alone, one is judged. Nothing slows the network or the processor down, so performance is that
 * of this machine. `test/console/every-page.deep.ts` asks axe-core about accessibility, too.
 *
 * npm installs Lighthouse once, outside of the project. It needs a service of its own, since it leaves much behind:
 * `SIGN_UP=open npm start -- --no-story --port 18501 --data-dir D`. Arguments: `--data-dir D [ONLY]`, where ONLY is a
 * regular expression that the path of a judged page must fit.
 */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer';
import { ensureChromium } from './lib/chromium.mjs';
import { SetUpError } from './lib/failure.mjs';
import { furnishPages } from './lib/lighthouse-rooms.mjs';
import { inProject } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { runOnSupportedNode } from './lib/runtime.mjs';

const LOWEST = 95;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** Pages of a login or of a link stay out of search engines on purpose. */
const PRIVATE = /^\/(console|track|verify)\b/;
/** Asked for from within the page, which the pages' policy forbids. */
const UNASKED = ['robots-txt'];
const INSTALL_LIMIT_MS = 15 * 60_000;
const PAGE_LIMIT_MS = 60_000;
/** How Lighthouse and its own emulations see them. */
const SCREENS = {
  mobile: { mobile: true, width: 412, height: 823, deviceScaleFactor: 1.75 },
  desktop: { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1 },
};
const PUBLIC = [
  '/',
  '/docs',
  '/docs/search?q=webhook',
  '/docs/guides',
  '/docs/errors',
  '/console/login',
  '/console/sign-up',
];
/** Files, parts of pages, and ways out. The live side has the same pages, but nothing on them. */
const NO_PAGES = /\/(download|logo|file|rows|preview|openapi\.json)$|logout|^\/console\/live\/./;

/** @returns {string} the address with each id, code and kind replaced, so that pages of one kind have one */
function kindOf({ pathname }) {
  return pathname
    .replace(/_[0-9a-z]{26}/g, '_*')
    .replace(/\/codes\/\d+/, '/codes/*')
    .replace(/\/errors\/\w+/, '/errors/*')
    .replace(/\/reference\/[\w.]+/, '/reference/*')
    .replace(/\/documents\/new\/\w+/, '/documents/new/*')
    .replace(/\/calendars\/[\w-]+/, '/calendars/*');
}

/** Judges pages in one browser and keeps what it found. */
class Judge {
  constructor(lighthouse, browser, { baseUrl, only }) {
    Object.assign(this, { lighthouse, browser, baseUrl, only });
    this.failures = [];
    this.judged = new Set();
  }

  async judge(page, url) {
    for (const formFactor of Object.keys(SCREENS)) {
      const first = await this.run(page, url, formFactor);
      // A recording that failed says nothing about the page.
      const lhr = first.runtimeError === undefined ? first : await this.run(page, url, formFactor);
      this.note(`${kindOf(url)} ${formFactor}`, lhr);
    }
  }

  async run(page, url, formFactor) {
    const { lhr } = await this.lighthouse(
      url.href,
      {
        logLevel: 'error',
        onlyCategories: CATEGORIES,
        skipAudits: PRIVATE.test(url.pathname) ? [...UNASKED, 'is-crawlable', 'meta-description'] : UNASKED,
        disableStorageReset: true,
        throttlingMethod: 'provided',
        maxWaitForLoad: PAGE_LIMIT_MS,
        formFactor,
        screenEmulation: { ...SCREENS[formFactor], disabled: false },
      },
      undefined,
      page,
    );
    return lhr;
  }

  note(title, lhr) {
    const scores = CATEGORIES.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100));
    const missed = Object.values(lhr.audits)
      .filter(({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode !== 'informative')
      .map(({ id, details }) => `${id} ${details?.items?.[0]?.node?.snippet ?? ''}`.trim());
    const line = `${scores.join(' ')} ${title} ${lhr.runtimeError?.message ?? ''} ${missed.join('; ')}`;
    process.stdout.write(`${line.trim()}\n`);
    if (scores.some((score) => score < LOWEST)) this.failures.push(title);
  }

  /**
   * Opens a page and judges it, unless one of its kind was.
   * @returns {Promise<URL[]>} where it leads
   */
  async look(page, url) {
    const kind = kindOf(url);
    if (NO_PAGES.test(url.pathname) || this.judged.has(kind)) return [];
    this.judged.add(kind);
    const answer = await page.goto(url.href, { timeout: PAGE_LIMIT_MS });
    // Lighthouse judges no page of an error.
    if (!answer?.ok() || !answer.headers()['content-type']?.includes('html')) return [];
    const links = await page.$$eval('a[href]', (found) => found.map(({ href }) => href));
    if (this.only.test(kind)) await this.judge(page, url);
    return links.map((href) => Object.assign(new URL(href), { hash: '' }));
  }

  /** Judges the pages at these paths and all that they lead to. */
  async walk(page, paths) {
    const { origin } = new URL(this.baseUrl);
    const waiting = paths.map((one) => new URL(one, origin));
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      waiting.push(...(await this.look(page, url)).filter((link) => link.origin === origin));
    }
  }

  /** Judges one page, and stays there. */
  async visit(page, path) {
    await this.look(page, new URL(path, this.baseUrl));
  }

  /** A page of a browser without another login. */
  async openPage() {
    const context = await this.browser.createBrowserContext();
    return context.newPage();
  }

  async logIn({ email, password }) {
    const page = await this.openPage();
    await page.goto(`${this.baseUrl}/console/login`);
    await page.type('main [name=email]', email);
    await page.type('main [name=password]', password);
    await this.press(page, 'main form button');
    return page;
  }

  async press(page, selector) {
    await Promise.all([page.waitForNavigation(), page.click(selector)]);
  }
}

/** @returns {string} the code that an authenticator shows now. Source: RFC 6238, RFC 4226 */
function codeOf(secret) {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac('sha1', key).update(step).digest();
  const place = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(place) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The pages of a second factor: where it is set up, where its code is asked for, and where it is changed. */
async function judgeSecondFactor(judge, person) {
  const security = `${judge.baseUrl}/console/security`;
  const page = await judge.logIn(person);
  await page.goto(security);
  const form = 'form[action="/console/security/second-factor"]';
  await page.type(`${form} [name=current]`, person.password);
  await judge.press(page, `${form} button`);
  await judge.visit(page, '/console/security/second-factor');
  const secret = await page.$eval('main code', ({ textContent }) => textContent);
  await page.type('main [name=code]', codeOf(secret.replaceAll(' ', '')));
  await judge.press(page, 'main form button');
  await judge.visit(page, '/console/security/recovery-codes');
  await judge.visit(page, '/console/security/turn-off');
  await judge.visit(await judge.logIn(person), '/console/login/code');
}

/**
 * @returns {Promise<Function>} Lighthouse's own function, for one page
 * @throws SetUpError where npm cannot install it
 */
async function loadLighthouse() {
  const tool = [inProject('scripts', 'lib', 'packaged-tool.mjs'), 'lighthouse'];
  const onOutput = (text) => void process.stderr.write(text);
  const folder = (await run(process.execPath, tool, { limitMs: INSTALL_LIMIT_MS, onOutput })).trim();
  if (folder === '') throw new SetUpError('Lighthouse is missing: npm cannot install it, for the reason above.');
  const entry = path.join(folder, 'node_modules', 'lighthouse', 'core', 'index.js');
  return (await import(pathToFileURL(entry).href)).default;
}

async function main() {
  const [option, directory, only = '.'] = process.argv.slice(2);
  if (option !== '--data-dir' || directory === undefined) throw new SetUpError('Say --data-dir, as with npm start.');
  const service = JSON.parse(readFileSync(path.join(directory, 'run.json'), 'utf8'));
  const lighthouse = await loadLighthouse();
  const rooms = await furnishPages(directory, service);
  const executablePath = (await ensureChromium()) ?? undefined;
  const browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const judge = new Judge(lighthouse, browser, { baseUrl: service.baseUrl, only: new RegExp(only) });
    await judge.walk(await judge.openPage(), [...PUBLIC, ...rooms.paths]);
    await judgeSecondFactor(judge, rooms.secured);
    await judge.walk(await judge.logIn(rooms.owner), ['/console/test', '/console/live']);
    await judge.walk(await judge.logIn(rooms.operator), ['/console/operator']);
    const count = judge.failures.length;
    process.stdout.write(count === 0 ? 'Every page passes.\n' : `Below ${LOWEST}:\n${judge.failures.join('\n')}\n`);
    return count === 0 ? 0 : 1;
  } finally {
    await browser.close();
  }
}

await runOnSupportedNode(main);
