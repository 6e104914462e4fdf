import type { Page } from 'puppeteer';
import type { DocumentContent } from '../../domain/documents/registry';
import type { BrowserPool } from './browser-pool';
import { ensureFonts } from './pooled-browser';
import { fontGroupsOf } from '../../domain/documents/layout/fonts';
import { MEASURE_SCRIPT, parseMeasures, showScript } from './page-scripts';
import { finishPdf } from '../../domain/documents/layout/pdf/finish';
import { frameOf, previewHtml } from '../../domain/documents/layout/shell';
import { viewOf } from '../../domain/documents/layout/templates';
import { paginate, TooTall } from '../../domain/documents/layout/templates/pagination';
import { paperOf } from '../../domain/documents/layout/templates/paper';
import { nextHeadHtml, sheetHtml, trialLayout, type SheetLayout } from '../../domain/documents/layout/templates/sheet';
import { withTextsLast, type SheetMarks, type SheetView } from '../../domain/documents/layout/templates/view';

export interface RenderInput {
  content: DocumentContent;
  marks: SheetMarks;
  /** An electronic invoice that the file carries; null for none. */
  invoiceXml: string | null;
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
  /** As it was printed. */
  view: SheetView;
  layout: SheetLayout;
}

/** A page of the browser with a document in it. */
class Proof {
  constructor(
    private readonly page: Page,
    private readonly view: SheetView,
    private readonly marks: SheetMarks,
  ) {}

  /** @param probe what is measured beside the sheets */
  async show(layout: SheetLayout, probe = ''): Promise<void> {
    const html = probe + sheetHtml(this.view, this.marks, layout);
    await ensureFonts(this.page, fontGroupsOf(html));
    await this.page.evaluate(showScript(frameOf(this.view), html));
  }

  /** Lays the document out on one endless page, and divides that. */
  async measure(layout: SheetLayout): Promise<SheetLayout> {
    await this.show(layout, nextHeadHtml(this.view, layout));
    const measures = parseMeasures(await this.page.evaluate(MEASURE_SCRIPT));
    if (measures.isTooWide && !layout.isNarrow) return this.measure({ ...layout, isNarrow: true });
    const pages = paginate(measures, paperOf(this.view.maxRowsPerPage ?? null));
    return { ...layout, pages, columnWidths: measures.columns, isFixed: true };
  }
}

/** Rows that do not justify a page of their own. */
const FEW_ROWS = 2;

/** Whether the last page holds little more than what closes the document. */
function isNearlyEmpty({ pages }: SheetLayout): boolean {
  const last = pages.at(-1);
  return pages.length > 1 && last !== undefined && last.rows[1] - last.rows[0] <= FEW_ROWS;
}

/**
 * Renders a document on one page, measures it, and paginates it if it does not fit. If the last page would have little
 * more than the closing, the text is set closer first.
 */
async function print(page: Page, view: SheetView, marks: SheetMarks, isCompact: boolean): Promise<Printed> {
  const proof = new Proof(page, view, marks);
  const trial = { ...trialLayout(view), isCompact };
  let layout = await proof.measure(trial);
  if (isNearlyEmpty(layout)) {
    const compact = await proof.measure({ ...trial, isCompact: true });
    if (compact.pages.length < layout.pages.length) layout = compact;
  }
  if (layout.pages.length > 1 || layout.isCompact) await proof.show(layout);
  return { raw: await page.pdf(PDF_OPTIONS), view, layout };
}

/**
 * Renders, but returns TooTall as a value: it is a fault of the document, and the pool would take a thrown fault as
 * one of the browser.
 */
async function printOrRefuse(...args: Parameters<typeof print>): Promise<Printed | TooTall> {
  try {
    return await print(...args);
  } catch (fault) {
    if (fault instanceof TooTall) return fault;
    throw fault;
  }
}

/**
 * Renders a document; if a block is too tall for a page, moves long texts out of the head, and then sets the text
 * closer.
 */
async function printInSteps(page: Page, view: SheetView, marks: SheetMarks): Promise<Printed | TooTall> {
  const usual = await printOrRefuse(page, view, marks, false);
  if (!(usual instanceof TooTall)) return usual;
  const relieved = withTextsLast(view);
  const second = await printOrRefuse(page, relieved, marks, false);
  return second instanceof TooTall ? printOrRefuse(page, relieved, marks, true) : second;
}

/**
 * Makes the file of a document: the same input gives the same bytes.
 * @throws TooTall when a block cannot stand on any page; RenderTimeout, RenderQueueFull, BrowserUnavailable
 * Source: docs/GAPS.md#D5
 */
export async function renderDocument(pool: BrowserPool, input: RenderInput): Promise<RenderedDocument> {
  const view = viewOf(input.content);
  const printed = await pool.run((page) => printInSteps(page, view, input.marks));
  if (printed instanceof TooTall) throw printed;
  const frame = frameOf(view);
  const pdf = await finishPdf(printed.raw, {
    documentId: input.marks.documentId,
    createdAt: input.createdAt,
    title: frame.title,
    language: view.locale,
    pageCount: printed.layout.pages.length,
    invoiceXml: input.invoiceXml,
  });
  const preview = previewHtml(frame, sheetHtml(printed.view, input.marks, printed.layout));
  return { pdf, preview, pageCount: printed.layout.pages.length };
}
