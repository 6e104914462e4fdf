import { fold, isFiller, wordsOf } from './words';

/** What wraps a question counts a little: it may be meant, as in `packing machines`. */
const FILLER_WEIGHT = 0.15;
/** The noun that the words before it qualify: `cutters` in `cabbage cutters for kitchens`. */
const HEAD_WEIGHT = 1.2;
/** What a long text says after it has named the goods: what they are for, how they are packed. */
const TAIL_WEIGHT = 0.65;
const LONG_QUERY_WORDS = 7;

/** Where the name of the goods ends and what qualifies it begins. */
const QUALIFIER =
  /[,;:()]| - |\b(?:for|with|without|which|that|who|used|using|designed|intended|suitable|packaged|packed|supplied|presented|made|from|of|in|to|by|on|and|or)\b/;

/**
 * What each word of a query counts for by its place: the first noun names the goods, what follows it qualifies them.
 * @returns folded word -> weight; words that it does not name count 1
 */
export function emphasisOf(query: string): Map<string, number> {
  const weights = new Map<string, number>();
  const words = wordsOf(query);
  if (words.every(isFiller)) return weights;
  const parts = fold(query).split(QUALIFIER);
  const [named = [], ...rest] = parts
    .map((part) => wordsOf(part).filter((word) => !isFiller(word)))
    .filter((part) => part.length > 0);
  if (words.length >= LONG_QUERY_WORDS) for (const word of rest.flat()) weights.set(word, TAIL_WEIGHT);
  for (const word of named) weights.delete(word);
  for (const word of words) if (isFiller(word)) weights.set(word, FILLER_WEIGHT);
  const head = named.at(-1);
  if (head !== undefined) weights.set(head, HEAD_WEIGHT);
  return weights;
}
