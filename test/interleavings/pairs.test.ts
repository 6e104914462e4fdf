import { describePairs } from './pairs';

/** An actor is held up once in long operations, twice in short ones: most known races need that. In every order: pairs.deep.ts. */
describePairs({ ofLong: 1, ofShort: 2 });
