import type { ReferenceData } from '../tariffs/schedule/reference-data';
import type { Provenance } from '../tariffs/schedule/schedule';
import { resolveNode, type HsNode, type Nomenclature } from './nomenclature';
import { questionsFor, type Question } from './search/query/ask';
import { searchWords, type Searcher } from './search/query/search-words';

/** A code that fits a query. Source: specification, "HS code" */
export interface FoundCode {
  code: string;
  description: string;
  fullDescription: string;
  chapter: string;
  chapterName: string;
  score: number;
  coverage: number;
  matchedOn: { word: string; in: string[] }[];
}

/** What a search answers, before it is written as JSON. */
export interface FoundCodes {
  results: FoundCode[];
  total: number;
  tooGeneral: boolean;
  interpretedAs: { word: string; as: string[] }[];
  /** Words of the query of which nothing is known: `interpretedAs` has what their spelling was taken for, if anything. */
  unknownWords: string[];
  /** What would decide between codes that fit alike; empty where one leads. */
  ask: Question[];
  sources: readonly Provenance[];
}

/** A score above what words reach: a typed code means that code. */
const CODE_SCORE = 1000;

/** How a code fits a query. */
type Fit = Pick<FoundCode, 'score' | 'coverage' | 'matchedOn'>;

/** A found code with its description and those of its heading and chapter. */
function toFoundCode(
  tree: Nomenclature,
  { code, description }: HsNode,
  { score, coverage, matchedOn }: Fit,
): FoundCode {
  const chapter = code.slice(0, 2);
  const chapterName = tree.nodes.get(chapter)?.description ?? '';
  const heading = code.length > 4 ? (tree.nodes.get(code.slice(0, 4))?.description ?? '') : '';
  const fullDescription = [chapterName, heading, description].filter((text) => text !== '').join(' > ');
  return { code, description, fullDescription, chapter, chapterName, score, coverage, matchedOn };
}

/** With dots or blanks, and with the statistical digits of Japan and China behind a hyphen. */
const CODE = /^[0-9][0-9. ]*(-[0-9]{1,4})?$/;

/**
 * The code that the query consists of, then the codes below it; digits may have any width. Empty if the query is no
 * code.
 */
function nodesByDigits(tree: Nomenclature, query: string): HsNode[] {
  const text = query
    .normalize('NFKC')
    .trim()
    .replace(/^hs\s*(code)?\s*:?\s*/i, '');
  const digits = CODE.test(text) ? text.replace(/[. -]/g, '') : '';
  if (digits.length < 2) return [];
  const node = digits.length < 4 ? tree.nodes.get(digits.slice(0, 2)) : resolveNode(tree, digits);
  if (node === undefined || node === null) return [];
  const children = node.children.flatMap((code) => tree.nodes.get(code) ?? []);
  const below = children.flatMap((child) => child.children.flatMap((code) => tree.nodes.get(code) ?? []));
  return [...(node.code.length < 4 ? [] : [node]), ...children, ...below];
}

/**
 * Finds codes by digits or else by words.
 * @param query 1..200 characters
 * @param limit 1..100
 * Source: specification, operation 6; docs/GAPS.md#H2
 */
export function findCodes(reference: ReferenceData, searcher: Searcher, query: string, limit: number): FoundCodes {
  const tree = reference.nomenclature;
  const sources = reference.searchSources;
  const digits = nodesByDigits(tree, query);
  if (digits.length > 0) {
    const matchedOn = [{ word: query.trim(), in: ['code'] }];
    const results = digits
      .slice(0, limit)
      .map((node, at) => toFoundCode(tree, node, { score: CODE_SCORE - at, coverage: 1, matchedOn }));
    return { sources, results, total: digits.length, tooGeneral: false, interpretedAs: [], unknownWords: [], ask: [] };
  }
  const found = searchWords(searcher, query, limit);
  const results = found.hits.flatMap((hit) => {
    const node = tree.nodes.get(hit.code);
    return node === undefined ? [] : [toFoundCode(tree, node, hit)];
  });
  const interpretedAs = found.slots
    .filter(({ guessed }) => guessed)
    .map(({ word, alternatives }) => ({ word, as: alternatives.map(({ term }) => term) }));
  const ask = questionsFor(query, results);
  const { total, tooGeneral, slots } = found;
  const unknownWords = slots.filter(({ unknown }) => unknown).map(({ word }) => word);
  return { sources, results, total, tooGeneral, interpretedAs, unknownWords, ask };
}
