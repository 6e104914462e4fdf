import type { Heights } from '../../domain/documents/layout/templates/pagination';

/** What the browser found out by laying a document out on one endless page. */
export interface Measures extends Heights {
  /** CSS pixels of the columns of the table. */
  columns: number[];
  /** Whether something is wider than the sheet. */
  isTooWide: boolean;
}

/**
 * A script that shows a sheet in the page. Only the service runs scripts, through the debugging protocol; those of the
 * page are disabled. Arguments are JSON, which is an expression of JavaScript.
 */
export function showScript(frame: { title: string; locale: string; direction: string }, body: string): string {
  const { title, locale, direction } = frame;
  return `(async ([title, lang, dir, body]) => {
    document.title = title;
    document.documentElement.lang = lang;
    document.documentElement.dir = dir;
    document.body.innerHTML = body;
    await document.fonts.ready;
  })(${JSON.stringify([title, locale, direction, body])})`;
}

/** Adds fonts to the page for this and later documents. */
export function addStyleScript(css: string): string {
  return `(() => {
    const style = document.createElement('style');
    style.textContent = ${JSON.stringify(css)};
    document.head.append(style);
  })()`;
}

/** Measures the elements of the page and removes those that exist only to be measured. */
export const MEASURE_SCRIPT = `(() => {
  const sizes = (name) => [...document.querySelectorAll('[data-measure="' + name + '"]')].map((e) => e.getBoundingClientRect());
  const heights = (name) => sizes(name).map((size) => size.height);
  const [listHead = 0] = heights('listHead');
  const measures = {
    firstHead: heights('firstHead'),
    nextHead: heights('nextHead'),
    tableHead: heights('tableHead'),
    rows: heights('row'),
    totals: heights('totals'),
    tail: heights('tail'),
    tailHeads: [...document.querySelectorAll('[data-measure="tail"]')].map((e) => e.dataset.continues === 'true' ? listHead : 0),
    columns: sizes('column').map((size) => size.width),
    tooWide: [...document.querySelectorAll('.page')].map((page) => page.scrollWidth - page.clientWidth),
  };
  document.querySelectorAll('.probe').forEach((e) => e.remove());
  return measures;
})()`;

export const CLEAR_SCRIPT = `document.body.replaceChildren()`;

function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}

/** Reads what the measuring script returned. */
export function parseMeasures(value: unknown): Measures {
  const parts: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {};
  return {
    firstHead: numbers(parts['firstHead'])[0] ?? 0,
    nextHead: numbers(parts['nextHead'])[0] ?? 0,
    tableHead: numbers(parts['tableHead'])[0] ?? 0,
    rows: numbers(parts['rows']),
    totals: numbers(parts['totals'])[0] ?? 0,
    tail: numbers(parts['tail']),
    tailHeads: numbers(parts['tailHeads']),
    columns: numbers(parts['columns']),
    isTooWide: numbers(parts['tooWide']).some((pixels) => pixels > 0),
  };
}
