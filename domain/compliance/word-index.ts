import { LRUCache } from 'lru-cache';
import { isCommonName, isGenericWord, isPatronymic } from './common-names';
import { COMMON_INFORMATION, GENERIC_INFORMATION, INITIAL_INFORMATION, JOINED_SIMILARITY } from './score';
import { LEAST_SIMILARITY, wordOf, wordSimilarity, type Word } from './similarity';
import { keysOf, skeletonOf, soundOf } from './sounds';
import { hasSpellings } from './spellings';

/** A listed word. */
interface ListedWord extends Word {
  /** Bits of the letters of its sound. */
  letters: number;
  /** Sounds that are written with the same consonants: what is rare in one spelling may be common in another. */
  group: { frequency: number };
  /** Numbers of the names that have it by itself, and of their entries. */
  names: number[];
  entries: number[];
  /** Numbers of the names that have it where several of their words are written as one. */
  namesAsOne: number[];
  /** Whether it is a word by itself, and not only several written as one. */
  isWhole: boolean;
  /** The question that looked at it last: it is found by several keys, and looked at once. */
  question: number;
}

/** Letters that two spellings of one word may not have in common. */
const MOST_OTHER_LETTERS = 5;
/** A spelling or a slip adds no more sounds. */
const MOST_ADDED = 4;
/** Names among which a word's rarity is measured at least: in a short list nothing is common. */
const LEAST_NAMES = 20_000;
/** Words whose likeness is kept, a few kilobytes each. */
const MOST_ASKED = 3_000;
const NO_WEIGHTS = new Float64Array(0);
const FIRST_CODE = 'A'.charCodeAt(0);

function letterBits(sound: string): number {
  let bits = 0;
  for (let at = 0; at < sound.length; at += 1) bits |= 1 << ((sound.charCodeAt(at) - FIRST_CODE) & 31);
  return bits;
}

/** Bits that are set, counted in pairs, fours and bytes. Source: Warren, "Hacker's Delight", 5-1 */
function bitsIn(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Quick to find out, for most of the words that share a key. */
function isUnlike(word: ListedWord, sound: string, letters: number): boolean {
  return Math.abs(word.sound.length - sound.length) > MOST_ADDED || bitsIn(word.letters ^ letters) > MOST_OTHER_LETTERS;
}

/** Keys of a word: of its sound, and of all words that are known to stand for each other. */
function keysOfWord({ text, sound, head }: Word): string[] {
  return [...keysOf(sound), ...(hasSpellings(text) ? [`#${head}`] : [])];
}

function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

/** Words of listed names, found by words that are spelled or sound alike. */
export class WordIndex {
  private readonly words: ListedWord[] = [];
  private readonly ids = new Map<string, number>();
  private readonly idsByKey = new Map<string, number[]>();
  private readonly groups = new Map<string, { frequency: number }>();
  /** Weights of words, 0 until they are known: they change while the index is filled. */
  private weights = NO_WEIGHTS;
  /**
   * What the words that were asked for last are like: names that very many people have are asked for again and again, and
   * are like the most words.
   */
  private readonly similar = new LRUCache<string, ReadonlyMap<number, number>>({ max: MOST_ASKED });
  private readonly informations = new LRUCache<string, number>({ max: MOST_ASKED });
  private nameCount = 0;
  private questionCount = 0;

  /** Counts one more name of the lists, which changes the information of every word. */
  countName(): void {
    this.nameCount += 1;
    this.forget();
  }

  /** Empties the caches of weights, similar words and information. */
  private forget(): void {
    this.weights = NO_WEIGHTS;
    if (this.similar.size > 0) this.similar.clear();
    if (this.informations.size > 0) this.informations.clear();
  }

  /**
   * Says that a name of an entry has a word; names of one entry follow each other.
   * @param isWhole false for words that are only written as one: they are found by their consonants alone, and say
   *   nothing of how common a word is
   * @returns the id of the word
   */
  addTo({ name, entry }: { name: number; entry: number }, text: string, isWhole: boolean): number {
    const id = this.ids.get(text) ?? this.addWord(text);
    const word = this.words[id];
    if (word === undefined) return id;
    this.forget();
    if (isWhole && !word.isWhole) {
      word.isWhole = true;
      for (const key of keysOfWord(word).slice(1)) append(this.idsByKey, key, id);
    }
    const names = isWhole ? word.names : word.namesAsOne;
    if (names.at(-1) === name) return id;
    names.push(name);
    if (!isWhole) return id;
    if (word.entries.at(-1) !== entry) word.entries.push(entry);
    word.group.frequency += 1;
    return id;
  }

  private addWord(text: string): number {
    const { sound, head, isNumbered, isVowelless } = wordOf(text);
    const skeleton = skeletonOf(sound);
    const group = this.groups.get(skeleton) ?? { frequency: 0 };
    this.groups.set(skeleton, group);
    const word = {
      text,
      sound,
      head,
      isNumbered,
      isVowelless,
      letters: letterBits(sound),
      group,
      names: [],
      entries: [],
      namesAsOne: [],
      isWhole: false,
      question: 0,
    };
    const id = this.words.push(word) - 1;
    this.ids.set(text, id);
    append(this.idsByKey, skeleton, id);
    return id;
  }

  /** Number of words. */
  get size(): number {
    return this.words.length;
  }

  /** @returns numbers of the names that have a word by itself */
  namesOf(id: number): readonly number[] {
    return this.words[id]?.names ?? [];
  }

  /** @returns the same of their entries */
  entriesOf(id: number): readonly number[] {
    return this.words[id]?.entries ?? [];
  }

  /** @returns numbers of the names that have a word where several of theirs are written as one */
  namesAsOneOf(id: number): readonly number[] {
    return this.words[id]?.namesAsOne ?? [];
  }

  textOf(id: number): string {
    return this.words[id]?.text ?? '';
  }

  /** What a word tells, in nats: minus the logarithm of the share of names, or of people, that have one like it. */
  informationOf(text: string): number {
    const known = this.informations.get(text);
    if (known !== undefined) return known;
    const information = this.informationOfText(text);
    this.informations.set(text, information);
    return information;
  }

  private informationOfText(text: string): number {
    const sound = soundOf(text);
    return this.informationFrom(sound, this.groups.get(skeletonOf(sound))?.frequency ?? 0);
  }

  /** The information of a sound of this frequency, in nats; limited for common words, and never less than an initial. */
  private informationFrom(sound: string, frequency: number): number {
    const ofLists = Math.log(Math.max(LEAST_NAMES, this.nameCount) / (1 + frequency));
    if (isGenericWord(sound)) return Math.max(INITIAL_INFORMATION, Math.min(ofLists, GENERIC_INFORMATION));
    return Math.max(
      INITIAL_INFORMATION,
      isCommonName(sound) || isPatronymic(sound) ? Math.min(ofLists, COMMON_INFORMATION) : ofLists,
    );
  }

  /** The same of a listed word; an initial tells little. */
  weightOf(id: number): number {
    if (this.weights.length < this.words.length) this.weights = new Float64Array(this.words.length);
    const known = this.weights[id] ?? 0;
    if (known > 0) return known;
    const word = this.words[id];
    if (word === undefined) return 0;
    const { text, sound, group } = word;
    const weight = text.length === 1 ? INITIAL_INFORMATION : this.informationFrom(sound, group.frequency);
    this.weights[id] = weight;
    return weight;
  }

  /** @returns numbers of the names that have the initial of a word */
  namesWithInitialOf(text: string): readonly number[] {
    const id = this.ids.get(text.charAt(0));
    return id === undefined ? [] : this.namesOf(id);
  }

  /** @returns ids of listed words that are like a word, and how much, 0..1 */
  similarTo(text: string): ReadonlyMap<number, number> {
    const known = this.similar.get(text);
    if (known !== undefined) return known;
    const similar = this.similarWords(wordOf(text), true);
    this.similar.set(text, similar);
    return similar;
  }

  /** @returns the same of words that are written as one, as far as they are nearly the same */
  nearlyOneWith(text: string): ReadonlyMap<number, number> {
    return this.similarWords(wordOf(text), false);
  }

  /** The ids of words that sound like this one, with their similarities. */
  private similarWords(asked: Word, isWhole: boolean): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    const letters = letterBits(asked.sound);
    const least = isWhole ? LEAST_SIMILARITY : JOINED_SIMILARITY;
    this.questionCount += 1;
    for (const key of isWhole ? keysOfWord(asked) : [skeletonOf(asked.sound)]) {
      for (const id of this.idsByKey.get(key) ?? []) {
        const word = this.words[id];
        if (word === undefined || word.question === this.questionCount) continue;
        word.question = this.questionCount;
        if (word.head !== asked.head && isUnlike(word, asked.sound, letters)) continue;
        const similarity = wordSimilarity(asked, word, least);
        if (similarity > 0) found.set(id, similarity);
      }
    }
    return found;
  }
}
