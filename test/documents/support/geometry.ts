import type { BrowserPool } from '../../../activities/documents/browser-pool';
import { fontGroupsOf } from '../../../domain/documents/layout/fonts';
import { showScript } from '../../../activities/documents/page-scripts';
import { ensureFonts } from '../../../activities/documents/pooled-browser';

/** Pixels that rounding may cause. */
const TOLERANCE = 1;

const SCRIPT = `(() => {
  const found = [];
  for (const page of document.querySelectorAll('.page')) {
    const foot = page.querySelector('.foot');
    const edge = foot.getBoundingClientRect().top + ${TOLERANCE};
    for (const part of page.querySelectorAll('*')) {
      if (foot.contains(part)) continue;
      if (part.getBoundingClientRect().bottom > edge) found.push('over the foot: ' + part.textContent.slice(0, 60));
      const hides = getComputedStyle(part).overflow === 'hidden';
      if (hides && part.scrollHeight > part.clientHeight + ${TOLERANCE}) found.push('cut off: ' + part.textContent.slice(0, 60));
    }
  }
  return found;
})()`;

/** @returns what stands over the foot of a sheet or is cut off, as a browser with the documents' fonts lays it out */
export function misplacedIn(pool: BrowserPool, preview: string): Promise<string[]> {
  const body = /<body>(.*)<\/body>/s.exec(preview)?.[1] ?? '';
  const direction = /<html[^>]* dir="rtl"/.test(preview) ? 'rtl' : 'ltr';
  return pool.run(async (page) => {
    await ensureFonts(page, fontGroupsOf(body));
    await page.evaluate(showScript({ title: '-', locale: 'en', direction }, body));
    const found: unknown = await page.evaluate(SCRIPT);
    return Array.isArray(found) ? found.map(String) : [];
  });
}
