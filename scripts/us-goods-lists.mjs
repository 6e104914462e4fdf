/**
 * Writes domain/facts/us-goods-lists.json: the codes that duties of chapter 99 of the United States schedule name, one fact a list,
 * as of one revision. It takes codes alone and no texts.
 *
 *   node scripts/us-goods-lists.mjs <directory with the publications>
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { inProject } from './lib/project.mjs';

const [directory = ''] = process.argv.slice(2);
const read = (name) => readFileSync(path.join(directory, name), 'latin1');
/** The revision of the chapter, and the day on which revision 10 changed lists that were not at hand. */
const [FROM, UNTIL, CHECKED] = ['2026-01-01', '2026-06-08', '2026-11-28'];
const METALS_FROM = '2026-04-06';

const CODE = /(?<![\d.:])\d{4}(?:\.\d{2}(?:\.\d{2}(?:\d{2})?)?)?(?![\d.])/g;
const PAGE = /Harmonized Tariff|99 - III|^\s*XXII|notes? |Fed\. Reg/;
const chapter = read('chapter99_2026_rev_6.txt').split('\n');

/** Codes between two lines of the chapter, the first after the one before. */
function between(first, next, start = 0) {
  const from = chapter.findIndex((line, at) => at >= start && line.includes(first));
  const to = chapter.findIndex((line, at) => at > from && line.includes(next));
  if (from === -1 || to === -1) throw new Error(`not found: ${first} ... ${next}`);
  const lines = chapter.slice(from, to).filter((line) => !PAGE.test(line));
  const found = lines.join('\n').match(CODE) ?? [];
  return { codes: found.map((code) => code.replaceAll('.', '')).filter((code) => !code.startsWith('99')), to };
}

function columns(name) {
  const [head, ...rows] = read(name)
    .trim()
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('#'));
  const names = head.replaceAll('"', '').split(',');
  return rows.map((row) =>
    Object.fromEntries(
      row
        .replaceAll('"', '')
        .split(',')
        .map((cell, at) => [names[at], cell]),
    ),
  );
}

const plain = (name) => read(name).trim().split(/\s+/);
const china = columns('s301_product_lists.csv');
const ofHeading = (heading) => china.filter((row) => row.ch99_code === heading).map((row) => row.hts8);
const HEADINGS = [...new Set(china.map((row) => row.ch99_code))].filter((heading) => heading !== '9903.88.16').sort();
const onHeadings = HEADINGS.flatMap((heading) => [...new Set(ofHeading(heading))]);
const twice = onHeadings.filter((code, at) => onHeadings.indexOf(code) !== at);

const note16 = chapter.findIndex((line) => line.includes('(i) Articles of aluminum:'));
const most = between('(i) Articles of aluminum:', '(vi) Derivative aluminum articles:', note16);
const middle = between('(vi) Derivative aluminum articles:', '(ix) Derivative aluminum articles:', note16);
const least = between('(ix) Derivative aluminum articles:', '(d) Headings 9903.82.04', note16);
const aluminum = [
  between('(i) Articles of aluminum:', '(iii) Articles of steel:', note16),
  between('(vi) Derivative aluminum articles:', '(vii) Derivative steel articles:', note16),
  between('(ix) Derivative aluminum articles:', '(x) Derivative steel articles:', note16),
].flatMap(({ codes }) => codes);
const note2 = chapter.findIndex((line) => line.includes('(ii) As provided in heading 9903.03.03'));
const exempt = between('(ii) As provided in heading 9903.03.03', '(iii) As provided in heading 9903.03.04', note2);
const particular = between('(iii) As provided in heading 9903.03.04', '(v) As provided in heading 9903.03.06', note2);
const exclusions = between('(vvv)  (i) The U.S. Trade Representative', '21. (a) For purposes of subheading 9903.19.23');

/** Goods of other actions under section 232; what else decides is in the duty. Source: U.S. notes 33, 37, 38 and 39 */
const VEHICLES =
  '870322 870323 870324 870331 870332 870333 870334 870340 870350 870360 870370 870380 870390 87042101 87043101 87044100 87045100';
const HEAVY_VEHICLES =
  '87012100 87012200 87012300 87012400 87012900 87041010 87041050 87042211 87042251 87042301 87043201 87044200 87044300 87045200 87046000 ' +
  '87049001 87054000 8705900080 87060003 8706000520 8706000575 87060025 87060050 87091100 87091900';
const WOOD =
  '44031100 44032101 44032201 44032301 44032401 44032501 44032601 44039901 44061100 44069100 44071100 44071200 44071300 44071400 44071900';
const FURNITURE = '9401614011 9401614031 9401616011 9401616031';
const CABINETS = '9403409060 9403608093 9403910080';

const LISTS = [
  ...HEADINGS.map((heading) => [`section 301, ${heading}`, ofHeading(heading), ['tracker'], FROM]),
  ['section 301, more than one heading', twice, ['tracker'], FROM],
  ['section 301, exclusions', exclusions.codes, ['note-20'], FROM],
  ['section 232, metals at 50 %', most.codes, ['note-16'], METALS_FROM],
  ['section 232, metals at 25 %', middle.codes, ['note-16'], METALS_FROM],
  ['section 232, metals up to 15 %', least.codes, ['note-16'], METALS_FROM],
  ['section 232, aluminum', aluminum, ['note-16'], METALS_FROM],
  ['section 232, vehicles', VEHICLES.split(' '), ['tracker-lists'], FROM],
  [
    'section 232, parts of vehicles',
    [...plain('s232_auto_parts.txt'), ...plain('s232_mhd_parts.txt')],
    ['tracker-lists'],
    FROM,
  ],
  ['section 232, heavy vehicles', [...HEAVY_VEHICLES.split(' '), '8702'], ['tracker-lists'], FROM],
  ['section 232, wood', [WOOD, FURNITURE, CABINETS].join(' ').split(' '), ['tracker-lists'], FROM],
  [
    'section 232, semiconductors',
    columns('s232_semi_products.csv').map((row) => row.hts10),
    ['tracker-lists'],
    '2026-01-16',
  ],
  ['section 201, solar cells', columns('s201_solar_products.csv').map((row) => row.hts10), ['tracker-lists'], FROM],
  ['section 122, exempt', exempt.codes, ['note-2'], '2026-02-24'],
  ['section 122, exempt in part', particular.codes, ['note-2'], '2026-02-24'],
];

const facts = LISTS.flatMap(([key, codes, source, from]) => [
  { key, value: [...new Set(codes)].sort().join(' '), from, until: UNTIL, source, checkedAt: CHECKED },
  { key, value: null, from: UNTIL, source: ['later'], checkedAt: CHECKED },
]);
const sources = {
  'note-2':
    'Harmonized Tariff Schedule of the United States, 2026 revision 6, chapter 99, subchapter III, U.S. note 2(aa)',
  'note-16':
    'Harmonized Tariff Schedule of the United States, 2026 revision 6, chapter 99, subchapter III, U.S. note 16(c)',
  'note-20':
    'Harmonized Tariff Schedule of the United States, 2026 revision 6, chapter 99, subchapter III, U.S. notes 20(vvv) and (www)',
  tracker:
    'U.S. notes 20 and 31 to subchapter III of chapter 99, as listed by Budget-Lab-Yale/tariff-rate-tracker at 8315fffd (MIT)',
  'tracker-lists':
    'U.S. notes 33, 37, 38, 39 and 18 to subchapter III of chapter 99, as listed by Budget-Lab-Yale/tariff-rate-tracker at 8315fffd (MIT)',
  later:
    'Revision 10, in force from 2026-06-08, was read without its notes, and later ones were not at hand: what holds since is not established',
};
const written = JSON.stringify({ kind: 'us-goods-lists', sources, facts });
writeFileSync(
  inProject('domain', 'facts', 'us-goods-lists.json'),
  await format(written, { parser: 'json', printWidth: 120 }),
);
for (const { key, value } of facts) if (value !== null) console.log(key, value.split(' ').length);
