import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type Router from '@koa/router';
import { publicAnswer } from './middleware/public-answer';

/** A file that pages load. */
export interface Asset {
  /** Where a browser finds it; with the hash of its content, unless it stays the same over releases. */
  address: string;
  hash: string | null;
  bytes: Buffer;
}

/**
 * A file that changes with releases.
 * @param folder of the module; the file is in `assets/` below it
 * @param place the address without hash
 */
export function ownAsset(folder: string, place: string): Asset {
  const { dir, name, ext, base } = path.parse(place);
  const bytes = readFileSync(path.join(folder, 'assets', base));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return { address: `${dir}/${name}-${hash}${ext}`, hash, bytes };
}

/** A slice of the typeface, which the style sheet asks for where a page has letters of it. */
function typeface(slice: 'latin' | 'latin-ext'): Asset {
  const file = require.resolve(`@fontsource-variable/inter/files/inter-${slice}-wght-normal.woff2`);
  return { address: `/assets/inter-${slice}.woff2`, hash: null, bytes: readFileSync(file) };
}

/** What every page for people loads: one style sheet for the console, the documentation and the public pages. */
export const SHARED_ASSETS = {
  style: ownAsset(__dirname, '/assets/corridor.css'),
  searchKeys: ownAsset(__dirname, '/assets/search-keys.js'),
  icon: ownAsset(__dirname, '/assets/icon.svg'),
  latin: typeface('latin'),
  latinExtended: typeface('latin-ext'),
} as const satisfies Readonly<Record<string, Asset>>;

/**
 * What browsers may keep: a file with its hash for ever, the typeface for 30 days. While two releases run, a page of one
 * may load its files from the other, which answers with its own: they are not kept.
 */
function cacheControl({ address, hash }: Asset, asked: string): string {
  if (asked !== address) return 'no-cache';
  return `public, ${hash === null ? 'max-age=2592000' : 'max-age=31536000, immutable'}`;
}

/** Serves files, which are small enough to stay in memory. */
export function registerAssets(router: Router, assets: Readonly<Record<string, Asset>>): void {
  for (const asset of Object.values(assets)) {
    const { address, hash, bytes } = asset;
    const body = hash === null ? bytes : bytes.toString('utf8');
    router.get(hash === null ? address : address.replace(hash, ':hash'), publicAnswer, (context) => {
      context.set('Cache-Control', cacheControl(asset, context.path));
      context.type = path.extname(address);
      context.body = body;
    });
  }
}
