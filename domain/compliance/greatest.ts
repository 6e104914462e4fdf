interface Offered {
  at: number;
  worth: number;
}

/** The few numbers that are worth the most of very many, kept as they come: thousands need not be put in order. */
export class Greatest {
  /** The greatest first. */
  private readonly kept: Offered[] = [];

  /** @param count how many are kept, at least 1 */
  constructor(private readonly count: number) {}

  offer(at: number, worth: number): void {
    const { kept } = this;
    const isFull = kept.length === this.count;
    const last = kept.at(-1);
    if (isFull && last !== undefined && !isBefore({ at, worth }, last)) return;
    let place = isFull ? kept.length - 1 : kept.length;
    for (; place > 0; place -= 1) {
      const before = kept[place - 1];
      if (before === undefined || !isBefore({ at, worth }, before)) break;
      kept[place] = before;
    }
    kept[place] = { at, worth };
  }

  /** @returns the greatest first; of equals the lower number */
  numbers(): number[] {
    return this.kept.map(({ at }) => at);
  }
}

function isBefore(left: Offered, right: Offered): boolean {
  return left.worth > right.worth || (left.worth === right.worth && left.at < right.at);
}
