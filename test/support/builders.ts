/** A valid instruction; override what the test is about. */
export function instructionBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    amount: 1250.5,
    currency: 'USD',
    beneficiary: {
      name: 'Example Trading Ltd',
      country: 'US',
      bankAccount: { accountNumber: '9876543210', bankName: 'Example Bank', swiftBic: 'BOFAUS3N', country: 'US' },
    },
    purpose: { code: 'trade_settlement', description: 'Invoice 1001' },
    settlementRoute: {},
    ...overrides,
  };
}

/** A valid settlement confirmation of that instruction. */
export function settlementBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    confirmedAt: new Date().toISOString(),
    settlementReference: 'S-1',
    actualAmount: 1250.5,
    actualCurrency: 'USD',
    ...overrides,
  };
}

/** Asking takes the processor from what is waited for: the longer that takes, the less often it is asked for. */
const POLL_MS = { first: 20, most: 100, factor: 1.4 };
const WAIT_MS = 60_000;
/** Half as long as a process keeps a key that it is told nothing about. Source: api/middleware/authenticate.ts */
export const TOLD_MS = 5_000;

/**
 * Asks until the answer is as wanted: for what happens in another process, which sends no word.
 * @param limitMs of its pauses together, as a machine that is busy answers late. Where it matters why it happens: well below
 *   what else would bring it about
 */
export async function eventually<Result>(
  ask: () => Promise<Result>,
  wanted: (result: Result) => boolean,
  what: string,
  limitMs = WAIT_MS,
): Promise<Result> {
  let pausedMs = 0;
  for (let pauseMs = POLL_MS.first; ; pauseMs = Math.min(pauseMs * POLL_MS.factor, POLL_MS.most)) {
    const result = await ask();
    if (wanted(result)) return result;
    if (pausedMs > limitMs)
      throw new Error(`${what} did not happen within ${limitMs / 1000} s: ${JSON.stringify(result)}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pausedMs += pauseMs;
  }
}
