import { setLanguage } from '../../db/auth/user-languages';
import { isLanguage } from '../../domain/auth/languages';
import { invalidField } from '../../domain/errors';
import { pageOf } from '../return-path';
import type { ConsoleRoute } from '../route';
import { userOf } from '../user-of';
import type { Answer, Visit } from '../visit';

/** Saves the reader's language and returns to the page from which the form was sent. */
async function chooseLanguage(visit: Visit): Promise<Answer> {
  const { context, form, parts } = visit;
  const language = form.get('language') ?? '';
  if (!isLanguage(language)) throw invalidField('language', 'invalid_value', 'is not a language of the console');
  await setLanguage(parts.database, { userId: userOf(visit).id, language });
  return { kind: 'redirect', location: pageOf(context, parts.publicUrl) };
}

/** Source: docs/GAPS.md#A10 */
export const LANGUAGE_ROUTES: readonly ConsoleRoute[] = [
  { method: 'post', path: '/console/language', access: 'account', handle: chooseLanguage },
];
