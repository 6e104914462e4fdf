/**
 * Sums of two values by number, of which each round adds the greatest of each; emptied in the time that it took to fill
 * them. The first value is above 0 wherever something is offered.
 */
export class Sums {
  private commons = new Float64Array(0);
  private freeds = new Float64Array(0);
  private greatestCommons = new Float64Array(0);
  private greatestFreeds = new Float64Array(0);
  private isKnown = new Uint8Array(0);
  private readonly known: number[] = [];
  private readonly touchedThisRound: number[] = [];

  /** Makes room for the numbers below `size`. */
  reserve(size: number): void {
    if (this.commons.length >= size) return;
    this.commons = new Float64Array(size);
    this.freeds = new Float64Array(size);
    this.greatestCommons = new Float64Array(size);
    this.greatestFreeds = new Float64Array(size);
    this.isKnown = new Uint8Array(size);
  }

  /** Makes a number known: it takes what is offered to known ones, and is handed out. Repeats change nothing. */
  know(at: number): void {
    if (this.isKnown[at] !== 0) return;
    this.isKnown[at] = 1;
    this.known.push(at);
  }

  raiseForRound(at: number, common: number, freed: number): void {
    const before = this.greatestCommons[at] ?? 0;
    if (before === 0) {
      this.touchedThisRound.push(at);
      this.know(at);
    }
    if (common > before) this.greatestCommons[at] = common;
    if (freed > (this.greatestFreeds[at] ?? 0)) this.greatestFreeds[at] = freed;
  }

  /** The same, to a number that something was offered to before, or that is known. */
  offerToKnown(at: number, common: number, freed: number): void {
    if (this.isKnown[at] !== 0) this.raiseForRound(at, common, freed);
  }

  /** Adds what the round has raised to the sums, and begins another one. */
  endRound(): void {
    for (const at of this.touchedThisRound) {
      this.commons[at] = (this.commons[at] ?? 0) + (this.greatestCommons[at] ?? 0);
      this.freeds[at] = (this.freeds[at] ?? 0) + (this.greatestFreeds[at] ?? 0);
      this.greatestCommons[at] = 0;
      this.greatestFreeds[at] = 0;
    }
    this.touchedThisRound.length = 0;
  }

  /** Hands out the sums of all numbers that are known, and empties all. */
  take(receive: (at: number, common: number, freed: number) => void): void {
    for (const at of this.known) {
      receive(at, this.commons[at] ?? 0, this.freeds[at] ?? 0);
      this.commons[at] = 0;
      this.freeds[at] = 0;
      this.isKnown[at] = 0;
    }
    this.known.length = 0;
  }
}
