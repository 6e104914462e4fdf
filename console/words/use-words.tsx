import { createContext, type ComponentChildren, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import type { Language } from '../../domain/auth/languages';
import chinese from './zh-Hans.json';
import english from './en.json';
import french from './fr.json';
import german from './de.json';
import spanish from './es.json';
import { spokenIn } from './formats';
import { compileWords, type Texts } from './messages';
import type { Catalogue } from './schema';

/** Words of the console by concept, and how their language writes numbers, money and dates. */
export type Words = Catalogue & ReturnType<typeof spokenIn>;

const spoken = (language: Language, texts: Texts): Words => ({
  ...spokenIn(language),
  ...(compileWords(texts, english, language) as unknown as Catalogue),
});

/** The catalogue of each language. Source: CONTRIBUTING.md, "Add words to the console" */
export const WORDS: Readonly<Record<Language, Words>> = {
  en: spoken('en', english),
  de: spoken('de', german),
  es: spoken('es', spanish),
  fr: spoken('fr', french),
  'zh-Hans': spoken('zh-Hans', chinese),
};

const Spoken = createContext<Words>(WORDS.en);

/** Markup whose components speak that language. */
export function inWords(words: Words, children: ComponentChildren): VNode {
  return <Spoken.Provider value={words}>{children}</Spoken.Provider>;
}

/** The words of the reader, for a component while it is rendered; a route handler has those of its visit. */
export function useWords(): Words {
  return useContext(Spoken);
}

/** @returns the text of a name that comes from outside, such as an address; undefined for a name that has none */
export function wordFor(texts: object, name: string | null): string | undefined {
  return name !== null && Object.hasOwn(texts, name) ? (texts as Readonly<Record<string, string>>)[name] : undefined;
}
