import { countryNames } from '../../../countries';
import { shadesOf, weightOfQuality } from './qualities';
import { fold, isFiller, wordsOf } from '../words/words';

/** What wraps a question counts a little: it may be meant, as in `packing machines`. */
const FILLER_WEIGHT = 0.15;
/** The noun that the words before it qualify: `cutters` in `cabbage cutters for kitchens`. */
const HEAD_WEIGHT = 1.2;
/** How goods are packed, which seldom says what they are. */
const PACKING_WEIGHT = 0.3;
/** What a long text says after it has named the goods: what they are for, how they are packed. */
const TAIL_WEIGHT = 0.65;
const LONG_QUERY_WORDS = 7;
const SHORT_QUERY_WORDS = 2;

/** Where goods come from or go to: a country that follows a preposition is no porcelain and no bird. */
const PLACE = new RegExp(
  `\\b(?:made in|from|in|into|to|within|origin:?)\\s+(?:the\\s+)?(${countryNames().join('|')})\\b`,
  'g',
);
const PACKING =
  /\b(?:packaged|packed|shipped|wrapped|boxed|supplied|presented|comes|sold)\s+(?:\w+ly\s+)?in\b[^.;]*|\bin an? (?:\w+ )?(?:bag|box|tin|jar|tube|pouch|case|tub|sachet)\b/g;

/** What goods have on them: `waistcoat with pockets` is no pocket. */
const TRIMMING = /\bwith\s+[^.;,]*/g;
const TRIMMING_WEIGHT = 0.5;

/** Where the name of the goods ends and what qualifies it begins. */
const QUALIFIER =
  /[,;:()]| - |\b(?:for|with|without|which|that|who|used|using|designed|intended|suitable|packaged|packed|supplied|presented|made|from|of|in|to|by|on|and|or|en|de|du|des|pour|avec|sans|para|con|sin|di|da|del|della|per|aus|fur|mit|von|zum)\b/;

/**
 * Weights of a query's words by their place: the first noun names the goods, and the words after it qualify them.
 * Words of colour, pattern and fit weigh little anywhere, but beside one other word alone they may be half of a name:
 * `green tea`, `white chocolate`.
 * @param nounFirst whether qualifiers follow the noun, as in the Romance languages
 * @returns folded word -> weight; other words weigh 1
 */
export function emphasisOf(query: string, nounFirst = false): Map<string, number> {
  const weights = new Map<string, number>();
  const words = wordsOf(query);
  if (words.every(isFiller)) return weights;
  const text = fold(query);
  const parts = text.split(QUALIFIER);
  const [named = [], ...rest] = parts
    .map((part) => wordsOf(part).filter((word) => !isFiller(word)))
    .filter((part) => part.length > 0);
  if (words.length >= LONG_QUERY_WORDS) for (const word of rest.flat()) weights.set(word, TAIL_WEIGHT);
  for (const [packing] of text.matchAll(PACKING))
    for (const word of wordsOf(packing)) weights.set(word, PACKING_WEIGHT);
  for (const [trimming] of text.matchAll(TRIMMING))
    for (const word of wordsOf(trimming)) weights.set(word, Math.min(TRIMMING_WEIGHT, weights.get(word) ?? 1));
  for (const word of named) weights.delete(word);
  for (const word of words) if (isFiller(word)) weights.set(word, FILLER_WEIGHT);
  const head = named.at(nounFirst ? 0 : -1);
  if (head !== undefined) weights.set(head, HEAD_WEIGHT);
  const isShort = words.filter((word) => !isFiller(word)).length <= SHORT_QUERY_WORDS;
  for (const word of words) {
    const least = isShort ? 1 : weightOfQuality(word);
    if (least < 1) weights.set(word, Math.min(least, weights.get(word) ?? 1));
  }
  if (!isShort) for (const shade of shadesOf(words)) weights.set(shade, weightOfQuality('brown'));
  for (const [, place = ''] of text.matchAll(PLACE)) for (const word of wordsOf(place)) weights.set(word, 0);
  return weights;
}
