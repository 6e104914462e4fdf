import type { Page } from 'puppeteer';
import type { DocumentContent } from '../../domain/documents/registry';
import type { BrowserPool } from './browser-pool';
import { ensureFonts } from './pooled-browser';
import { fontGroupsOf } from './fonts';
import { MEASURE_SCRIPT, parseHeights, showScript } from './page-scripts';
import { finishPdf } from './pdf/finish';
import { previewHtml } from './shell';
import { viewOf } from './templates';
import { paginate, singlePage, TooTall, type PagePlan } from './templates/pagination';
import { paperOf } from './templates/paper';
import { sheetHtml } from './templates/sheet';
import type { SheetMarks, SheetView } from './templates/view';

export interface RenderInput {
  content: DocumentContent;
  marks: SheetMarks;
  createdAt: Date;
}

export interface RenderedDocument {
  pdf: Uint8Array;
  preview: string;
  pageCount: number;
}

const PDF_OPTIONS = {
  tagged: true,
  outline: false,
  preferCSSPageSize: true,
  printBackground: true,
  timeout: 0,
} as const;

interface Printed {
  raw: Uint8Array;
  pages: PagePlan[];
}

function frameOf(view: SheetView) {
  const direction = view.locale === 'ar' ? ('rtl' as const) : ('ltr' as const);
  return { title: `${view.title} ${view.number}`, locale: view.locale, direction };
}

/** Lays the document out on one page, measures it, and divides it when it does not fit. */
async function print(page: Page, view: SheetView, marks: SheetMarks): Promise<Printed> {
  const frame = frameOf(view);
  const trial = [singlePage(view.rows.length, view.tail.length)];
  const html = sheetHtml(view, marks, trial, false);
  await ensureFonts(page, fontGroupsOf(html));
  await page.evaluate(showScript(frame, html));
  const heights = parseHeights(await page.evaluate(MEASURE_SCRIPT));
  const pages = paginate(heights, paperOf(view.maxRowsPerPage ?? null));
  if (pages.length > 1) await page.evaluate(showScript(frame, sheetHtml(view, marks, pages, true)));
  return { raw: await page.pdf(PDF_OPTIONS), pages };
}

/** A fault of the document, not of the browser: it is carried past the pool as a value. */
async function printOrRefuse(page: Page, view: SheetView, marks: SheetMarks): Promise<Printed | TooTall> {
  try {
    return await print(page, view, marks);
  } catch (fault) {
    if (fault instanceof TooTall) return fault;
    throw fault;
  }
}

/**
 * Makes the file of a document: the same input gives the same bytes.
 * @throws TooTall when a block cannot stand on any page; RenderTimeout, RenderQueueFull, BrowserUnavailable
 * Source: docs/GAPS.md#D5
 */
export async function renderDocument(pool: BrowserPool, input: RenderInput): Promise<RenderedDocument> {
  const view = viewOf(input.content);
  const printed = await pool.run((page) => printOrRefuse(page, view, input.marks));
  if (printed instanceof TooTall) throw printed;
  const frame = frameOf(view);
  const pdf = await finishPdf(printed.raw, {
    documentId: input.marks.documentId,
    createdAt: input.createdAt,
    title: frame.title,
    language: view.locale,
    pageCount: printed.pages.length,
  });
  const preview = previewHtml(frame, sheetHtml(view, input.marks, printed.pages, true));
  return { pdf, preview, pageCount: printed.pages.length };
}
