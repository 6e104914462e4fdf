import STORED from './common-passwords.json';
import { foldedWord, hasText, WHOLE, WORD, wordsOf, type TextFilter } from './password-filter';

/** How few different characters make a password a pattern rather than a secret. */
const MIN_DIFFERENT = 5;
/** Shorter words of a name, such as `of`, say nothing about whose it is. */
const MIN_NAME_WORD = 4;

const PRODUCT = 'corridor';

/** As `scripts/common-passwords.mjs` makes it. */
const FILTER: TextFilter = { ...STORED, bytes: Buffer.from(STORED.bytes, 'base64') };

/** Without the figures and signs that people add to a word to make it long enough. */
function wordOf(password: string): string {
  return password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

function isCommon(typed: string): boolean {
  return hasText(FILTER, `${WHOLE}${typed}`) || wordsOf(typed).some((word) => hasText(FILTER, `${WORD}${word}`));
}

/** Parts of a name that a password must not be: the whole, its words joined, and each long word. */
function partsOf(name: string): string[] {
  const words = name.toLowerCase().match(/\p{L}+/gu) ?? [];
  return [name.toLowerCase(), words.join(''), ...words.filter((word) => word.length >= MIN_NAME_WORD)];
}

/**
 * Why a password of sufficient length is still easy to guess, or null: it is a common password, or a common word or a
 * name to which only digits and signs were added.
 * @param email of its user, or null where it is not known
 * @param names of the person and of the account
 * Source: OWASP ASVS 5.0, 6.2.4, 6.2.11 and 6.2.12
 */
export function weaknessOf(password: string, email: string | null, names: readonly string[] = []): string | null {
  const typed = password.toLowerCase();
  const ofEmail = email === null ? [] : [email.toLowerCase(), email.toLowerCase().split('@')[0] ?? ''];
  const known = [PRODUCT, ...ofEmail, ...names.flatMap(partsOf)].filter((name) => name !== '');
  const words = new Set([wordOf(typed), ...wordsOf(typed)]);
  const isName = known.some(
    (name) => typed === name || words.has(wordOf(name) || name) || words.has(foldedWord(wordOf(name) || name)),
  );
  if (isName) return 'Do not use the email address, or the name of the service, of the account or of yourself.';
  if (isCommon(typed)) return 'This is a very common password. Choose another one.';
  return new Set(typed).size < MIN_DIFFERENT ? 'Use more different characters.' : null;
}
