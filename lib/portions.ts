import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long computations are generators that yield wherever others may go on. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** For so long work keeps everything else of its process waiting; a request waits for several in a row. */
const PORTION_MS = 1;

/** The time that work has taken since others had their turn. */
export class Portions {
  private begunAt = performance.now();

  get isOver(): boolean {
    return performance.now() - this.begunAt >= PORTION_MS;
  }

  /** Lets others go on where a portion is over. */
  async pause(): Promise<void> {
    if (!this.isOver) return;
    await nextTurn();
    this.begunAt = performance.now();
  }
}

/** Runs a computation in portions, between which the process serves other requests. */
export async function runInPortions<Result>(steps: Steps<Result>): Promise<Result> {
  const portions = new Portions();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (portions.isOver) await portions.pause();
  }
}
