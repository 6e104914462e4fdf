/** One term's documents in order: parallel arrays of document number, impact (score in thousandths) and fields. */
export interface Postings {
  documents: Uint16Array;
  impacts: Uint16Array;
  fields: Uint8Array;
}

/** Where the entries of a term lie: from the first to before the last. */
export interface Range {
  from: number;
  to: number;
}

const NOWHERE: Range = { from: 0, to: 0 };

/**
 * The postings of all terms, one after the other in three parallel arrays: arrays of their own for each of many thousand
 * terms would take several times their memory.
 */
export class PostingTable {
  /**
   * @param numbers number of each term
   * @param starts those of term `n` lie from `starts[n]` to `starts[n + 1]`, in the order of their documents
   */
  constructor(
    private readonly numbers: ReadonlyMap<string, number>,
    private readonly starts: Uint32Array,
    readonly documents: Uint16Array,
    readonly impacts: Uint16Array,
    readonly fields: Uint8Array,
  ) {}

  /** How many terms there are; they are numbered from 0. */
  get terms(): number {
    return this.numbers.size;
  }

  /** @returns null for a term that no document holds */
  numberOf(term: string): number | null {
    return this.numbers.get(term) ?? null;
  }

  has(term: string): boolean {
    return this.numbers.has(term);
  }

  /** @returns an empty range for a term that no document holds */
  rangeOf(term: string): Range {
    const number = this.numbers.get(term);
    if (number === undefined) return NOWHERE;
    return { from: this.starts[number] ?? 0, to: this.starts[number + 1] ?? 0 };
  }

  /** @returns how many documents hold a term */
  count(term: string): number {
    const { from, to } = this.rangeOf(term);
    return to - from;
  }
}

/** Puts a table together, term by term. */
export class PostingTableBuilder {
  private readonly numbers = new Map<string, number>();
  private readonly starts: Uint32Array;
  private readonly documents: Uint16Array;
  private readonly impacts: Uint16Array;
  private readonly fields: Uint8Array;
  private filled = 0;

  /** @param postings how many there will be of all terms together */
  constructor(size: { terms: number; postings: number }) {
    this.starts = new Uint32Array(size.terms + 1);
    this.documents = new Uint16Array(size.postings);
    this.impacts = new Uint16Array(size.postings);
    this.fields = new Uint8Array(size.postings);
  }

  /** Begins a term that was not added before; what is pushed next belongs to it. */
  begin(term: string): void {
    this.numbers.set(term, this.numbers.size);
    this.starts[this.numbers.size] = this.filled;
  }

  /** Adds a posting to the term that was begun; documents must come in order. */
  push(document: number, impact: number, fields: number): void {
    this.documents[this.filled] = document;
    this.impacts[this.filled] = impact;
    this.fields[this.filled] = fields;
    this.filled += 1;
    this.starts[this.numbers.size] = this.filled;
  }

  finish(): PostingTable {
    return new PostingTable(this.numbers, this.starts, this.documents, this.impacts, this.fields);
  }
}
