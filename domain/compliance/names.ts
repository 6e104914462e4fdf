import { toLatin, isSyllabic, isVowelless } from './native-scripts';

/** Words that say what kind of company it is, not which one. */
const LEGAL_FORMS: ReadonlySet<string> = new Set(
  [
    'ab ag aktiengesellschaft as asa bv bvba co company corp corporation cv dd dmcc doo eirl eood est fze fzc fzco gmbh',
    'inc incorporated jsc kft kg kk limited limitada llc llp lp ltd ltda mbh nv ojsc oao ooo oy oyj pao pjsc plc pte',
    'aktsionernoe obshchestvo otkrytoe zakrytoe publichnoe joint stock private proprietary sociedad anonima societe',
    'anonyme anonim sirketi gongsi youxian sherkat sherkate sahami khass',
    'pty pvt sa sae sal saoc saog sarl sas sl sp spa srl spzoo sro tic ltdsti zao zoo',
  ]
    .join(' ')
    .split(' '),
);

/** Words that join the parts of a name and are left out as often as they are written. */
const PARTICLES: ReadonlySet<string> = new Set(
  [
    'al el ul ad ar as at az an ash the of for and de del der den des di du da do dos das la le los las und et y e i',
    'ed ud id us ur uz bin bint ibn ben van von zu mr mrs ms dr ould wald oglu ogly qizi kizi kyzy',
  ]
    .join(' ')
    .split(' '),
);

/** Articles that are as often written as one with the word before them: `Hizb-ul-…` and `Hizbul …`. */
const ENDINGS: ReadonlySet<string> = new Set(['ul', 'ur', 'ud', 'us', 'uz']);

/** Tokens beyond these are not compared: no name has as many. */
const MAX_TOKENS = 24;

/** A word of a name. */
export interface NameToken {
  text: string;
  /** Written as one with the particles before it, such as `alsaeed` for `al saeed`; null where none stand there. */
  glued: string | null;
  /** Written as one with the article after it, such as `hizbul` for `hizb ul`; null where none stands there. */
  ended: string | null;
}

/** Letters with dots between them: initials, or an acronym. */
const DOTTED = /\b(?:\p{L}\.)+\p{L}\b/gu;
/** Two letters are initials, unless they are a legal form; of more it is not known. */
const SURE_INITIALS = 2;
const MOST_INITIALS = 6;

/** The text without apostrophes, and with dotted letters as one word or, if they are few, as initials. */
function joinMarks(text: string, mostInitials: number): string {
  return text.replace(/['’`´ʼ‘]/g, '').replace(DOTTED, (dotted) => {
    const letters = dotted.replaceAll('.', '');
    return letters.length > mostInitials || LEGAL_FORMS.has(letters) ? letters : [...letters].join(' ');
  });
}

/** Digits that stand for letters which look like them. */
const LIKE_LETTERS: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '5': 's', '8': 'b' };

/** `M0hammed` as `Mohammed`: digits among at least twice as many letters are those of a word, others those of a number. */
function digitsToLetters(word: string): string {
  const digits = word.replace(/\D/g, '').length;
  if (digits === 0 || word.length < 3 || word.length < 2 * digits || /[24679]/.test(word)) return word;
  return word.replace(/\d/g, (digit) => LIKE_LETTERS[digit] ?? digit);
}

/** The words of a name that begins with `abd`, in one spelling: `abd` and the rest; other words as they are. */
function separateServant(word: string): string[] {
  if (/^abd[aeiou]{1,2}l{1,2}ah?$/.test(word)) return ['abdallah'];
  if (/^abd[aeiou]{1,2}[lrnszt]$/.test(word)) return ['abd'];
  const [, rest] = /^abd[aeiou]{1,2}(?:l|([rnsztd])(?=\1))?(.{3,})$/.exec(word)?.slice(1) ?? [];
  return rest === undefined ? [word] : ['abd', rest];
}

/** Turns `Surname, First` into `First Surname`, since neighbouring words may be written as one. */
function toReadingOrder(name: string): string {
  const [surname = '', ...given] = name.split(',');
  return [...given, surname].join(' ');
}

/** Puts a blank between words that are written together, as in `HajiAbdul` and `Galesltda`. */
function separateWords(text: string): string {
  return text
    .replace(/(?<=\p{Ll}{2})(?=\p{Lu}\p{Ll})/gu, ' ')
    .replace(/(?<=\p{L}{4})(ltda?|llc|gmbh|limited)\b/giu, ' $1');
}

/** @returns the words of a text in Latin letters and digits, lower case, without marks */
function wordsOf(name: string, mostInitials: number): string[] {
  return joinMarks(toReadingOrder(toLatin(separateWords(name.normalize('NFKC')))), mostInitials)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(digitsToLetters)
    .slice(0, MAX_TOKENS);
}

/**
 * The words of a name as they are compared, without legal forms and particles; all words where nothing else would be
 * left.
 * @param mostInitials letters with dots between them, up to which they are initials, and beyond which an acronym
 */
export function nameTokens(name: string, mostInitials = SURE_INITIALS): NameToken[] {
  const tokens: NameToken[] = [];
  const words = wordsOf(name, mostInitials);
  // A syllable such as `bin` is half of a given name.
  const hasParticles = !isSyllabic(name);
  let before = '';
  for (const word of words) {
    if (hasParticles && PARTICLES.has(word)) {
      const last = tokens.at(-1);
      if (last !== undefined && before === '' && ENDINGS.has(word)) last.ended = last.text + word;
      before += word;
    } else if (!LEGAL_FORMS.has(word)) {
      const [first = word, ...others] = separateServant(word);
      const particles = isVowelless(first) ? before.toUpperCase() : before;
      tokens.push({ text: first, glued: before === '' ? null : particles + first, ended: null });
      tokens.push(...others.map((text) => ({ text, glued: null, ended: null })));
      before = '';
    }
  }
  return tokens.length > 0 ? tokens : words.map((text) => ({ text, glued: null, ended: null }));
}

/** @returns the words of a name, and those that they are if its acronyms are initials, as in `J.F.Q. Surname` */
export function nameReadings(name: string): NameToken[][] {
  const tokens = nameTokens(name);
  const isSure = (name.match(DOTTED) ?? []).every((dotted) => dotted.replaceAll('.', '').length <= SURE_INITIALS);
  return isSure ? [tokens] : [tokens, nameTokens(name, MOST_INITIALS)];
}
