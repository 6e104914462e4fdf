import { describePairs } from './pairs';

/**
 * Twice is what nearly every known race of long operations needs; `CORRIDOR_PREEMPTIONS=Infinity` runs all of their orders.
 */
const PREEMPTIONS_OF_LONG = Number(process.env['CORRIDOR_PREEMPTIONS'] ?? 2);

describePairs(PREEMPTIONS_OF_LONG);
