import { existsSync } from 'node:fs';
import puppeteer, { type Browser } from 'puppeteer';
import { closeAtEnd } from './closing';
import { describeWith } from './tools';

/** Options for a browser in a container, run as root, that talks to nobody by itself. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser that the set-up found, or null where there is none. */
export function browserPath(): string | null {
  const path = process.env['PUPPETEER_EXECUTABLE_PATH'];
  return path !== undefined && path !== '' && existsSync(path) ? path : null;
}

/** A suite that needs a browser. */
export const describeInBrowser = describeWith('a browser (PUPPETEER_EXECUTABLE_PATH)', browserPath() !== null);

/** A browser that is closed after the file's tests. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = browserPath();
  if (executablePath === null) throw new Error('There is no browser: the suite belongs into describeInBrowser.');
  const browser = await puppeteer.launch({ executablePath, headless: true, args: FLAGS });
  closeAtEnd(() => browser.close());
  return browser;
}
