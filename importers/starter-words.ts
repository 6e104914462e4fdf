import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { WrittenRule } from '../domain/hs-codes/search/index/assemble';
import { SEARCH_LANGUAGES } from '../domain/hs-codes/search/words/languages';
import type { EditionDraft } from '../domain/imports/drafts';
import type { Importer } from './importer';
import { parseCsv, type CsvRow } from './read-file';
import { STARTER_DIR } from './starter-directory';
import { agreementsEdition, programsEdition, replacementsEdition } from './starter-facts';

const FILES = {
  sections: 'sections.csv',
  chapters: 'chapters.csv',
  headings: ['headings-01-46.csv', 'headings-47-97.csv'],
  subheadings: 'subheadings.csv',
  names: [
    'names-01-28.csv',
    'names-29-49.csv',
    'names-50-83.csv',
    'names-84-97.csv',
    'labels.csv',
    'brands.csv',
    'trade-words.csv',
    'rare-words.csv',
  ],
  looksLike: 'looks-like.csv',
  synonyms: ['synonyms.txt', 'chinese.txt'],
  languages: 'languages.txt',
} as const;

interface Name {
  code: string;
  name: string;
}

interface Entry {
  code: string;
  section: string;
  description: string;
  names: string[];
}

function readIfShipped(name: string): string {
  const file = path.join(STARTER_DIR, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function rowsOf(name: string, headers: readonly string[]): CsvRow[] {
  const text = readIfShipped(name);
  return text === '' ? [] : parseCsv(name, text, headers);
}

function namesOf(row: CsvRow): string[] {
  return row
    .cell('names')
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The entries of chapters, headings and subheadings, each with its section. */
function readEntries(): Entry[] {
  const chapters = rowsOf(FILES.chapters, ['code', 'section', 'name']).map((row) => ({
    code: row.cell('code'),
    section: row.cell('section'),
    description: row.cell('name'),
    names: [],
  }));
  const sections = new Map(chapters.map(({ code, section }) => [code, section]));
  const lower = [...FILES.headings, FILES.subheadings].flatMap((name) =>
    rowsOf(name, ['code', 'description', 'names']),
  );
  const entries = lower.map((row) => ({
    code: row.cell('code'),
    section: sections.get(row.cell('code').slice(0, 2)) ?? '',
    description: row.cell('description'),
    names: namesOf(row),
  }));
  return [...chapters, ...entries];
}

/** Shared by all editions of the starter pack. */
const OWN_WORK = { publisher: 'Corridor', licence: 'own work', url: null } as const;

function nomenclatureEdition(entries: readonly Entry[]): EditionDraft {
  const sections = rowsOf(FILES.sections, ['roman', 'name']);
  const digits = (count: number): number => entries.filter(({ code }) => code.length === count).length;
  return {
    ...OWN_WORK,
    subject: 'hs:nomenclature',
    title: 'Starter pack: every code of the Harmonized System, in our own words',
    edition: 'HS 2022, starter pack',
    validFrom: '2022-01-01',
    nomenclature: 'HS 2022',
    facts: { chapters: digits(2), headings: digits(4), subheadings: digits(6) },
    content: {
      kind: 'nomenclature',
      nodes: entries,
      sections: sections.map((row) => ({ roman: row.cell('roman'), name: row.cell('name') })),
    },
  };
}

/**
 * Everyday words for goods, including those of shop and parcel labels, with the codes under which they are mostly
 * declared.
 */
function readEverydayNames(): Name[] {
  const listed = FILES.names
    .flatMap((file) => rowsOf(file, ['code', 'names']))
    .flatMap((row) => namesOf(row).map((name) => ({ code: row.cell('code'), name })));
  // Goods that look like those of one code (`not`) and belong to another.
  const lookalikes = rowsOf(FILES.looksLike, ['code', 'name', 'not']);
  return [...listed, ...lookalikes.map((row) => ({ code: row.cell('code'), name: row.cell('name') }))];
}

function namesEdition(entries: readonly Entry[]): EditionDraft {
  // Our own description is one more name: it stays a way to find the code when official texts take its place.
  const own = entries.flatMap(({ code, description, names: list }) =>
    code.length < 4 ? [] : [description, ...list].map((name) => ({ code, name })),
  );
  const pairs = [
    ...new Map([...own, ...readEverydayNames()].map((pair) => [`${pair.code} ${pair.name}`, pair])).values(),
  ];
  return {
    ...OWN_WORK,
    subject: 'names:starter',
    title: 'Starter pack: everyday names',
    edition: '2',
    validFrom: null,
    nomenclature: 'HS 2022',
    facts: { names: pairs.length },
    content: { kind: 'names', names: pairs },
  };
}

/** Lines with two sides, as pairs; `#` begins a comment. */
function readPairs(name: string, arrow: string): { left: string; right: string }[] {
  return readIfShipped(name)
    .split('\n')
    .filter((line) => line.includes(arrow) && !line.startsWith('#'))
    .map((line) => line.split(arrow))
    .map(([left = '', right = '']) => ({ left, right }));
}

const listOf = (side: string): string[] => side.split(',').map((term) => term.trim());

function readRules(): WrittenRule[] {
  const plain = FILES.synonyms
    .flatMap((name) => readPairs(name, '=>'))
    .flatMap(({ left, right }) => {
      return listOf(left).map((terms) => ({ terms, alternatives: listOf(right), language: null }));
    });
  const translated = readPairs(FILES.languages, ' = ').flatMap(({ left, right }) => {
    const columns = right.split('|');
    return SEARCH_LANGUAGES.flatMap((language, at) =>
      listOf(columns[at] ?? '').map((terms) => ({ terms, alternatives: listOf(left), language })),
    );
  });
  return [...plain, ...translated];
}

function synonymsEdition(): EditionDraft {
  const rules = readRules();
  return {
    ...OWN_WORK,
    subject: 'synonyms:starter',
    title: 'Starter pack: words of trade, of parcel labels and of German, French, Spanish, Italian and Chinese',
    edition: '2',
    validFrom: null,
    nomenclature: null,
    facts: { rules: rules.length },
    content: { kind: 'synonyms', rules },
  };
}

/**
 * The importer of words and facts of the starter pack.
 * @param withNomenclature whether our own tree is imported; official texts are kept
 */
export function starterWords(withNomenclature: boolean): Importer {
  return {
    kind: 'starter',
    summary: 'What ships with Corridor',
    version: 5,
    maxRejectShare: 0,
    hash() {
      const hash = createHash('sha256').update(String(withNomenclature));
      const files = [...Object.values(FILES).flat(), 'replacements.json'];
      for (const file of files) hash.update(readIfShipped(file));
      hash.update(JSON.stringify([agreementsEdition(), programsEdition()]));
      return Promise.resolve(hash.digest('hex'));
    },
    parse() {
      const entries = readEntries();
      const facts = [agreementsEdition(), programsEdition(), replacementsEdition()];
      const editions = [
        ...facts,
        namesEdition(entries),
        synonymsEdition(),
        ...(withNomenclature ? [nomenclatureEdition(entries)] : []),
      ];
      return Promise.resolve({ rowsIn: entries.length, rejects: [], editions, changesSearch: true });
    },
  };
}
