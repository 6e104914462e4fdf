/**
 * Writes the schedules that ship with Corridor from the official publications: codes, rate texts and units, no
 * descriptions. Run by maintainers when a publication is new; the output is committed.
 *
 * `CORRIDOR_DATA_DIR=… node scripts/starter-edition.mjs`; the same publications give the same tables.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { runMain } from './lib/failure.mjs';
import { inProject } from './lib/project.mjs';

const OUTPUT = inProject('db', 'starter');
/** A rate belongs to the eight digits, even where the schedule prints it beside ten. */
const RATE_DIGITS = 8;

/** @returns {string} one line of CSV */
function csvLine(cells) {
  return cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');
}

function writeTable(name, rows) {
  const text = Buffer.from(`${rows.map(csvLine).join('\n')}\n`);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  const packed = brotliCompressSync(text, { params });
  writeFileSync(path.join(OUTPUT, `${name}.csv.br`), packed);
  process.stdout.write(`${name}: ${rows.length - 1} lines, ${text.length} bytes, ${packed.length} packed\n`);
}

/** `["No.","kg"]` is `No., kg`. */
function unitsOf(cell) {
  return [...cell.matchAll(/"([^"]+)"/g)].map(([, unit]) => unit);
}

/** Every line that bears a rate, with the units of the statistical lines below it where it names none itself. */
function unitedStates(directory) {
  const file = path.join(directory, 'us-hts-2025', 'hts_2025_basic_edition.csv');
  const records = parse(readFileSync(file), { bom: true, columns: true, relax_column_count: true });
  const rated = new Map();
  for (const record of records) {
    const digits = record['HTS Number'].replaceAll('.', '');
    if (digits.length < RATE_DIGITS) continue;
    const code = digits.slice(0, RATE_DIGITS);
    const general = record['General Rate of Duty'].trim();
    if (general !== '') {
      const [special, columnTwo] = [record['Special Rate of Duty'].trim(), record['Column 2 Rate of Duty'].trim()];
      rated.set(code, { units: unitsOf(record['Unit of Quantity']), general, special, columnTwo });
    } else if (rated.get(code)?.units.length === 0) {
      rated.get(code).below ??= new Set();
      for (const unit of unitsOf(record['Unit of Quantity'])) rated.get(code).below.add(unit);
    }
  }
  const lines = [...rated].map(([code, { units, below, general, special, columnTwo }]) => {
    return [code, (units.length > 0 ? units : [...(below ?? [])]).join(', '), general, special, columnTwo];
  });
  return [['code', 'unit', 'general', 'special', 'columnTwo'], ...lines];
}

/** The comparison of both tariffs that the United Kingdom published in July 2020. */
function kingdomAndUnion(directory) {
  const file = path.join(directory, 'uk-ukgt-2020', 'ukgt_data.json');
  const { data } = JSON.parse(readFileSync(file, 'utf8'));
  const lines = data.map(({ commodity, cet_duty_rate: eu, ukgt_duty_rate: gb }) => [commodity, eu.trim(), gb.trim()]);
  return [['code', 'eu', 'gb'], ...lines];
}

await runMain(async () => {
  const directory = process.env['CORRIDOR_DATA_DIR'] ?? '';
  if (directory === '') throw new Error('CORRIDOR_DATA_DIR names no folder with the publications.');
  writeTable('us-schedule', unitedStates(directory));
  writeTable('gb-eu-schedules', kingdomAndUnion(directory));
  return 0;
});
