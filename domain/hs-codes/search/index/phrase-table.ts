import type { PostingTable, Range } from './posting-table';

/** Pairs that are put in their places in a fraction of a millisecond. */
const PAIRS_A_STEP = 2_000;
const NOWHERE: Range = { from: 0, to: 0 };

/**
 * Everyday names as phrases of their own, so that the whole name counts more than its words. A phrase is a number.
 */
export class PhraseTable {
  /**
   * @param postings whose terms have the numbers
   * @param documents document of each phrase
   * @param rarities sum of how rare the terms of each phrase are
   * @param starts phrases of term `n` lie from `starts[n]` to `starts[n + 1]` in `phrases`
   */
  constructor(
    private readonly postings: PostingTable,
    readonly documents: Uint16Array,
    readonly rarities: Float64Array,
    private readonly starts: Uint32Array,
    readonly phrases: Uint32Array,
  ) {}

  get size(): number {
    return this.documents.length;
  }

  /** @returns where the phrases with a term lie in `phrases` */
  rangeOf(term: string): Range {
    const number = this.postings.numberOf(term);
    if (number === null) return NOWHERE;
    return { from: this.starts[number] ?? 0, to: this.starts[number + 1] ?? 0 };
  }
}

/** Puts the table together, name by name. */
export class PhraseTableBuilder {
  private readonly documents: number[] = [];
  private readonly rarities: number[] = [];
  /** Term and phrase in turn; terms that no document holds are not asked for. */
  private readonly pairs: number[] = [];

  constructor(private readonly postings: PostingTable) {}

  /** @param terms each once */
  add(document: number, rarity: number, terms: readonly string[]): void {
    const phrase = this.documents.length;
    this.documents.push(document);
    this.rarities.push(rarity);
    for (const term of terms) {
      const number = this.postings.numberOf(term);
      if (number !== null) this.pairs.push(number, phrase);
    }
  }

  /** Counts first and fills afterwards, so that all lists lie in one array; yields wherever others may go on. */
  *finish(): Generator<undefined, PhraseTable, undefined> {
    const { pairs, postings } = this;
    const starts = new Uint32Array(postings.terms + 1);
    for (let at = 0; at < pairs.length; at += 2) {
      if (at % PAIRS_A_STEP === 0) yield;
      const term = pairs[at] ?? 0;
      starts[term + 1] = (starts[term + 1] ?? 0) + 1;
    }
    for (let term = 0; term < postings.terms; term += 1)
      starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
    const next = starts.slice();
    const phrases = new Uint32Array(pairs.length / 2);
    for (let at = 0; at < pairs.length; at += 2) {
      if (at % PAIRS_A_STEP === 0) yield;
      const term = pairs[at] ?? 0;
      const place = next[term] ?? 0;
      phrases[place] = pairs[at + 1] ?? 0;
      next[term] = place + 1;
    }
    yield;
    const documents = Uint16Array.from(this.documents);
    yield;
    return new PhraseTable(postings, documents, Float64Array.from(this.rarities), starts, phrases);
  }
}
