import type { SearchIndex, SearchRule } from './index-types';
import { PhraseTableBuilder } from './phrase-table';
import type { PostingTable } from './posting-table';
import { stem } from '../words/stem';
import { indexTermsOf, wordsOf } from '../words/words';

/** An everyday name with its code, which may be longer than a subheading's. */
export interface Name {
  code: string;
  name: string;
}

/** A rule as it is imported: its terms are not yet stems. */
export type WrittenRule = Omit<SearchRule, 'terms'> & { terms: string };

/** What the index is put together from, as it is stored; names come apart from it, since they are many. */
export interface IndexParts {
  /** Codes in the order of their document numbers. */
  codes: readonly string[];
  postings: PostingTable;
  rules: readonly WrittenRule[];
}

/** Names that are taken apart in a fraction of a millisecond. */
const NAMES_A_STEP = 20;
const RULES_A_STEP = 50;

interface Family {
  headings: Uint16Array;
  hasChildren: Uint8Array;
}

/** For each code the position of its heading, and for each heading whether it has other codes. */
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

/** Search rules by the stem of their first term; yields between steps. */
function* indexRules(parts: IndexParts): Generator<undefined, Map<string, SearchRule[]>, undefined> {
  const rules = new Map<string, SearchRule[]>();
  for (const [at, { terms, ...rule }] of parts.rules.entries()) {
    if (at % RULES_A_STEP === 0) yield;
    const stems = wordsOf(terms).map(stem);
    const [first] = stems;
    if (first === undefined) continue;
    rules.set(first, [...(rules.get(first) ?? []), { ...rule, terms: stems }]);
  }
  return rules;
}

/** Puts the index together as search uses it: names as they are read, page by page, then the whole. */
export class IndexAssembler {
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly phrases: PhraseTableBuilder;
  /** How many everyday names each document has. */
  private readonly named: Float32Array;

  constructor(private readonly parts: IndexParts) {
    this.numbers = new Map(parts.codes.map((code, number) => [code, number]));
    this.phrases = new PhraseTableBuilder(parts.postings);
    this.named = new Float32Array(parts.codes.length);
  }

  private rarity(term: string): number {
    const found = this.parts.postings.count(term);
    return Math.log(1 + (this.parts.codes.length - found + 0.5) / (found + 0.5));
  }

  /** Adds names; yields wherever others may go on. */
  *addNames(names: readonly Name[]): Generator<undefined, void, undefined> {
    for (const [at, { code, name }] of names.entries()) {
      if (at % NAMES_A_STEP === 0) yield;
      const document = this.numbers.get(code.slice(0, 6)) ?? this.numbers.get(code.slice(0, 4));
      if (document === undefined) continue;
      this.named[document] = (this.named[document] ?? 0) + 1;
      const terms = [...new Set(indexTermsOf(name))];
      if (terms.length === 0) continue;
      const rarity = terms.reduce((sum, term) => sum + this.rarity(term), 0);
      this.phrases.add(document, rarity, terms);
    }
  }

  /** Completes the search index; yields wherever others may go on. */
  *finish(): Generator<undefined, SearchIndex, undefined> {
    const { codes, postings } = this.parts;
    const phrases = yield* this.phrases.finish();
    const rules = yield* indexRules(this.parts);
    return {
      codes,
      ...familiesOf(codes, this.numbers),
      postings,
      // How commonly a code is meant, judged by how many everyday names are known for it.
      popularity: this.named.map((count) => Math.log1p(count)),
      phrases,
      rulesByFirst: rules,
    };
  }
}
