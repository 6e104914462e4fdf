import { nsmallest } from 'mnemonist/heap';
import { IMPACT_SCALE } from '../index/build';
import { FIELD_BITS, type Field, type SearchIndex } from '../index/index-types';
import { interleave, type Candidate } from './interleave';
import type { Slot } from './interpret';
import { fieldBitsOf, scoreFactor } from './reweigh';

/** How much a heading's own evidence counts for each of its subheadings. */
const HEADING_WEIGHT = 0.15;
/** How much the best subheadings of a heading speak for the others. */
const FAMILY_WEIGHT = 0.15;
/** How much a whole everyday name counts beside its words. */
const NAME_WEIGHT = 1.2;
/** Share of a score that does not depend on how much of the query is covered. */
const COVERAGE_FLOOR = 0.65;
/** A code counts as a match when it covers at least this share of the query. */
const MATCH_COVERAGE = 0.3;
/** How much a code with many everyday names is preferred to one with few, a multiple of the logarithm of their count. */
const POPULAR_WEIGHT = 0.03;
/** The same where nothing of the query is covered: the less its words say, the more counts what is commonly meant. */
const POPULAR_UNCOVERED_WEIGHT = 0.18;
/** Candidates that are put in order for each place of the answer. */
const CANDIDATES_PER_PLACE = 10;

/** What a second code of the same heading keeps of its score, so that close calls go to another heading. */
const SECOND_CODE = 0.8;

/** A code that was found. */
export interface Hit {
  code: string;
  score: number;
  /** Share of the query that the code covers, weighted by rarity, 0..1. */
  coverage: number;
  matchedOn: { word: string; in: Field[] }[];
}

/** Codes in the order of their scores. */
export interface Ranked {
  hits: Hit[];
  /** Codes that cover enough of the query to count as matches. */
  total: number;
}

/** Scratch space of one process: cleared where it was touched, so that a query allocates little. */
class Scratch {
  readonly scores: Float64Array;
  readonly finals: Float64Array;
  readonly covered: Float64Array;
  readonly best: Float64Array;
  readonly names: Float64Array;
  readonly families: Float64Array;
  readonly shared: Float64Array;
  readonly bestOfName: Float64Array;
  touched: number[] = [];
  /** How rare all that the query asks for is together. */
  wanted = 1;

  constructor({ codes: { length: size }, phrases }: SearchIndex) {
    this.scores = new Float64Array(size);
    this.finals = new Float64Array(size);
    this.covered = new Float64Array(size);
    this.best = new Float64Array(size);
    this.names = new Float64Array(size);
    this.families = new Float64Array(size);
    this.shared = new Float64Array(phrases.size);
    this.bestOfName = new Float64Array(phrases.size);
  }

  clear(): void {
    for (const document of this.touched) {
      this.scores[document] = 0;
      this.covered[document] = 0;
      this.names[document] = 0;
      this.families[document] = 0;
    }
    this.touched = [];
  }
}

const scratches = new WeakMap<SearchIndex, Scratch>();

/** Working arrays of an index, made at its first query and reused. */
function scratchOf(index: SearchIndex): Scratch {
  const known = scratches.get(index);
  if (known !== undefined) return known;
  const scratch = new Scratch(index);
  scratches.set(index, scratch);
  return scratch;
}

/** Adds to the score of each document its best match among the alternatives of a slot. */
function addSlot({ postings }: SearchIndex, scratch: Scratch, slot: Slot): void {
  const { scores, covered, best } = scratch;
  const seen: number[] = [];
  for (const { term, weight } of slot.alternatives) {
    const { from, to } = postings.rangeOf(term);
    const factor = (weight * slot.weight) / IMPACT_SCALE;
    for (let at = from; at < to; at += 1) {
      const document = postings.documents[at] ?? 0;
      const impact = (postings.impacts[at] ?? 0) * factor;
      const former = best[document] ?? 0;
      if (former === 0) seen.push(document);
      if (impact > former) best[document] = impact;
    }
  }
  for (const document of seen) {
    if (scores[document] === 0) scratch.touched.push(document);
    scores[document] = (scores[document] ?? 0) + (best[document] ?? 0);
    covered[document] = (covered[document] ?? 0) + slot.rarity;
    best[document] = 0;
  }
}

/** Adds to the overlap of each everyday name its best match among the alternatives of a slot. */
function addNameOverlap(
  { phrases }: SearchIndex,
  { shared, bestOfName }: Scratch,
  slot: Slot,
  touched: number[],
): void {
  const seen: number[] = [];
  for (const { term, weight } of slot.alternatives) {
    const value = weight * slot.rarity;
    if (value === 0) continue;
    const { from, to } = phrases.rangeOf(term);
    for (let at = from; at < to; at += 1) {
      const phrase = phrases.phrases[at] ?? 0;
      const former = bestOfName[phrase] ?? 0;
      if (former === 0) seen.push(phrase);
      if (value > former) bestOfName[phrase] = value;
    }
  }
  for (const phrase of seen) {
    if (shared[phrase] === 0) touched.push(phrase);
    shared[phrase] = (shared[phrase] ?? 0) + (bestOfName[phrase] ?? 0);
    bestOfName[phrase] = 0;
  }
}

/** Sets for each document how much an everyday name of its code is like the query, 0..1. */
function addNames(index: SearchIndex, scratch: Scratch, slots: readonly Slot[]): void {
  const { phrases } = index;
  const { wanted } = scratch;
  const touched: number[] = [];
  for (const slot of slots) addNameOverlap(index, scratch, slot, touched);
  for (const number of touched) {
    const overlap = scratch.shared[number] ?? 0;
    scratch.shared[number] = 0;
    const document = phrases.documents[number] ?? 0;
    const likeness = (overlap * overlap) / (wanted * Math.max(phrases.rarities[number] ?? 0, overlap));
    const former = scratch.names[document] ?? 0;
    if (likeness > former) scratch.names[document] = likeness;
  }
}

/**
 * Scales each score by how much of the query the code covers, adds the score of its names, and keeps the best score of
 * each heading's codes.
 */
function addCoverageAndNames(index: SearchIndex, scratch: Scratch): void {
  const { wanted } = scratch;
  for (const document of scratch.touched) {
    const coverage = coverageOf(scratch, document);
    const words = (scratch.scores[document] ?? 0) * (COVERAGE_FLOOR + (1 - COVERAGE_FLOOR) * coverage * coverage);
    scratch.scores[document] = words + NAME_WEIGHT * wanted * (scratch.names[document] ?? 0);
    const heading = index.headings[document] ?? document;
    if (heading !== document)
      scratch.families[heading] = Math.max(scratch.families[heading] ?? 0, scratch.scores[document] ?? 0);
  }
}

function coverageOf({ covered, wanted }: Scratch, document: number): number {
  return Math.min(1, (covered[document] ?? 0) / wanted);
}

/** A code's score with shares of the scores of its heading and siblings. */
function finalScore(index: SearchIndex, scratch: Scratch, document: number): number {
  const heading = index.headings[document] ?? document;
  const own = scratch.scores[document] ?? 0;
  const family = HEADING_WEIGHT * (scratch.scores[heading] ?? 0) + FAMILY_WEIGHT * (scratch.families[heading] ?? 0);
  const coverage = coverageOf(scratch, document);
  const popular = POPULAR_UNCOVERED_WEIGHT + (POPULAR_WEIGHT - POPULAR_UNCOVERED_WEIGHT) * coverage;
  return (own + family) * (1 + popular * (index.popularity[document] ?? 0));
}

/** Subheadings, and headings of which no subheading is known. */
function candidatesOf(index: SearchIndex, scratch: Scratch): number[] {
  return scratch.touched.filter((document) => index.hasChildren[document] === 0);
}

/**
 * The best candidates, reweighed and sorted. Only the best are sorted, since a common word touches thousands of
 * documents.
 */
function bestCandidates(
  index: SearchIndex,
  scratch: Scratch,
  slots: readonly Slot[],
  { documents, count }: { documents: readonly number[]; count: number },
): Candidate[] {
  const { finals, names, wanted } = scratch;
  for (const document of documents) finals[document] = finalScore(index, scratch, document);
  const byScore = (a: Candidate, b: Candidate): number => b.score - a.score || a.document - b.document;
  const byFinal = (a: number, b: number): number => (finals[b] ?? 0) - (finals[a] ?? 0) || a - b;
  const best = nsmallest(byFinal, count, documents).map((document): Candidate => {
    const factor = scoreFactor(index, slots, { document, name: names[document] ?? 0, wanted });
    return { document, score: (finals[document] ?? 0) * factor };
  });
  const seen = new Set<number>();
  for (const candidate of best.sort(byScore)) {
    const heading = index.headings[candidate.document] ?? candidate.document;
    if (seen.has(heading)) candidate.score *= SECOND_CODE;
    seen.add(heading);
  }
  return best.sort(byScore);
}

/** What the words of a query are worth that no text has: nothing that is guessed covers them. */
function rarityOfUnknown({ codes }: SearchIndex, slots: readonly Slot[]): number {
  return slots.filter(({ unknown }) => unknown).length * Math.log(2 + 2 * codes.length);
}

function fieldsOf(bits: number): Field[] {
  const all: Field[] = ['name', 'description', 'heading', 'chapter', 'national'];
  return all.filter((field) => (bits & FIELD_BITS[field]) !== 0);
}

/** The words of a query that a document has, with the fields that have them. */
function matchesOf(index: SearchIndex, slots: readonly Slot[], document: number): Hit['matchedOn'] {
  const matches: Hit['matchedOn'] = [];
  for (const slot of slots) {
    const bits = fieldBitsOf(index, slot, document);
    if (bits !== 0) matches.push({ word: slot.word, in: fieldsOf(bits) });
  }
  return matches;
}

/**
 * Ranks codes for a query: BM25F over all texts of a code, more for covering the whole query, for everyday names
 * spelled out and for codes with many of them, and a share of the scores of heading and siblings.
 * @param limit how many codes are wanted
 */
export function rank(index: SearchIndex, slots: readonly Slot[], limit: number): Ranked {
  const wanted = slots.reduce((sum, { rarity }) => sum + rarity, 0);
  if (wanted === 0) return { hits: [], total: 0 };
  const scratch = scratchOf(index);
  scratch.wanted = wanted;
  for (const slot of slots) addSlot(index, scratch, slot);
  addNames(index, scratch, slots);
  addCoverageAndNames(index, scratch);
  const documents = candidatesOf(index, scratch);
  const least = MATCH_COVERAGE * (1 + rarityOfUnknown(index, slots) / wanted);
  const total = documents.filter((document) => coverageOf(scratch, document) >= least).length;
  const best = bestCandidates(index, scratch, slots, { documents, count: limit * CANDIDATES_PER_PLACE });
  const hits = interleave(index.headings, best, limit).map(({ document, score }) => ({
    code: index.codes[document] ?? '',
    score: Math.round(score * 100) / 100,
    coverage: coverageOf(scratch, document),
    matchedOn: matchesOf(index, slots, document),
  }));
  scratch.clear();
  return { hits, total: Math.max(total, hits.length) };
}
