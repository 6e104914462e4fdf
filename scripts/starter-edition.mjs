/**
 * Writes the schedules that ship with Corridor from the publications that `importers/starter-data/schedules.json` lists:
 * codes, units and rate texts, no descriptions. Run by maintainers when a publication is new; the output is committed.
 *
 * `CORRIDOR_DATA_DIR=… node scripts/starter-edition.mjs`; the same publications give the same tables.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { buildProject } from './lib/build.mjs';
import { SetUpError, runMain } from './lib/failure.mjs';
import { inProject } from './lib/project.mjs';

const require = createRequire(import.meta.url);
const OUTPUT = inProject('importers', 'starter-data');
const COLUMNS = ['code', 'unit', 'general'];
const HEADINGS = ['headings-01-46.csv', 'headings-47-97.csv'];

function writeTable(name, columns, rows) {
  const text = Buffer.from(`${[columns, ...rows].map((cells) => cells.map(plain).join('\t')).join('\n')}\n`);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  const packed = brotliCompressSync(text, { params });
  writeFileSync(path.join(OUTPUT, name), packed);
  process.stdout.write(`${name}: ${rows.length} lines, ${packed.length} bytes\n`);
  return rows.length;
}

/** Sources, editions and terms of what ships, one schedule a line. */
function writePage(shipped, lines) {
  const cells = ({ name, packed, doubts, known: { title, publisher, edition, licence } }) =>
    [name, title, publisher, edition, lines.get(packed), licence, doubts.join('; ')].join(' | ');
  const page = [
    '# Data that ships',
    '',
    'Words for codes are written for Corridor. Schedules are codes, units and rates of public tariffs, without descriptions:',
    '`schedules.json` lists their sources, and `scripts/starter-edition.mjs` makes tables and this page of the publications.',
    'Every answer names source and edition, and in `coverage.missing` what makes it provisional.',
    '',
    '| Schedule | Title | Publisher | Edition | Lines | Terms | Doubts |',
    '|---|---|---|---|---|---|---|',
    ...shipped.map((one) => `| ${cells(one)} |`),
    '',
  ];
  writeFileSync(path.join(OUTPUT, 'README.md'), page.join('\n'));
}

function recordsOf(file) {
  const bytes = readFileSync(file);
  const text = file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  return parse(text, { bom: true, columns: true, relax_column_count: true });
}

/** @returns {string} one blank between words, no marks of quotation around them */
function plain(text) {
  return text.replace(/^"|"$/g, '').replace(/\s+/g, ' ').trim();
}

const PERCENT = /^(\d+(?:\.\d+)?)%$/;

function isLower(left, right) {
  const of = (text) => (text === 'Free' ? 0 : Number(PERCENT.exec(text)?.[1] ?? Number.NaN));
  return Number.isNaN(of(left) - of(right)) ? null : of(left) < of(right);
}

/**
 * The rate of Japan towards a member of the World Trade Organization: the temporary rate, else the general one, unless
 * the rate of the organization without brackets is lower. Where that is not said, all of them, so that none is certain.
 */
function japanese({ general, temporary, wto }) {
  const base = temporary === '' ? general : temporary;
  if (base === 'Free') return base;
  const isBracketed = /^[(（][^()（）]*[)）]$/.test(wto);
  if (wto === '' || (isBracketed && base !== '')) return base;
  if (isBracketed) return /^[(（]Free[)）]$/.test(wto) ? 'Free' : wto;
  if (base === '' || temporary === '') return wto;
  const lower = isLower(wto, base);
  return lower === null && wto !== base ? `temporary ${base}; WTO ${wto}` : lower ? wto : base;
}

/** Rows of codes, units and rates; a code with several rates bears all of them, as one text that nothing computes. */
function tabled(file, { general, unit, special }) {
  const rows = new Map();
  for (const record of recordsOf(file)) {
    if (!/^\d{4,12}$/.test(record.code)) continue;
    const rate = plain(special === 'japan' ? japanese(record) : record[general]);
    const former = rows.get(record.code);
    const texts = former === undefined || former[2] === rate ? rate : `${former[2]} | ${rate}`;
    rows.set(record.code, [record.code, plain(record[unit] ?? ''), texts]);
  }
  return [...rows.values()].sort(([left], [right]) => (left < right ? -1 : 1));
}

/** Headings whose goods are free by a rule. */
function free({ chapters: [first, last], without }) {
  const codes = HEADINGS.flatMap((name) => recordsOf(path.join(OUTPUT, name)).map(({ code }) => code));
  const isFree = (code) => code.slice(0, 2) >= first && code.slice(0, 2) <= last && !without.includes(code.slice(0, 2));
  return codes.filter((code) => /^\d{4}$/.test(code) && isFree(code)).map((code) => [code, '', 'Free']);
}

async function unitedStates(file, { packed, additional }) {
  const { usitcCsv } = require(inProject('dist', 'importers', 'usitc-csv.js'));
  const { rejects, editions } = await usitcCsv.parse({ name: path.basename(file), path: file }, {});
  if (rejects.length > 0) process.stdout.write(`${file}: ${rejects.length} rows rejected\n`);
  const { lines, additional: duties } = editions[0].content;
  const rows = lines
    .filter(({ rate }) => rate !== null)
    .map(({ code, unit, rate, specialText, columnTwo }) => {
      return [code, unit ?? '', rate.expression, specialText ?? '', columnTwo?.expression ?? ''];
    });
  writeFileSync(path.join(OUTPUT, additional), `${JSON.stringify(duties, null, 2)}\n`);
  return writeTable(packed, [...COLUMNS, 'special', 'columnTwo'], rows);
}

await runMain(async () => {
  const directory = process.env['CORRIDOR_DATA_DIR'] ?? '';
  if (directory === '') throw new SetUpError('CORRIDOR_DATA_DIR names no folder with the publications.');
  await buildProject();
  const { shippedSchedules } = require(inProject('dist', 'importers', 'starter-table.js'));
  const lines = new Map();
  const all = shippedSchedules();
  for (const shipped of all) {
    const { packed, source } = shipped;
    const file = path.join(directory, source.file ?? '');
    const rows = () => (source.special === 'free' ? free(source) : tabled(file, source));
    const isAmerican = source.special === 'usitc';
    lines.set(packed, isAmerican ? await unitedStates(file, shipped) : writeTable(packed, COLUMNS, rows()));
  }
  writePage(all, lines);
  return 0;
});
