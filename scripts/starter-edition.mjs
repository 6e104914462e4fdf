/**
 * Writes the schedules that ship with Corridor from the official publications, as the importers read them: codes, rate
 * texts and units, no descriptions. Run by maintainers when a publication is new; the output is committed.
 *
 * `CORRIDOR_DATA_DIR=… node scripts/starter-edition.mjs`; the same publications give the same tables.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { buildProject } from './lib/build.mjs';
import { SetUpError, runMain } from './lib/failure.mjs';
import { inProject } from './lib/project.mjs';

const require = createRequire(import.meta.url);
const OUTPUT = inProject('importers', 'starter-data');

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

/** What the project's own importer reads of a publication. */
async function editionsOf(importer, directory, file) {
  const parsed = await importer.parse({ name: path.basename(file), path: path.join(directory, file) }, {});
  if (parsed.rejects.length > 0) process.stdout.write(`${file}: ${parsed.rejects.length} rows rejected\n`);
  return parsed.editions;
}

function unitedStates([edition]) {
  const { lines, additional } = edition.content;
  const rated = lines.filter(({ rate }) => rate !== null);
  const rows = rated.map(({ code, unit, rate, specialText, columnTwo }) => {
    return [code, unit ?? '', rate.expression, specialText ?? '', columnTwo?.expression ?? ''];
  });
  writeTable('us-schedule', [['code', 'unit', 'general', 'special', 'columnTwo'], ...rows]);
  writeFileSync(path.join(OUTPUT, 'us-additional-duties.json'), `${JSON.stringify(additional, null, 2)}\n`);
}

/** The comparison of both tariffs that the United Kingdom published in July 2020. */
function kingdomAndUnion(editions) {
  const [kingdom, union] = editions.map(({ content }) => content.lines);
  const rows = kingdom.map(({ code, rate }, at) => [code, union[at].rate.expression, rate.expression]);
  writeTable('gb-eu-schedules', [['code', 'eu', 'gb'], ...rows]);
}

await runMain(async () => {
  const directory = process.env['CORRIDOR_DATA_DIR'] ?? '';
  if (directory === '') throw new SetUpError('CORRIDOR_DATA_DIR names no folder with the publications.');
  await buildProject();
  const { usitcCsv } = require(inProject('dist', 'importers', 'usitc-csv.js'));
  const { ukgtJson } = require(inProject('dist', 'importers', 'ukgt-json.js'));
  unitedStates(await editionsOf(usitcCsv, directory, 'us-hts-2025/hts_2025_basic_edition.csv'));
  kingdomAndUnion(await editionsOf(ukgtJson, directory, 'uk-ukgt-2020/ukgt_data.json'));
  return 0;
});
