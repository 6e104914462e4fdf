import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'puppeteer';
import { request } from 'undici';
import { launchBrowser } from './browser';

/** Set to a folder to keep pictures of the pages. */
const PICTURES = process.env['CORRIDOR_SCREENSHOTS'];
const WIDTHS = [1280, 390] as const;
const SCHEMES = ['light', 'dark'] as const;
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** The console in a real browser, with somebody in front of it. */
export interface ConsoleBrowser {
  page: Page;
  url: string;
  /** What went wrong on the way: faults of scripts, refusals of the policy, requests to other hosts. */
  complaints: string[];
  go(place: string): Promise<void>;
  logIn(email: string, password: string): Promise<void>;
  fill(name: string, text: string): Promise<void>;
  /** Clicks what stays on the page. */
  click(selector: string): Promise<void>;
  /** Clicks what leads to another page. */
  press(selector: string): Promise<void>;
  /** Text of the page's content. */
  text(): Promise<string>;
  /**
   * Looks at the page as it is at both widths, light and dark, and keeps pictures where they are wanted.
   * @returns rules of axe-core that it breaks, with the elements, and by how many pixels it is too wide
   */
  look(name: string): Promise<string[]>;
}

/** What depends on colours; all other rules find the same in the dark as in the light. */
const RULES = {
  light: '{ resultTypes: ["violations"] }',
  dark: '{ resultTypes: ["violations"], runOnly: ["color-contrast", "link-in-text-block"] }',
} as const;

async function violationsOf(page: Page, options: string): Promise<string[]> {
  const { violations } = (await page.evaluate(`axe.run(document, ${options})`)) as AxeResult;
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

async function overflowOf(page: Page): Promise<string[]> {
  const pixels = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return pixels === 0 ? [] : [`${pixels} px too wide`];
}

/** @returns the bytes of a file as they are sent to a browser, which takes them compressed */
export async function sentBytes(url: string): Promise<number> {
  const { body } = await request(url, { headers: { 'accept-encoding': 'br' } });
  return (await body.arrayBuffer()).byteLength;
}

/** Looks at any page, as `ConsoleBrowser.look` does. */
export async function lookAt(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(AXE);
  for (const width of WIDTHS) {
    await page.setViewport({ width, height: width === 390 ? 844 : 900 });
    for (const scheme of SCHEMES) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      const faults = [...(await violationsOf(page, RULES[scheme])), ...(await overflowOf(page))];
      found.push(...faults.map((fault) => `${name} ${width} ${scheme} ${fault}`));
      if (PICTURES === undefined) continue;
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({
        path: path.join(PICTURES, `${name.replaceAll(/[^\w-]+/g, '-')}-${width}-${scheme}.png`),
        fullPage: true,
      });
    }
  }
  await page.emulateMediaFeatures([]);
  await page.setViewport({ width: 1280, height: 900 });
  return found;
}

/**
 * Finds the element anew where the page has redrawn it meanwhile, as live pages do. What else a locator waits for needs
 * frames of animation, which a page without script does not have.
 */
function locate(page: Page, selector: string): Locator<Element> {
  const locator = page.locator(selector).setWaitForStableBoundingBox(false).setWaitForEnabled(false);
  return locator.setEnsureElementIsInTheViewport(false);
}

/** Clicks on a page with or without script. */
export function clickOn(page: Page, selector: string): Promise<void> {
  return locate(page, selector).click();
}

/** Opens a browser in front of the console of a service. */
export async function openConsole(url: string): Promise<ConsoleBrowser> {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of')) complaints.push(message.text());
  });
  page.on('pageerror', (fault) => complaints.push(String(fault)));
  page.on('request', (request) => {
    // Icons that the browser draws into its own fields are data of its own.
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) complaints.push(`asked ${request.url()}`);
  });
  await page.setViewport({ width: 1280, height: 900 });
  const go = async (place: string): Promise<void> => void (await page.goto(`${url}${place}`));
  const fill = (name: string, text: string): Promise<void> => locate(page, `main [name="${name}"]`).fill(text);
  const click = (selector: string): Promise<void> => clickOn(page, selector);
  const press = async (selector: string): Promise<void> =>
    void (await Promise.all([page.waitForNavigation(), click(selector)]));
  return {
    page,
    url,
    complaints,
    go,
    fill,
    click,
    press,
    text: () => page.$eval('main', (main) => main.textContent),
    look: (name) => lookAt(page, name),
    async logIn(email, password) {
      await go('/console/login');
      await fill('email', email);
      await fill('password', password);
      await press('main button');
    },
  };
}
