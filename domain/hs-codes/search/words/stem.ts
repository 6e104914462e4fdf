/** Shape of a word as consonants (C) and vowels (V); `y` is a vowel after a consonant. */
function shape(word: string): string {
  let pattern = '';
  for (const letter of word) {
    const vowel = 'aeiou'.includes(letter) || (letter === 'y' && pattern.endsWith('C'));
    pattern += vowel ? 'V' : 'C';
  }
  return pattern;
}

/** Number of vowel-consonant turns: how much stem is left. */
function measure(stem: string): number {
  return (shape(stem).match(/V+C+/g) ?? []).length;
}

function hasVowel(stem: string): boolean {
  return shape(stem).includes('V');
}

/** Ends consonant, vowel, consonant, where the last is not w, x or y: `hop`, not `snow`. */
function endsShort(stem: string): boolean {
  return shape(stem).endsWith('CVC') && !/[wxy]$/.test(stem);
}

/** `valves` and `olives` keep their v; these few do not. */
const IRREGULAR_PLURALS = new Map(
  ['knife', 'shelf', 'half', 'calf', 'loaf', 'leaf', 'scarf', 'wolf', 'hoof', 'thief'].map((word) => {
    return [`${word.replace(/fe?$/, '')}ves`, word];
  }),
);

/** Removes the plural ending of a word. */
function singular(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  const irregular = IRREGULAR_PLURALS.get(word);
  if (irregular !== undefined) return irregular;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (word.endsWith('s') && !/(ss|us|is)$/.test(word) && word.length > 3) return word.slice(0, -1);
  return word;
}

function restoreEnding(stem: string): string {
  if (/(at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/([^aeiouylsz])\1$/.test(stem)) return stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

/** Removes the endings `-ed` and `-ing`, and makes `-ied` into `-y`. */
function stripPastAndGerund(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (word.endsWith('ed') && hasVowel(word.slice(0, -2))) return restoreEnding(word.slice(0, -2));
  if (word.endsWith('ing') && hasVowel(word.slice(0, -3))) return restoreEnding(word.slice(0, -3));
  return word;
}

const SUFFIXES: readonly (readonly [string, string, number])[] = [
  ['ational', 'ate', 1],
  ['ization', 'ize', 1],
  ['isation', 'ize', 1],
  ['ise', 'ize', 2],
  ['tional', 'tion', 1],
  ['biliti', 'ble', 1],
  ['ator', 'ate', 1],
  ['alli', 'al', 1],
  ['icate', 'ic', 1],
  ['ical', 'ic', 1],
  ['ness', '', 1],
  ['ement', '', 2],
  ['ment', '', 2],
  ['ance', '', 2],
  ['ence', '', 2],
  ['able', '', 2],
  ['ible', '', 2],
  ['ation', 'ate', 1],
];

function stripSuffix(word: string): string {
  const found = SUFFIXES.find(
    ([suffix, , least]) => word.endsWith(suffix) && measure(word.slice(0, -suffix.length)) >= least,
  );
  return found === undefined ? word : word.slice(0, -found[0].length) + found[1];
}

function stripFinalE(word: string): string {
  if (!word.endsWith('e')) return word;
  const stem = word.slice(0, -1);
  const turns = measure(stem);
  return turns > 1 || (turns === 1 && !endsShort(stem)) ? stem : word;
}

/** British spellings and the American ones under which both are indexed. */
const AMERICAN: readonly (readonly [RegExp, string])[] = [
  [/^mould/, 'mold'],
  [/^plough/, 'plow'],
  [/^tyre/, 'tire'],
  [/^grey/, 'gray'],
  [/^aluminium/, 'aluminum'],
  [/^jewell(?=er)/, 'jewel'],
  [/^jewelery$/, 'jewelry'],
  [/^pyjama/, 'pajama'],
  [/^draught/, 'draft'],
  [/^cheque(?!r)/, 'check'],
  [/^(an|h|leuk)ae(?=[mst])/, '$1e'],
  [/sulph/, 'sulf'],
  [/^(.*fib|.*cent|.*theat|.*lit|.*met|.*calib|.*lust|sab|sep)re(?=s?$|d$)/, '$1er'],
  [/^(col|fla?v|arm|vap|harb|od|savi?|hum|parl|lab|rum|tum|neighb)our/, '$1or'],
  [/(?<=[a-z]{3})ys(?=e[rsd]|ing)/, 'yz'],
  [/(?<=[a-z]{4})is(?=(?:ers?|ed|ing|ation|e)$)/, 'iz'],
  // The last letter of a word of one syllable is doubled in both: `filled` and `fill`.
  [/(?<=[aeiou][^aeiou]+[aeiou])ll(?=(?:ed|ing|er|ers)$)/, 'l'],
  [/(?<=[a-z]{3})ogue(?=s?$)/, 'og'],
];

/** @returns the word in American spelling, so far as its letters tell */
function american(word: string): string {
  return AMERICAN.reduce((text, [british, spelling]) => text.replace(british, spelling), word);
}

/** Stems of the words that were asked for last; those of all words would take several megabytes. */
const STEMS = new Map<string, string>();
const STEMS_KEPT = 5_000;

/**
 * The stem of a word, cached: Porter's algorithm (1980) with fewer academic endings. `mixtures` and `mixture` have one
 * stem, `organic` and `organ` do not.
 * @param word lower-case letters and digits
 */
export function stem(word: string): string {
  const known = STEMS.get(word);
  if (known !== undefined) return known;
  const result = word.length < 3 || /\d/.test(word) ? word : computeStem(word);
  if (STEMS.size >= STEMS_KEPT) STEMS.clear();
  STEMS.set(word, result);
  return result;
}

function computeStem(word: string): string {
  let current = stripPastAndGerund(singular(american(word)));
  if (current.endsWith('y') && hasVowel(current.slice(0, -1)) && current.length > 3)
    current = `${current.slice(0, -1)}i`;
  current = stripFinalE(stripSuffix(current));
  return /ll$/.test(current) && measure(current) > 1 ? current.slice(0, -1) : current;
}
