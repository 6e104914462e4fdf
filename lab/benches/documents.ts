import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'puppeteer';
import { launchBrowser, type RunningBrowser } from '../../activities/documents/browser';
import { BrowserPool } from '../../activities/documents/browser-pool';
import { showScript } from '../../activities/documents/page-scripts';
import { finishPdf } from '../../domain/documents/layout/pdf/finish';
import { renderDocument } from '../../activities/documents/render';
import { shellHtml } from '../../domain/documents/layout/shell';
import { viewOf } from '../../domain/documents/layout/templates';
import { sheetHtml, trialLayout } from '../../domain/documents/layout/templates/sheet';
import { DocumentRequest } from '../../domain/documents/registry';
import { atLeast, atMost, alternate, plainRow, rowOf, type BenchModule, type BenchRow, type Pace } from './harness';
import { median } from './statistics';

/** Pairs of documents that are timed, one bare and one ours, after a few that are not. */
const TURNS: Record<Pace, number> = { quick: 15, default: 40, long: 100 };
const WARM_UP = 10;
/** Documents of the memory row; the browser is replaced after every hundred, as in service. */
const MEMORY_DOCUMENTS: Record<Pace, number> = { quick: 60, default: 200, long: 1_000 };
const RATE_DOCUMENTS: Record<Pace, number> = { quick: 16, default: 40, long: 120 };
const AT_ONCE = 4;
const MEBIBYTE = 1024 * 1024;

const CONTENT = DocumentRequest.parse({
  type: 'commercial_invoice',
  data: {
    invoiceNumber: 'INV-2026-001',
    invoiceDate: '2026-01-15',
    seller: { name: 'Delta Textiles Ltd', address: '18 Harbour Road, Da Nang', country: 'VN' },
    buyer: { name: 'Nordwind Handels GmbH', address: 'Speicherstrasse 4, Hamburg', country: 'DE' },
    items: [{ description: 'Cotton T-shirts', hsCode: '610910', quantity: 1000, unitPrice: 5, total: 5000 }],
    currency: 'USD',
    paymentTerms: 'Net 30',
  },
});
const MARKS = {
  documentId: 'doc_06exqyd7p07n5t1k6bqr8m2z4w',
  verifyUrl: 'https://trade.example.com/verify/doc_06exqyd7p07n5t1k6bqr8m2z4w?c=0123456789abcdefghjkmnpqrs',
  verifyCode: '0123456789abcdefghjkmnpqrs',
  branding: null,
};
const CREATED_AT = new Date('2026-01-31T12:00:00Z');

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - startedAt) / 1e6;
}

/** The least that makes the same file: one page, its markup ready, printed and finished. */
async function printBare(page: Page, html: string): Promise<void> {
  await page.evaluate(showScript({ title: 'x', locale: 'en', direction: 'ltr' }, html));
  const raw = await page.pdf({ tagged: true, outline: false, preferCSSPageSize: true, printBackground: true });
  await finishPdf(raw, {
    documentId: 'x',
    createdAt: CREATED_AT,
    title: 'x',
    language: 'en',
    pageCount: 1,
    invoiceXml: null,
  });
}

async function openBarePage(bare: RunningBrowser): Promise<Page> {
  const page = await bare.browser.newPage();
  await page.setContent(shellHtml(), { waitUntil: 'load' });
  return page;
}

function openPool(concurrency: number, launched: RunningBrowser[] = []): BrowserPool {
  const launch = async (): Promise<RunningBrowser> => {
    const running = await launchBrowser();
    launched.push(running);
    return running;
  };
  return new BrowserPool({ launch, concurrency, queueLimit: 1_000, limitMs: 60_000 });
}

const render = (pool: BrowserPool) =>
  renderDocument(pool, { content: CONTENT, marks: MARKS, invoiceXml: null, createdAt: CREATED_AT });

async function measureOne(rounds: number): Promise<BenchRow> {
  const view = viewOf(CONTENT);
  const html = sheetHtml(view, MARKS, trialLayout(view));
  const bare = await launchBrowser();
  const pool = openPool(1);
  try {
    const page = await openBarePage(bare);
    const floor = () => timed(() => printBare(page, html));
    const ours = () => timed(() => render(pool));
    await alternate(WARM_UP, floor, ours);
    const label = {
      operation: 'one page, warm, p50',
      unit: 'ms',
      floorName: 'bare page',
      must: atMost(1.5),
      aim: atMost(1.3),
    };
    return rowOf(label, await alternate(rounds, floor, ours));
  } finally {
    await pool.close();
    await bare.close();
  }
}

async function measureRate(count: number): Promise<BenchRow> {
  const pools = [openPool(1), openPool(AT_ONCE)] as const;
  const rate = async (pool: BrowserPool): Promise<number> => {
    const elapsedMs = await timed(() => Promise.all(Array.from({ length: count }, () => render(pool))));
    return (count / elapsedMs) * 1_000;
  };
  try {
    for (const pool of pools) await Promise.all(Array.from({ length: AT_ONCE * 2 }, () => render(pool)));
    const rounds = await alternate(
      3,
      () => rate(pools[0]),
      () => rate(pools[1]),
    );
    const label = { operation: `${AT_ONCE} at once`, unit: 'per s', floorName: 'one at a time', aim: atLeast(2) };
    return rowOf({ ...label, must: null }, rounds);
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
  }
}

/** Resident memory of a process and all its children, in MiB; 0 where /proc is not there to tell. */
function residentMib(pid: number): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1] ?? 0);
    const tasks = readdirSync(`/proc/${pid}/task`);
    const children = tasks.flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '));
    const below = children.filter((child) => child !== '').reduce((sum, child) => sum + residentMib(Number(child)), 0);
    return (pages * 4096) / MEBIBYTE + below;
  } catch {
    return 0;
  }
}

/** Memory after a quarter of the documents and after all: what does not grow in between does not leak. */
async function measureMemory(count: number): Promise<BenchRow[]> {
  const launched: RunningBrowser[] = [];
  const pool = openPool(1, launched);
  const samples: { browser: number; worker: number }[] = [];
  try {
    for (let index = 0; index < count; index += 1) {
      await render(pool);
      const browser = launched.at(-1)?.pid ?? 0;
      samples.push({ browser: residentMib(browser), worker: process.memoryUsage().rss / MEBIBYTE });
    }
  } finally {
    await pool.close();
  }
  const quarter = Math.floor(count / 4);
  const growth = (part: 'browser' | 'worker'): number => {
    const early = median(samples.slice(quarter - 10, quarter).map((sample) => sample[part]));
    return median(samples.slice(-10).map((sample) => sample[part])) / early;
  };
  const row = (part: 'browser' | 'worker') =>
    plainRow({
      operation: `${part}'s memory after ${count} documents, times that after ${quarter}`,
      unit: 'times',
      ours: growth(part),
      must: atMost(1.4),
      aim: atMost(1.2),
    });
  return [row('browser'), row('worker')];
}

/** Documents: what they cost beside the bare browser, at once and over time. */
export const documents: BenchModule = {
  name: 'documents',
  describe: 'rendering of trade documents beside a bare browser page, at once, and its memory',
  async run({ pace, say }) {
    say('documents: one at a time, ours and bare alternately');
    const one = await measureOne(TURNS[pace]);
    say(`documents: ${AT_ONCE} at once`);
    const rate = await measureRate(RATE_DOCUMENTS[pace]);
    say('documents: memory');
    const memory = await measureMemory(MEMORY_DOCUMENTS[pace]);
    return {
      title: 'Documents',
      rows: [one, rate, ...memory],
      notes: [
        'The bare page has its markup ready, is never measured for page breaks, and is printed and finished alike.',
        `One document keeps about one and a half cores busy (the renderer, the browser and the finishing in this process), so ${AT_ONCE} at once can be twice as fast only with three cores or more.`,
      ],
    };
  },
};
