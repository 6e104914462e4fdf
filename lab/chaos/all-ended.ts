/**
 * Waits until everything has ended, well or not, so that nothing is started behind the back of whoever cleans up.
 * @throws the first fault in the order of the works
 */
export async function allEnded(works: readonly Promise<void>[]): Promise<void> {
  for (const end of await Promise.allSettled(works)) if (end.status === 'rejected') throw end.reason;
}
