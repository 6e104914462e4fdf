import { describePairs } from './pairs';

/** Whoever is held up once in each pair: what most known races need. Twice, and any number of times: pairs.deep.ts. */
describePairs({ ofLong: 1, ofOthers: Infinity });
