import { failedRecently, rememberFailure } from './cache.mjs';
import { messageOf } from './failure.mjs';
import { say, showing } from './progress.mjs';

/**
 * Does a step of the set-up that may fail; a failure is said and not tried again for an hour.
 * @param {{name: string, title: string, expectation: string, otherwise: string}} step `otherwise` says what cannot be had
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function tryOnce({ name, title, expectation, otherwise }, step) {
  if (failedRecently(name)) return false;
  try {
    await showing({ title, expectation }, step);
    return true;
  } catch (error) {
    const reason = messageOf(error);
    rememberFailure(name, reason);
    say(`${otherwise} (${reason.slice(0, 300)}).`);
    return false;
  }
}
