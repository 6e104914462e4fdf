export interface BatchedCountsOptions<Count> {
  /** From the first count until all that came meanwhile are written, in milliseconds. */
  writeAfterMs: number;
  sum(one: Count, other: Count): Count;
  /** Writes counts by their keys. */
  write(counts: ReadonlyMap<string, Count>): Promise<void>;
  /** Told of a write that failed; its counts wait for the next one. */
  onFault: (fault: unknown) => void;
}

/** Counts that are added up in this process and written together: counting by itself writes nothing. */
export class BatchedCounts<Count> {
  private counts = new Map<string, Count>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly options: BatchedCountsOptions<Count>) {}

  add(key: string, count: Count): void {
    this.addToCount(key, count);
    if (this.timer !== null) return;
    const { writeAfterMs, onFault } = this.options;
    this.timer = setTimeout(() => void this.write().catch(onFault), writeAfterMs);
    this.timer.unref();
  }

  /** Writes what was counted; done by itself a while after a count. @throws what the write throws; nothing is lost then */
  async write(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const counts = this.counts;
    if (counts.size === 0) return;
    this.counts = new Map();
    try {
      await this.options.write(counts);
    } catch (fault) {
      for (const [key, count] of counts) this.addToCount(key, count);
      throw fault;
    }
  }

  private addToCount(key: string, count: Count): void {
    const known = this.counts.get(key);
    this.counts.set(key, known === undefined ? count : this.options.sum(known, count));
  }
}
