import { IntlMessageFormat } from 'intl-messageformat';
import type { ComponentChildren, VNode } from 'preact';
import type { Language } from '../../domain/auth/languages';
import { lowerFirstLetter } from './lowered';

/** Makes markup of a few words in the middle of a sentence, such as a link: each language has them at a place of its own. */
export type Wrap = (text: string) => VNode;

/** What stands for a parameter that is no count. */
export type Text = string | number;

/** A message of ICU with parameters. It is text as long as each of them is, and parts of markup where one is markup. */
export interface Message<Values extends Record<string, Text | boolean | null>> {
  (values: Values): string;
  (values: { [Name in keyof Values]: Values[Name] extends number ? number : ComponentChildren }): ComponentChildren;
}

/** A message in which a few words are made into markup by one of its values. */
export type Markup<Values> = (values: Values) => ComponentChildren;

/** A catalogue as it stands in its file. */
export interface Texts {
  readonly [name: string]: string | Texts;
}

interface Said {
  readonly [name: string]: string | Said | ((values: Readonly<Record<string, unknown>>) => unknown);
}

/** Text of a message, as the parser of ICU numbers the kinds of its elements. */
const LITERAL = 0;

type Values = Parameters<IntlMessageFormat['format']>[0];
const wrapping = (wrap: (text: string) => unknown) => (parts: readonly unknown[]) => wrap(parts.join(''));
/** `<lower>Invoice</lower>`: a name as it stands within a sentence. */
const LOWER = { lower: wrapping(lowerFirstLetter) };

/** @returns whether a message has a parameter: it is a function then, also in a language that does without it */
export function hasParameters(text: string): boolean {
  if (!/[{<]/.test(text)) return false;
  return new IntlMessageFormat(text).getAst().some(({ type }) => Number(type) !== LITERAL);
}

/** Compiles an ICU message on first use. */
function compileMessage(text: string, language: Language): (values: Readonly<Record<string, unknown>>) => unknown {
  let format: IntlMessageFormat | null = null;
  return (values) => {
    format ??= new IntlMessageFormat(text, language);
    const wrapped = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function' ? wrapping(value as Wrap) : value,
    ]);
    return format.format({ ...LOWER, ...(Object.fromEntries(wrapped) as Values) });
  };
}

/**
 * Words of a language from its ICU messages (https://unicode-org.github.io/icu/userguide/format_parse/messages/): a
 * message with parameters becomes a function of them by name, any other one a string.
 * @param english determines which messages have parameters
 */
export function compileWords(texts: Texts, english: Texts, language: Language): Said {
  return Object.fromEntries(
    Object.entries(english).map(([name, source]): [string, Said[string]] => {
      const text = texts[name];
      if (typeof source === 'object') return [name, compileWords(text as Texts, source, language)];
      const message = compileMessage(text as string, language);
      if (hasParameters(source)) return [name, message];
      return [name, /[{<']/.test(text as string) ? (message({}) as string) : (text as string)];
    }),
  );
}
