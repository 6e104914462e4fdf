import { readFileSync } from 'node:fs';
import path from 'node:path';
import type Router from '@koa/router';
import { publicAnswer } from './middleware/public-answer';

/** A file that pages load. */
export interface Asset {
  address: string;
  file: string;
  type: string;
  /** Seconds for which a browser keeps it without asking. */
  maxAge: number;
}

/** Of what changes with a release, under the same address. */
const MAX_AGE_SECONDS = 300;

/** @returns a file of text that changes with a release */
export function ownAsset(address: string, folder: string, type: string): Asset {
  const file = path.join(folder, 'assets', path.basename(address));
  return { address, file, type: `${type}; charset=utf-8`, maxAge: MAX_AGE_SECONDS };
}

/** A slice of the typeface, which the style sheet asks for where a page has letters of it. */
function typeface(slice: 'latin' | 'latin-ext'): Asset {
  const file = require.resolve(`@fontsource-variable/inter/files/inter-${slice}-wght-normal.woff2`);
  return { address: `/assets/inter-${slice}.woff2`, file, type: 'font/woff2', maxAge: 30 * 86_400 };
}

/** What every page for people loads: one style sheet for the console, the documentation and the public pages. */
export const SHARED_ASSETS: readonly Asset[] = [
  ownAsset('/assets/corridor.css', __dirname, 'text/css'),
  ownAsset('/assets/search-keys.js', __dirname, 'text/javascript'),
  ownAsset('/assets/icon.svg', __dirname, 'image/svg+xml'),
  typeface('latin'),
  typeface('latin-ext'),
];

/** Serves files, which are read once and small enough to stay in memory. */
export function registerAssets(router: Router, assets: readonly Asset[]): void {
  for (const { address, file, type, maxAge } of assets) {
    const bytes = readFileSync(file);
    const body = type.startsWith('font/') ? bytes : bytes.toString('utf8');
    router.get(address, publicAnswer, (context) => {
      context.set('Content-Type', type);
      context.set('Cache-Control', `public, max-age=${maxAge}`);
      context.body = body;
    });
  }
}
