import { readFileSync } from 'node:fs';
import path from 'node:path';
import type Router from '@koa/router';

const TYPES: Record<string, string> = {
  'console.css': 'text/css; charset=utf-8',
  'console.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};

/** Style sheet, script and icon: read once, small enough to stay in memory. */
export function registerAssets(router: Router): void {
  for (const [name, type] of Object.entries(TYPES)) {
    const bytes = readFileSync(path.join(__dirname, 'assets', name));
    router.get(`/console/assets/${name}`, (context) => {
      context.set('Content-Type', type);
      context.set('Cache-Control', 'public, max-age=300');
      context.body = bytes;
    });
  }
}
