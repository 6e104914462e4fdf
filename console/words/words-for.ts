import type { Context } from 'koa';
import { isLanguage, LANGUAGE_TAGS } from '../../domain/auth/languages';
import type { User } from '../../domain/auth/users';
import { WORDS, type Words } from './use-words';

/** What a browser may ask for: by `zh` all of Chinese is meant, also where it names a country. */
const OFFERED = LANGUAGE_TAGS.map((tag) => (tag === 'zh-Hans' ? 'zh' : tag));

/**
 * Words for a reader: in the language that the person chose, else the one that the browser prefers (RFC 9110,
 * "Accept-Language"), else English. Pages of operators and partners are in English.
 * Source: docs/GAPS.md#A10
 */
export function wordsFor(context: Context, user: User | null): Words {
  if (user !== null && user.accountId === null) return WORDS.en;
  const preferred = context.acceptsLanguages(...OFFERED);
  const asked = preferred === 'zh' ? 'zh-Hans' : preferred === false ? 'en' : preferred;
  const language = user?.language ?? asked;
  return isLanguage(language) ? WORDS[language] : WORDS.en;
}
