import MiniSearch from 'minisearch';
import { codeOf, WRITTEN_CODES } from '../../domain/errors';
import { ERROR_GUIDES } from './error-pages';
import { GUIDE_NAMES, guidePath, readGuide } from './guides';
import { sectionsOf } from './markdown';
import { operationPath, OPERATIONS, type Operation } from './operations';

/** A page of the documentation, or a section of one. */
export interface FoundText {
  path: string;
  kind: 'Guide' | 'Operation' | 'Event' | 'Error';
  title: string;
  /** The guide that a section is in, what an operation does, when an event is sent, what an error means. */
  about: string;
}

interface Entry extends FoundText {
  /** What else it is found by. */
  words: string;
}

function guideEntries(): Entry[] {
  return GUIDE_NAMES.flatMap((name) => {
    const [first, ...rest] = sectionsOf(readGuide(name));
    return [first, ...rest].flatMap((section) => {
      if (section === undefined || first === undefined) return [];
      const { title, anchor, words } = section;
      const path = anchor === '' ? guidePath(name) : `${guidePath(name)}#${anchor}`;
      return [{ path, kind: 'Guide' as const, title, about: section === first ? 'Guide' : first.title, words }];
    });
  });
}

function errorEntries(): Entry[] {
  return WRITTEN_CODES.flatMap((title) => {
    const code = codeOf(title);
    if (code === null) return [];
    const { meaning, todo } = ERROR_GUIDES[code];
    return [
      {
        path: `/docs/errors/${title}`,
        kind: 'Error',
        title,
        about: meaning.replaceAll('`', ''),
        words: todo.join(' '),
      },
    ];
  });
}

function operationEntry({ method, path, summary, name, tag }: Operation): Entry {
  const title = path === null ? name : `${method.toUpperCase()} ${path}`;
  const kind = path === null ? 'Event' : 'Operation';
  return { path: operationPath(name), kind, title, about: summary, words: `${name} ${tag}` };
}

/** Who looks for `retry` also looks for `retries` and `retried`. */
const stemOf = (word: string): string => word.toLowerCase().replace(/(ies|ied|y)$/, 'i');

/** Words of at least so many letters may be the beginning of one, and may have a letter that is wrong. */
const MIN_PREFIX_LENGTH = 3;
const MIN_FUZZY_LENGTH = 5;

/** The weight of a page among results: guides first, then their sections, then operations, then events. */
function weightOf(path: string): number {
  if (path.startsWith('/docs/reference/') && path.includes('.')) return 0.2;
  if (!path.startsWith('/docs/guides/')) return 1;
  return path.includes('#') ? 2 : 3;
}

/** Entries by their paths, and the index that finds their paths. */
interface Searched {
  entries: ReadonlyMap<string, FoundText>;
  index: MiniSearch<Entry>;
}

function buildIndex(): Searched {
  const index = new MiniSearch<Entry>({
    idField: 'path',
    fields: ['title', 'about', 'words'],
    processTerm: stemOf,
    searchOptions: {
      boost: { title: 4, about: 2 },
      prefix: (term) => term.length >= MIN_PREFIX_LENGTH,
      fuzzy: (term) => (term.length < MIN_FUZZY_LENGTH ? false : 1),
      combineWith: 'AND',
      boostDocument: (path) => weightOf(String(path)),
    },
  });
  const entries = [...guideEntries(), ...errorEntries(), ...OPERATIONS.map(operationEntry)];
  index.addAll(entries);
  return { index, entries: new Map(entries.map((entry) => [entry.path, entry])) };
}

let made: Searched | null = null;

/** Makes the index, which takes a tenth of a second, between the start and the first request. */
export function prepareSearch(): void {
  setImmediate(() => (made ??= buildIndex())).unref();
}

/** Further words narrow nothing, and each takes time; a long one takes its length squared, for the letter that is wrong. */
const MAX_WORDS = 8;
const MAX_TEXT_LENGTH = 200;
const MAX_WORD_LENGTH = 40;

/** @returns sections of guides, errors, operations and events that have all the words, or beginnings of them; the best first */
export function searchDocs(text: string, limit: number): FoundText[] {
  made ??= buildIndex();
  const { entries, index } = made;
  const words = text.slice(0, MAX_TEXT_LENGTH).match(/[\p{L}\p{N}]+/gu) ?? [];
  const sought = words.slice(0, MAX_WORDS).map((word) => word.slice(0, MAX_WORD_LENGTH));
  const found = index.search(sought.join(' ')).flatMap(({ id }) => entries.get(String(id)) ?? []);
  const isNamed = ({ title }: FoundText): boolean => title.toLowerCase() === text.toLowerCase();
  return [...found.filter(isNamed), ...found.filter((one) => !isNamed(one))].slice(0, limit);
}
