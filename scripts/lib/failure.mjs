/**
 * Something a person can put right: its message is one or two sentences that say how.
 * The scripts print it without a stack trace; every other error is a defect and keeps its trace.
 */
export class SetUpError extends Error {
  /**
   * @param {string} message what is missing and how to get it
   * @param {{cause?: unknown}} [options] the error behind it
   */
  constructor(message, options) {
    super(message, options);
    this.name = 'SetUpError';
  }
}

/**
 * @param {unknown} error
 * @returns {string} its message on one line, without a trailing full stop
 */
export function messageOf(error) {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
}

/**
 * Runs a script's main function and turns its outcome into the exit code of this process.
 * @param {() => Promise<number>} main resolves to the exit code
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    const text = error instanceof SetUpError ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  }
}
