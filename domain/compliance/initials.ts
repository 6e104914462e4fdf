import { isInitial, type AskedWord } from './comparison';
import { INITIAL_INFORMATION } from './score';
import type { WordIndex } from './word-index';

/** Words that begin with a letter, and how many initials may stand for one of them each. */
interface Letter {
  initials: number;
  words: number;
  /** Nats of the heaviest word, and of all of them. */
  heaviest: number;
  all: number;
}

/** What initials and the words that they may stand for come to at most. */
export interface OfInitials {
  pairs: number;
  /** Nats that words weigh beyond their initials. */
  freed: number;
}

/** The counts of a word's first letter, added to the map if they are new. */
function letterCounts(letters: Map<string, Letter>, text: string): Letter {
  const first = text.charAt(0);
  const known = letters.get(first);
  if (known !== undefined) return known;
  const letter = { initials: 0, words: 0, heaviest: 0, all: 0 };
  letters.set(first, letter);
  return letter;
}

function addWeight(letter: Letter, weight: number): void {
  const beyond = weight - INITIAL_INFORMATION;
  letter.words += 1;
  letter.heaviest = Math.max(letter.heaviest, beyond);
  letter.all += beyond;
}

/** The most that initials can have in common with words: each stands for one word, at most the heaviest. */
function sumInitials(letters: Iterable<Letter>): OfInitials {
  const sum = { pairs: 0, freed: 0 };
  for (const { initials, words, heaviest, all } of letters) {
    sum.pairs += Math.min(initials, words);
    if (initials > 0) sum.freed += initials === 1 ? heaviest : all;
  }
  return sum;
}

/** What the initials of an asked name may stand for in listed names, and its words for the initials of those. */
export class Initials {
  /** How many words of the asked name are initials. */
  readonly count: number;
  /** Listed words by the asked initials that may stand for them, and asked words by those listed. */
  private readonly standing = new Map<string, Letter>();
  private readonly stoodFor = new Map<string, Letter>();

  constructor(
    asked: readonly AskedWord[],
    private readonly words: WordIndex,
  ) {
    this.count = asked.filter(({ text }) => isInitial(text)).length;
    for (const { text, weight } of asked) {
      if (isInitial(text)) letterCounts(this.standing, text).initials += 1;
      else addWeight(letterCounts(this.stoodFor, text), weight);
    }
  }

  /** The most that initials can add to the comparison of the asked name with a name of these words. */
  in(listed: readonly number[]): OfInitials {
    for (const letter of this.standing.values()) [letter.words, letter.heaviest, letter.all] = [0, 0, 0];
    for (const letter of this.stoodFor.values()) letter.initials = 0;
    for (const id of listed) {
      const text = this.words.textOf(id);
      const first = text.charAt(0);
      const initial = this.standing.get(first);
      if (initial !== undefined) addWeight(initial, this.words.weightOf(id));
      const whole = isInitial(text) ? this.stoodFor.get(first) : undefined;
      if (whole !== undefined) whole.initials += 1;
    }
    const [ofAsked, ofListed] = [sumInitials(this.standing.values()), sumInitials(this.stoodFor.values())];
    return { pairs: ofAsked.pairs + ofListed.pairs, freed: ofAsked.freed + ofListed.freed };
  }
}
