/** What a task took, by the name of each part. */
export type Seconds = Record<string, number>;

/** Does a part of a task and notes how long it took. */
export async function timed<Result>(
  seconds: Seconds,
  part: string,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  seconds[part] = (performance.now() - startedAt) / 1000;
  return result;
}
