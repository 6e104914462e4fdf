import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long computations are generators that yield wherever others may go on. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** For so long a computation keeps everything else of its process waiting; a request waits for several in a row. */
const PORTION_MS = 1;

/** Computes in portions, between which the process serves other requests. */
export async function runInPortions<Result>(steps: Steps<Result>): Promise<Result> {
  let begunAt = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - begunAt < PORTION_MS) continue;
    await nextTurn();
    begunAt = performance.now();
  }
}
