import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserPool } from '../../activities/documents/browser-pool';
import { closeAtEnd } from '../support/closing';
import { describeWith } from '../support/tools';
import { openPool, render } from './support/render';
import { SAMPLES } from './support/samples';
import { textOfPdf } from './support/text';
import { findVeraPdf, validate } from './support/java-tool';

const jars = findVeraPdf();
const names = Object.keys(SAMPLES);
const files = new Map<string, Buffer>();
let pool: BrowserPool;
let folder: string;

beforeAll(async () => {
  pool = openPool();
  folder = mkdtempSync(path.join(tmpdir(), 'corridor-documents-'));
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of names) {
    const { pdf } = await render(pool, SAMPLES[name] ?? {});
    files.set(name, Buffer.from(pdf));
    writeFileSync(path.join(folder, `${name}.pdf`), pdf);
  }
});

const texts = new Map<string, string>();

function textOf(name: string): string {
  const known = texts.get(name) ?? textOfPdf(files.get(name) ?? Buffer.alloc(0));
  texts.set(name, known);
  return known;
}

/** Leaves of the data that are printed as they are: names, numbers, descriptions. */
function printedTexts(value: unknown, key = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => printedTexts(item, key));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, child]) => printedTexts(child, name));
  }
  const coded = ['locale', 'country', 'originCountry', 'unit', 'mode', 'freight', 'agreement'];
  return typeof value === 'string' && !coded.includes(key) ? value.split('\n') : [];
}

const squeeze = (text: string): string => text.replace(/\s+/g, '');

describeWith('veraPDF (Java and Maven)', jars !== null)('veraPDF, which had no part in making them,', () => {
  it.each(['2b', 'ua1'] as const)(
    'finds all types and lengths compliant with %s',
    async (flavour) => {
      const lines = await validate(
        jars ?? '',
        flavour,
        names.map((name) => path.join(folder, `${name}.pdf`)),
      );
      expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([]);
      expect(lines).toHaveLength(names.length);
    },
    240_000,
  );
});

describe('the text layer', () => {
  it.each(names.filter((name) => !name.endsWith('-arabic')))('of %s holds every text that was sent', async (name) => {
    const text = squeeze(textOf(name));
    const missing = printedTexts(SAMPLES[name]?.data).filter((part) => !text.includes(squeeze(part)));
    expect(missing).toEqual([]);
  });

  it.each(names.filter((name) => name.endsWith('-arabic')))('of %s is made of letters, not of shapes', async (name) => {
    const text = textOf(name);
    expect(text).not.toMatch(/[\uFB50-\uFDFF\uFE70-\uFEFE]/);
    const letters = new Set(text);
    const sent =
      printedTexts(SAMPLES[name]?.data)
        .join('')
        .match(/[\u0621-\u064a]/g) ?? [];
    expect(sent.length).toBeGreaterThan(20);
    expect(sent.filter((letter) => !letters.has(letter))).toEqual([]);
  });

  it('adds up: lines to carried subtotals to the total', async () => {
    const text = textOf('commercial_invoice-sixty');
    const cents = (amount: string): number => Math.round(Number(amount.replace(/,/g, '')) * 100);
    const lines = [...text.matchAll(/610910\s*(\d+)\s*2\.50\s*([\d,]+\.\d\d)/g)];
    expect(lines).toHaveLength(60);
    for (const [, quantity, total] of lines) expect(cents(total ?? '')).toBe(Number(quantity) * 250);
    const carried = [...text.matchAll(/(?:Carried|Brought) forward\s*([\d,]+\.\d\d)/g)].map(([, sum]) =>
      cents(sum ?? ''),
    );
    expect(carried).toHaveLength(4);
    const sums = lines.map(([, , total]) => cents(total ?? ''));
    const running = sums.map((_, index) => sums.slice(0, index + 1).reduce((sum, each) => sum + each, 0));
    for (const sum of carried) expect(running).toContain(sum);
    const [, total = ''] = /Total amount\s*USD\s*([\d,]+\.\d\d)/.exec(text) ?? [];
    expect(cents(total)).toBe(running.at(-1));
  });

  it('numbers the pages and repeats the head', async () => {
    const text = textOf('packing_list-sixty');
    expect(text).toMatch(/Page 1 of 4[\s\S]*Page 4 of 4/);
    expect(text.match(/Package no\./g)).toHaveLength(4);
  });

  it('says draft and no demand where due', async () => {
    expect(squeeze(textOf('bill_of_lading-one')).toUpperCase()).toContain('DRAFT,NOTNEGOTIABLE');
    expect(squeeze(textOf('proforma_invoice-one')).toUpperCase()).toContain('NOTADEMANDFORPAYMENT');
    const issued = { ...SAMPLES['bill_of_lading-one'], data: { ...SAMPLES['bill_of_lading-one']?.data, draft: false } };
    const { preview } = await render(pool, issued);
    expect(preview).not.toContain('negotiable');
  });
});

describe('the same input', () => {
  it.each(['commercial_invoice-sixty', 'packing_list-chinese', 'bill_of_lading-arabic'])(
    'gives the same bytes in another browser, after other documents: %s',
    async (name) => {
      const other = openPool();
      try {
        const first = await render(other, SAMPLES[name] ?? {});
        await render(other, SAMPLES['certificate_of_origin-one'] ?? {});
        const second = await render(other, SAMPLES[name] ?? {});
        expect(Buffer.from(first.pdf).equals(files.get(name) ?? Buffer.alloc(0))).toBe(true);
        expect(Buffer.from(second.pdf).equals(files.get(name) ?? Buffer.alloc(0))).toBe(true);
      } finally {
        await other.close();
      }
    },
  );
});
