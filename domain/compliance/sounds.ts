/** Vowels and the half-vowels that stand for them. */
const VOWEL = /[aeiou]/;

/** Letters that several alphabets' transliterations write for one sound; capitals stand for two letters. */
const SOUNDS: readonly [RegExp, string][] = [
  [/dsch/g, 'j'],
  [/tsch|tch|tj|cz/g, 'C'],
  [/dzh|dj|dz/g, 'j'],
  [/sch|sh|sz/g, 'S'],
  [/ch/g, 'C'],
  [/zh/g, 'z'],
  [/kh/g, 'h'],
  [/gh/g, 'g'],
  [/dh/g, 'd'],
  [/th/g, 't'],
  [/ph/g, 'f'],
  [/ts|tz/g, 's'],
  [/ck|q/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/ou|oo/g, 'u'],
  [/ee|ie|ii|iy|yi/g, 'i'],
  [/y/g, 'i'],
  [/(.)\1+/g, '$1'],
  [/(?<=[aeiou])h$/, ''],
];

/** Consonants that stand for each other between languages. */
const CLASSES: readonly [RegExp, string][] = [
  [/[gjhC]/g, 'k'],
  [/[zS]/g, 's'],
  [/d/g, 't'],
  [/b/g, 'p'],
  [/v/g, 'f'],
];

/** A word by its sound: one letter a sound, whatever the transliteration. */
export function soundOf(word: string): string {
  return SOUNDS.reduce((text, [pattern, sound]) => text.replace(pattern, sound), word.toLowerCase());
}

/** The classes of the consonants of a sound: what spellings of one name in several alphabets have in common. */
export function skeletonOf(sound: string): string {
  const first = VOWEL.test(sound.charAt(0)) || sound.startsWith('h') ? 'a' : '';
  const consonants = sound.replace(/[aeiouh]/g, '');
  return first + CLASSES.reduce((text, [pattern, letter]) => text.replace(pattern, letter), consonants);
}

/** Consonants from which on the skeleton alone tells enough for one of them to be missing. */
const LONG_SKELETON = 4;
/** Sounds of a word that may lack one of them. */
const LEAST_SOUNDS = 4;

function withoutOne(text: string): string[] {
  return Array.from({ length: text.length }, (_, at) => text.slice(0, at) + text.slice(at + 1));
}

/**
 * Index keys of a sound form: words that differ in vowels, in consonants of one class, or in one letter share a key.
 */
export function keysOf(sound: string): string[] {
  const skeleton = skeletonOf(sound);
  const keys = new Set([skeleton]);
  if (sound.startsWith('j')) keys.add(skeletonOf(`i${sound.slice(1)}`));
  if (skeleton.length >= LONG_SKELETON) for (const key of withoutOne(skeleton)) keys.add(key);
  else if (sound.length >= LEAST_SOUNDS) for (const key of withoutOne(sound)) keys.add(`~${key}`);
  if (sound.length < LEAST_SOUNDS + 3) keys.add(`~${sound}`);
  return [...keys];
}
