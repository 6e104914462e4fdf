import { FIELD_BITS, type Field } from './index-types';
import type { Postings } from './posting-table';
import { indexTermsOf, withoutExclusions, wordsOf } from '../words/words';

/** Everything that describes one code, by where it stands. */
export interface SearchDocument {
  code: string;
  texts: Record<Field, readonly string[]>;
}

/** How much a word in a field counts, and how much long fields are discounted (BM25F's weight and b). */
const FIELD_WEIGHTS: Record<Field, { weight: number; lengthPenalty: number }> = {
  name: { weight: 3, lengthPenalty: 0.2 },
  description: { weight: 4, lengthPenalty: 0.4 },
  heading: { weight: 1.2, lengthPenalty: 0.4 },
  chapter: { weight: 0.4, lengthPenalty: 0.3 },
  national: { weight: 2, lengthPenalty: 0.5 },
};
const FIELDS: readonly Field[] = ['name', 'description', 'heading', 'chapter', 'national'];
/** Saturation: the tenth occurrence adds little (BM25's k1). */
const SATURATION = 3;
/** Impacts are stored as thousandths in 16 bits. */
export const IMPACT_SCALE = 1000;
const MAX_IMPACT = 65_535;

/** Documents or terms that are taken apart in about a millisecond. */
const A_STEP = 10;

type Steps<Result> = Generator<undefined, Result, undefined>;

interface Counted {
  counts: Map<string, number>;
  length: number;
}

/** Counts the index terms of texts, without what the texts exclude. */
function countTerms(texts: readonly string[]): Counted {
  const counts = new Map<string, number>();
  let length = 0;
  for (const text of texts) {
    for (const term of indexTermsOf(withoutExclusions(text))) {
      counts.set(term, (counts.get(term) ?? 0) + 1);
      length += 1;
    }
  }
  return { counts, length };
}

function averageLengths(counted: readonly Record<Field, Counted>[]): Record<Field, number> {
  const averages = { name: 1, description: 1, heading: 1, chapter: 1, national: 1 };
  for (const field of FIELDS) {
    const lengths = counted.map((document) => document[field].length).filter((length) => length > 0);
    if (lengths.length > 0) averages[field] = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  }
  return averages;
}

interface Weighed {
  document: number;
  frequency: number;
  fields: number;
}

/** The weighted frequency of each term in each document, over all fields; yields between steps. */
function* weighTerms(counted: readonly Record<Field, Counted>[]): Steps<Map<string, Weighed[]>> {
  const averages = averageLengths(counted);
  const terms = new Map<string, Weighed[]>();
  for (const [document, fields] of counted.entries()) {
    if (document % A_STEP === 0) yield;
    const merged = new Map<string, Weighed>();
    for (const field of FIELDS) {
      const { weight, lengthPenalty } = FIELD_WEIGHTS[field];
      const norm = 1 - lengthPenalty + (lengthPenalty * fields[field].length) / averages[field];
      for (const [term, occurrences] of fields[field].counts) {
        const entry = merged.get(term) ?? { document, frequency: 0, fields: 0 };
        entry.frequency += (weight * occurrences) / norm;
        entry.fields |= FIELD_BITS[field];
        merged.set(term, entry);
      }
    }
    for (const [term, entry] of merged) {
      const list = terms.get(term);
      if (list === undefined) terms.set(term, [entry]);
      else list.push(entry);
    }
  }
  return terms;
}

/** The postings of a term: its documents, its share of the BM25F score in each, and the fields that have it. */
function postingsOf(list: readonly Weighed[], documents: number): Postings {
  const rarity = Math.log(1 + (documents - list.length + 0.5) / (list.length + 0.5));
  const postings = {
    documents: new Uint16Array(list.length),
    impacts: new Uint16Array(list.length),
    fields: new Uint8Array(list.length),
  };
  list.forEach(({ document, frequency, fields }, at) => {
    const impact = (rarity * frequency * (SATURATION + 1)) / (SATURATION + frequency);
    postings.documents[at] = document;
    postings.impacts[at] = Math.min(MAX_IMPACT, Math.max(1, Math.round(impact * IMPACT_SCALE)));
    postings.fields[at] = fields;
  });
  return postings;
}

/**
 * The inverted index: for each term, the documents with the share of BM25F's score that the term brings. Yields wherever
 * others may go on.
 * @param documents at most 65,535
 */
export function* buildPostings(documents: readonly SearchDocument[]): Steps<Map<string, Postings>> {
  const counted: Record<Field, Counted>[] = [];
  for (const [at, { texts }] of documents.entries()) {
    if (at % A_STEP === 0) yield;
    counted.push({
      name: countTerms(texts.name),
      description: countTerms(texts.description),
      heading: countTerms(texts.heading),
      chapter: countTerms(texts.chapter),
      national: countTerms(texts.national),
    });
  }
  const postings = new Map<string, Postings>();
  for (const [term, list] of yield* weighTerms(counted)) {
    if (postings.size % A_STEP === 0) yield;
    postings.set(term, postingsOf(list, documents.length));
  }
  return postings;
}

/**
 * Words as written, with the number of documents that hold them: what spelling is checked against. Yields wherever others
 * may go on.
 */
export function* buildLexicon(documents: readonly SearchDocument[]): Steps<Map<string, number>> {
  const lexicon = new Map<string, number>();
  for (const [at, { texts }] of documents.entries()) {
    if (at % A_STEP === 0) yield;
    const words = new Set(FIELDS.flatMap((field) => texts[field].flatMap(wordsOf)));
    for (const word of words) lexicon.set(word, (lexicon.get(word) ?? 0) + 1);
  }
  return lexicon;
}
