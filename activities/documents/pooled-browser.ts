import type { Page } from 'puppeteer';
import type { RunningBrowser } from './browser';
import { fontCss, type FontGroup } from '../../domain/documents/layout/fonts';
import { addStyleScript, CLEAR_SCRIPT } from './page-scripts';
import { shellHtml } from '../../domain/documents/layout/shell';

/** Documents after which a browser is replaced: what it may have piled up goes with it. */
export const DOCUMENTS_PER_BROWSER = 100;
/** A4 at 96 dots an inch; heights are measured at the width that is printed. */
const VIEWPORT = { width: 794, height: 1123 };

/** Opens a page without scripts and network access. */
async function openPage({ browser }: RunningBrowser): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const allowed = request.url().startsWith('data:') || request.url() === 'about:blank';
    // The page may be closing meanwhile; then there is nothing left to decide.
    (allowed ? request.continue() : request.abort('blockedbyclient')).catch(() => undefined);
  });
  await page.setOfflineMode(true);
  await page.setViewport(VIEWPORT);
  await page.emulateMediaType('print');
  await page.setContent(shellHtml(), { waitUntil: 'load', timeout: 0 });
  return page;
}

const loadedFonts = new WeakMap<Page, Set<FontGroup>>();

/** Loads the fonts that a document needs into a page, which keeps them. */
export async function ensureFonts(page: Page, groups: readonly FontGroup[]): Promise<void> {
  const loaded = loadedFonts.get(page) ?? new Set<FontGroup>(['latin']);
  loadedFonts.set(page, loaded);
  for (const group of groups) {
    if (loaded.has(group)) continue;
    await page.evaluate(addStyleScript(fontCss(group)));
    loaded.add(group);
  }
}

/** One browser and its pages; retired after a number of documents or a failure, and ended once it is idle. */
export class PooledBrowser {
  private readonly free: Page[] = [];
  private working = 0;
  private served = 0;
  retired = false;
  killed = false;

  constructor(readonly running: RunningBrowser) {
    running.browser.once('disconnected', () => {
      this.retired = true;
      this.killed = true;
    });
  }

  async withPage<Result>(work: (page: Page) => Promise<Result>): Promise<Result> {
    this.working += 1;
    this.served += 1;
    if (this.served >= DOCUMENTS_PER_BROWSER) this.retired = true;
    try {
      const page = this.free.pop() ?? (await openPage(this.running));
      const result = await work(page);
      await page.evaluate(CLEAR_SCRIPT);
      this.free.push(page);
      return result;
    } finally {
      this.working -= 1;
      if (this.retired && this.working === 0) void this.closeOrKill();
    }
  }

  /** Takes no more work; ends when the work in it has. */
  async retire(): Promise<void> {
    this.retired = true;
    if (this.working === 0) await this.closeOrKill();
  }

  async kill(): Promise<void> {
    this.retired = true;
    this.killed = true;
    await this.running.kill();
  }

  private async closeOrKill(): Promise<void> {
    if (this.killed) await this.running.kill();
    else await this.running.close();
  }
}
