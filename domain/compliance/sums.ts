/** Sums by number, of which each round adds its greatest value; emptied in the time that it took to fill them. */
export class Sums {
  private sums = new Float64Array(0);
  private greatest = new Float64Array(0);
  private readonly touched: number[] = [];
  private readonly touchedThisRound: number[] = [];

  /** Makes room for the numbers below `size`. */
  reserve(size: number): void {
    if (this.sums.length >= size) return;
    this.sums = new Float64Array(size);
    this.greatest = new Float64Array(size);
  }

  offer(at: number, value: number): void {
    const before = this.greatest[at] ?? 0;
    if (value <= before) return;
    if (before === 0) this.touchedThisRound.push(at);
    this.greatest[at] = value;
  }

  endRound(): void {
    for (const at of this.touchedThisRound) {
      if (this.sums[at] === 0) this.touched.push(at);
      this.sums[at] = (this.sums[at] ?? 0) + (this.greatest[at] ?? 0);
      this.greatest[at] = 0;
    }
    this.touchedThisRound.length = 0;
  }

  /** Hands out the sums and empties them. */
  take(receive: (at: number, sum: number) => void): void {
    for (const at of this.touched) {
      receive(at, this.sums[at] ?? 0);
      this.sums[at] = 0;
    }
    this.touched.length = 0;
  }
}
