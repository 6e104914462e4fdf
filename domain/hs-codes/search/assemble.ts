import type { NamePhrase, Postings, SearchIndex, SearchRule } from './index-types';
import { stem } from './stem';
import { indexTermsOf, wordsOf } from './words';

/** What the index is put together from, as it is stored. */
export interface IndexParts {
  /** Codes in the order of their document numbers. */
  codes: readonly string[];
  postings: ReadonlyMap<string, Postings>;
  lexicon: ReadonlyMap<string, number>;
  names: readonly { code: string; name: string }[];
  rules: readonly { terms: string; alternatives: readonly string[] }[];
}

/** Names that are taken apart in a fraction of a millisecond. */
const NAMES_A_STEP = 20;

interface Family {
  headings: Uint16Array;
  hasChildren: Uint8Array;
}

function familiesOf(codes: readonly string[], numbers: ReadonlyMap<string, number>): Family {
  const headings = new Uint16Array(codes.length);
  const hasChildren = new Uint8Array(codes.length);
  codes.forEach((code, document) => {
    const heading = numbers.get(code.slice(0, 4)) ?? document;
    headings[document] = heading;
    if (heading !== document) hasChildren[heading] = 1;
  });
  return { headings, hasChildren };
}

function* phrasesOf(
  parts: IndexParts,
  numbers: ReadonlyMap<string, number>,
): Generator<undefined, { phrases: NamePhrase[]; phrasesOfTerm: Map<string, Uint32Array> }, undefined> {
  const rarity = (term: string): number => {
    const found = parts.postings.get(term)?.documents.length ?? 0;
    return Math.log(1 + (parts.codes.length - found + 0.5) / (found + 0.5));
  };
  const phrases: NamePhrase[] = [];
  const lists = new Map<string, number[]>();
  for (const [at, { code, name }] of parts.names.entries()) {
    if (at % NAMES_A_STEP === 0) yield;
    const document = [code.slice(0, 6), code.slice(0, 4)].map((c) => numbers.get(c)).find((n) => n !== undefined);
    const terms = [...new Set(indexTermsOf(name))];
    if (document === undefined || terms.length === 0) continue;
    const number = phrases.length;
    phrases.push({ document, rarity: terms.reduce((sum, term) => sum + rarity(term), 0) });
    for (const term of terms) {
      const list = lists.get(term);
      if (list === undefined) lists.set(term, [number]);
      else list.push(number);
    }
  }
  const phrasesOfTerm = new Map<string, Uint32Array>();
  for (const [term, list] of lists) {
    if (phrasesOfTerm.size % NAMES_A_STEP === 0) yield;
    phrasesOfTerm.set(term, Uint32Array.from(list));
  }
  return { phrases, phrasesOfTerm };
}

/** How commonly a code is meant, judged by how many everyday names are known for it. */
function popularityOf(parts: IndexParts, numbers: ReadonlyMap<string, number>): Float32Array {
  const popularity = new Float32Array(parts.codes.length);
  for (const { code } of parts.names) {
    const document = numbers.get(code.slice(0, 6)) ?? numbers.get(code.slice(0, 4));
    if (document !== undefined) popularity[document] = (popularity[document] ?? 0) + 1;
  }
  return popularity.map((count) => Math.log1p(count));
}

function rulesByFirst(parts: IndexParts): Map<string, SearchRule[]> {
  const rules = new Map<string, SearchRule[]>();
  for (const { terms, alternatives } of parts.rules) {
    const stems = wordsOf(terms).map(stem);
    const [first] = stems;
    if (first === undefined) continue;
    rules.set(first, [...(rules.get(first) ?? []), { terms: stems, alternatives }]);
  }
  return rules;
}

/** The index as search uses it, from what is stored; yields wherever others may go on. */
export function* assembleIndex(parts: IndexParts): Generator<undefined, SearchIndex, undefined> {
  const numbers = new Map(parts.codes.map((code, number) => [code, number]));
  return {
    codes: parts.codes,
    ...familiesOf(parts.codes, numbers),
    postings: parts.postings,
    lexicon: parts.lexicon,
    popularity: popularityOf(parts, numbers),
    ...(yield* phrasesOf(parts, numbers)),
    rulesByFirst: rulesByFirst(parts),
  };
}
