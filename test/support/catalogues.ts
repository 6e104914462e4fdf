import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Texts } from '../../console/words/messages';
import type { Language } from '../../domain/auth/languages';

/** @returns the messages of a language as they stand in its file */
export function catalogueOf(tag: Language): Texts {
  const file = path.join(__dirname, '..', '..', 'console', 'words', `${tag}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
}

/** @returns each message of a catalogue with its path, such as `approvals.title` */
export function textsOf(texts: Texts, above: readonly string[] = []): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [[[...above, name].join('.'), text]] : textsOf(text, [...above, name]),
  );
}
