import { WORDS } from '../words/use-words';

/** Figures on pages that are in English for every reader; others have the `format` of their words. */
export const { short, duration, share } = WORDS.en.format;
