import { createHash } from 'node:crypto';

const UINT32 = 0x1_0000_0000;

/** A stream of numbers that look random and are the same for the same seed and label (the generator is mulberry32). */
export class Random {
  private state: number;

  constructor(seed: number, label = '') {
    this.state = createHash('sha256').update(`${seed}:${label}`).digest().readUInt32LE(0);
  }

  /** @returns a number from 0, included, to 1, excluded */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) % UINT32;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UINT32;
  }

  /** @returns a whole number from `low` to `high`, both included */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** @throws Error when there is nothing to choose from */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.integer(0, items.length - 1)];
    if (item === undefined) throw new Error('there is nothing to choose from');
    return item;
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, rank: this.next() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ item }) => item);
  }
}
