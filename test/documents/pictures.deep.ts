import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { BrowserPool } from '../../activities/documents/browser-pool';
import { closeAtEnd } from '../support/closing';
import { openPool, render } from './support/render';
import { SAMPLES } from './support/samples';

/** Pictures that were looked at. `UPDATE_PICTURES=1` writes them anew; look at them before they are committed. */
const GOLDEN = path.join(__dirname, '..', 'fixtures', 'pictures');
const DOCUMENTED = path.join(__dirname, '..', '..', 'docs', 'samples');
const UPDATES = process.env['UPDATE_PICTURES'] === '1';
/** Share of pixels that the smoothing of edges may change; a line of text that moves changes ten times as many. */
const MAX_SHARE = 0.0005;
const LIMIT_MS = 300_000;

interface Picture {
  name: string;
  page: number;
}

const PICTURES: Picture[] = [
  ...Object.keys(SAMPLES)
    .filter((name) => !name.endsWith('-sixty'))
    .map((name) => ({ name, page: 1 })),
  { name: 'commercial_invoice-sixty', page: 2 },
  { name: 'certificate_of_origin-sixty', page: 3 },
];

let pool: BrowserPool;
let folder: string;
const pdfs = new Map<string, string>();

beforeAll(async () => {
  pool = openPool();
  folder = mkdtempSync(path.join(tmpdir(), 'corridor-pictures-'));
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(GOLDEN, { recursive: true });
  for (const { name } of PICTURES) {
    const { pdf } = await render(pool, SAMPLES[name] ?? {});
    const file = path.join(folder, `${name}.pdf`);
    writeFileSync(file, pdf);
    pdfs.set(name, file);
  }
}, LIMIT_MS);

const fileOf = ({ name, page }: Picture) => `${name}-${page}.png`;

/** @returns the share of pixels that differ from the golden pictures, in the order asked for */
function compare(pairs: readonly { shown: Picture; golden: Picture }[]): (number | null)[] {
  const wanted = pairs.map(({ shown, golden }) => ({
    pdf: pdfs.get(shown.name),
    page: shown.page,
    golden: path.join(GOLDEN, fileOf(golden)),
    made: path.join(folder, fileOf(shown)),
  }));
  const script = path.join(__dirname, 'support', 'pictures.mjs');
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, JSON.stringify(wanted)], {
    encoding: 'utf8',
    timeout: LIMIT_MS,
  });
  if (status !== 0) throw new Error(`the pictures could not be compared: ${stderr}`);
  return z.array(z.number().nullable()).parse(JSON.parse(stdout));
}

/** Writes the golden pictures anew, and the samples that the documentation shows. */
function updateFiles(): void {
  for (const picture of PICTURES) {
    copyFileSync(path.join(folder, fileOf(picture)), path.join(GOLDEN, fileOf(picture)));
  }
  for (const [name, file] of pdfs) {
    const shown = path.join(DOCUMENTED, `${name}.pdf`);
    if (existsSync(shown)) copyFileSync(file, shown);
  }
}

it(
  'shows every type, in English, Chinese and Arabic and over pages, as it was looked at',
  () => {
    const shares = compare(PICTURES.map((picture) => ({ shown: picture, golden: picture })));
    if (UPDATES) updateFiles();
    const changed = PICTURES.flatMap((picture, index) => {
      const share = shares[index] ?? 1;
      return share <= MAX_SHARE ? [] : [`${fileOf(picture)}: ${(share * 100).toFixed(2)} % of the pixels`];
    });
    expect(UPDATES ? [] : changed).toEqual([]);
  },
  LIMIT_MS,
);

it(
  'would notice another document',
  () => {
    const [share] = compare([
      { shown: { name: 'packing_list-chinese', page: 1 }, golden: { name: 'packing_list-arabic', page: 1 } },
    ]);
    expect(share).toBeGreaterThan(10 * MAX_SHARE);
  },
  LIMIT_MS,
);
