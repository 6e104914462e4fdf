import { createContext, type ComponentChildren, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import type { Language } from '../../domain/auth/languages';
import { chinese } from './chinese';
import { english, type Words } from './english';
import { french } from './french';
import { german } from './german';
import { spanish } from './spanish';

export type { Words };

/** The catalogue of each language. Source: CONTRIBUTING.md, "Add words to the console" */
export const WORDS: Readonly<Record<Language, Words>> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
  'zh-Hans': chinese,
};

const Spoken = createContext<Words>(english);

/** Markup whose components speak that language. */
export function inWords(words: Words, children: ComponentChildren): VNode {
  return <Spoken.Provider value={words}>{children}</Spoken.Provider>;
}

/** The words of the reader, for a component while it is rendered; a route handler has those of its visit. */
export function useWords(): Words {
  return useContext(Spoken);
}

/** @returns the text of a name that comes from outside, such as an address; undefined for a name that has none */
export function wordFor(texts: Readonly<Record<string, string>>, name: string | null): string | undefined {
  return name !== null && Object.hasOwn(texts, name) ? texts[name] : undefined;
}
