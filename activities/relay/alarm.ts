/** Rings at the earliest of the times for which it was set, once; then it may be set again. */
export class Alarm {
  private timer: NodeJS.Timeout | null = null;
  private ringsAtMs = Infinity;

  constructor(private readonly ring: () => void) {}

  /** Rings after this time, unless it is set to ring earlier. */
  ringWithin(inMs: number): void {
    const atMs = performance.now() + inMs;
    if (atMs >= this.ringsAtMs) return;
    this.clear();
    this.ringsAtMs = atMs;
    this.timer = setTimeout(() => {
      this.clear();
      this.ring();
    }, inMs);
  }

  clear(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.ringsAtMs = Infinity;
  }
}
