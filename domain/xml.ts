/** Well-formed XML of one element, or of several beside each other; empty where there is nothing to say. */
export type Fragment = string;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What no XML 1.0 may contain, not even as a reference. Source: XML 1.0, "Characters" */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/**
 * @returns a text as content of an element, or of an attribute in double quotes, in XML and in HTML; a parser of XML reads line
 *   breaks and tabs of an attribute as blanks
 */
export function escapeMarkup(value: string): string {
  return value.replace(FORBIDDEN, ' ').replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

/** @returns an element with a text; nothing where there is none */
export function text(name: string, value: string | null | undefined, attributes = ''): Fragment {
  const content = escapeMarkup(value ?? '').trim();
  return content === '' ? '' : `<${name}${attributes}>${content}</${name}>`;
}

/** @returns an element with others in it, in the order of the schema; nothing where all of them say nothing */
export function group(name: string, ...children: readonly Fragment[]): Fragment {
  const content = children.join('');
  return content === '' ? '' : `<${name}>${content}</${name}>`;
}
