import type { Context } from 'koa';
import { isLanguage, preferredLanguage } from '../../domain/auth/languages';
import type { User } from '../../domain/auth/users';
import { WORDS, type Words } from './use-words';

/**
 * Words for a reader: in the language that the person chose, else the one that the browser prefers, else English. Pages of
 * operators and partners are in English.
 * Source: docs/GAPS.md#A10
 */
export function wordsFor(context: Context, user: User | null): Words {
  if (user !== null && user.accountId === null) return WORDS.en;
  const language = user?.language ?? preferredLanguage(context.get('Accept-Language'));
  return isLanguage(language) ? WORDS[language] : WORDS.en;
}
