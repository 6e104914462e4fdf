import fc from 'fast-check';
import { askedWordsOf } from '../../../domain/compliance/asked-words';
import { compareNames, compareWithSeveral, scoreOfOneWord } from '../../../domain/compliance/comparison';
import { NameIndex } from '../../../domain/compliance/name-index';
import { nameTokens } from '../../../domain/compliance/names';
import { matchingOf, scoreOf, scoreOfSeveral } from '../../../domain/compliance/score';
import { REVIEW_SCORE } from '../../../domain/compliance/screen';
import type { ListedKind } from '../../../domain/compliance/watch-list';
import { WordIndex } from '../../../domain/compliance/word-index';
import { addListed, anyName, COMMON, namesAndAsked } from '../../support/listed-names';

interface Entry {
  kind: ListedKind;
  names: readonly string[];
}

/** The greatest scores by entry, of those that come to the least. */
type Hits = Map<number, number>;

const keyOf = (name: string): string =>
  nameTokens(name)
    .map(({ text }) => text)
    .sort()
    .join(' ');

/** @returns what is found where every name and every entry is compared with what is asked for */
function hitsPlainly(entries: readonly Entry[], name: string, leastScore: number): Hits {
  const words = new WordIndex();
  let number = 0;
  const listed = entries.map(({ names }, entry) =>
    names.map((text) => {
      number += 1;
      return addListed(words, { name: number - 1, entry }, text);
    }),
  );
  const asked = askedWordsOf(nameTokens(name), words);
  const hits: Hits = new Map();
  entries.forEach(({ kind, names }, entry) => {
    const matching = matchingOf(kind);
    const together = scoreOfSeveral(compareWithSeveral(asked, listed[entry] ?? [], words, matching), matching);
    const each = (listed[entry] ?? []).map((one, at) =>
      keyOf(names[at] ?? '') === keyOf(name)
        ? 1
        : Math.max(scoreOf(compareNames(asked, one, words, matching), matching), scoreOfOneWord(asked, one, words)),
    );
    const score = Math.max(together, ...each);
    if (score >= leastScore) hits.set(entry, score);
  });
  return hits;
}

function hitsOf(entries: readonly Entry[], name: string, leastScore: number): Hits {
  const index = new NameIndex();
  entries.forEach(({ kind, names }, at) => {
    index.add('imp_1', { entryId: String(at), kind, names: names.map((text) => ({ name: text, isWeak: false })) });
  });
  const hits: Hits = new Map();
  for (const { entryId, score } of index.find(name, leastScore)) {
    const entry = Number(entryId);
    hits.set(entry, Math.max(score, hits.get(entry) ?? 0));
  }
  return hits;
}

const rounded = (hits: Hits): [number, number][] =>
  [...hits].map(([entry, score]): [number, number] => [entry, Number(score.toFixed(9))]).sort(([a], [b]) => a - b);

/** What was overlooked once: words that tell a little more of organisations than of people. */
const EXAMPLE: Entry[] = [
  { kind: 'organisation', names: ['Hassan Mohammed', 'Jadrekov'] },
  { kind: 'person', names: ['Jadrekov'] },
];

describe('what the index finds', () => {
  const names = fc.array(anyName, { minLength: 1, maxLength: 20 });
  /** Names of one to three each. */
  const entriesOf = (given: readonly string[], kinds: readonly ListedKind[]): Entry[] => {
    const entries: Entry[] = [];
    for (let at = 0; at < given.length;) {
      const several = 1 + (entries.length % 3);
      entries.push({ kind: kinds[entries.length % kinds.length] ?? 'person', names: given.slice(at, at + several) });
      at += several;
    }
    return entries;
  };
  const kinds = fc.array(fc.constantFrom<ListedKind>('person', 'organisation'), { minLength: 1, maxLength: 5 });
  const leastScore = fc.constantFrom(REVIEW_SCORE, 0.4, 0.5, 0.6, 0.8, 0.9);
  /** Names beside the others that have a word of the asked name each, and one of their own: many are likely. */
  const beside = (asked: string): Entry[] =>
    Array.from({ length: 60 }, (_, at): Entry => {
      const words = asked.split(' ').filter((text) => text.length > 2);
      return { kind: 'person', names: [`${words[at % words.length] ?? COMMON[at % 8] ?? ''} Word${at}`] };
    });

  it('is every entry that is so much alike, each compared', () => {
    fc.assert(
      fc.property(namesAndAsked(names), kinds, leastScore, fc.boolean(), (given, ofEntries, least, isLong) => {
        const entries = entriesOf(given.names, ofEntries);
        const listed = isLong ? [...entries, ...beside(given.asked)] : entries;
        expect(rounded(hitsOf(listed, given.asked, least))).toEqual(rounded(hitsPlainly(listed, given.asked, least)));
      }),
      { numRuns: 400 },
    );
  });

  it('is what was overlooked once', () => {
    const [found, all] = [hitsOf, hitsPlainly].map((hits) => rounded(hits(EXAMPLE, 'Hussein Zhadrekov', REVIEW_SCORE)));
    expect(all).not.toEqual([]);
    expect(found).toEqual(all);
  });
});
