const KNOWN = 1;
const WANTED = 2;

/** Sums by number, of which each round adds its greatest value; emptied in the time that it took to fill them. */
export class Sums {
  private sums = new Float64Array(0);
  private greatest = new Float64Array(0);
  /** `KNOWN`, `WANTED` or 0. */
  private state = new Uint8Array(0);
  private readonly known: number[] = [];
  private readonly touchedThisRound: number[] = [];

  /** Makes room for the numbers below `size`. */
  reserve(size: number): void {
    if (this.sums.length >= size) return;
    this.sums = new Float64Array(size);
    this.greatest = new Float64Array(size);
    this.state = new Uint8Array(size);
  }

  /** Has a number take what is offered to known ones. */
  know(at: number): void {
    if (this.state[at] !== 0) return;
    this.state[at] = KNOWN;
    this.known.push(at);
  }

  /** The same, and hands it out whatever it comes to. */
  want(at: number): void {
    this.know(at);
    this.state[at] = WANTED;
  }

  offer(at: number, value: number): void {
    const before = this.greatest[at] ?? 0;
    if (value <= before) return;
    if (before === 0) {
      this.touchedThisRound.push(at);
      this.know(at);
    }
    this.greatest[at] = value;
  }

  /** The same, to a number that something was offered to before, or that is known. */
  offerToKnown(at: number, value: number): void {
    if (this.state[at] !== 0) this.offer(at, value);
  }

  endRound(): void {
    for (const at of this.touchedThisRound) {
      this.sums[at] = (this.sums[at] ?? 0) + (this.greatest[at] ?? 0);
      this.greatest[at] = 0;
    }
    this.touchedThisRound.length = 0;
  }

  /** Hands out the sums that come to at least so much, and those that are wanted, and empties all. */
  take(least: number, receive: (at: number, sum: number) => void): void {
    for (const at of this.known) {
      const sum = this.sums[at] ?? 0;
      if (sum >= least || this.state[at] === WANTED) receive(at, sum);
      this.sums[at] = 0;
      this.state[at] = 0;
    }
    this.known.length = 0;
  }
}
