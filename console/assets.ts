import { readFileSync } from 'node:fs';
import path from 'node:path';
import type Router from '@koa/router';

interface Asset {
  name: string;
  file: string;
  type: string;
  /** Seconds for which a browser keeps it without asking. */
  maxAge: number;
}

const own = (name: string, type: string): Asset => ({
  name,
  type,
  file: path.join(__dirname, 'assets', name),
  maxAge: 300,
});

/** A slice of the typeface, which the style sheet asks for where a page has letters of it. */
function typeface(slice: 'latin' | 'latin-ext'): Asset {
  const file = require.resolve(`@fontsource-variable/inter/files/inter-${slice}-wght-normal.woff2`);
  return { name: `inter-${slice}.woff2`, file, type: 'font/woff2', maxAge: 30 * 86_400 };
}

const ASSETS: readonly Asset[] = [
  own('console.css', 'text/css; charset=utf-8'),
  own('console.js', 'text/javascript; charset=utf-8'),
  own('icon.svg', 'image/svg+xml'),
  typeface('latin'),
  typeface('latin-ext'),
];

/** Style sheet, script, icon and typeface: read once, small enough to stay in memory. */
export function registerAssets(router: Router): void {
  for (const { name, file, type, maxAge } of ASSETS) {
    const bytes = readFileSync(file);
    router.get(`/console/assets/${name}`, (context) => {
      context.set('Content-Type', type);
      context.set('Cache-Control', `public, max-age=${maxAge}`);
      context.body = bytes;
    });
  }
}
