/** A step that goes on gives a sign of life this often. */
const SIGN_OF_LIFE_MS = 15_000;
/** From here on a start takes longer than it does on a machine that has time. */
const SLOW_MS = 60_000;
/** A step that was as quick as this needs no line about its end. */
const QUICK_MS = 3_000;

export interface Step {
  /** Such as "Starting Postgres". */
  title: string;
  print: (line: string) => void;
}

/**
 * Prints that a step begins, every 15 seconds that it is still running, and how long it took if that was long.
 * @returns what `work` returns
 */
export async function showStep<Result>({ title, print }: Step, work: () => Promise<Result>): Promise<Result> {
  const startedAt = Date.now();
  const seconds = (): number => Math.round((Date.now() - startedAt) / 1000);
  print(`${title} …`);
  const timer = setInterval(() => {
    const remark = Date.now() - startedAt < SLOW_MS ? '' : ' (longer than usual; this machine is busy)';
    print(`${title} … ${seconds()} s${remark}`);
  }, SIGN_OF_LIFE_MS);
  try {
    const result = await work();
    if (Date.now() - startedAt > QUICK_MS) print(`${title}: done in ${seconds()} s`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
