import type { Language } from '../../domain/auth/languages';
import type { Queryable } from '../database';

/** Stores the language that a person chose for the console. */
export async function setLanguage(
  database: Queryable,
  { userId, language }: { userId: string; language: Language },
): Promise<void> {
  await database.query('update users set language = $2 where id = $1', [userId, language]);
}
