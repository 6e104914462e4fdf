import { describePairs } from './pairs';

/** An actor is held up once in pairs of long operations: most known races need that. Twice, and any number of times: pairs.deep.ts. */
describePairs(1);
