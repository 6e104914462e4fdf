/**
 * From now on the process' clock stands where it is put, while timers, and clocks that never step, go on. Ends with the
 * file, or with `jest.useRealTimers()`.
 * @param at Unix time in milliseconds
 */
export function holdProcessClock(at: number): void {
  jest.useFakeTimers({
    now: at,
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
}
