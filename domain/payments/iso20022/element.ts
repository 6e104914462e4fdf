import { escapeMarkup } from '../../xml';

/** An element of a message, with a text or with others in it. */
export interface Element {
  name: string;
  /** ISO 4217 code of an amount, in the attribute `Ccy`. */
  currency?: string | undefined;
  content: string | readonly Element[];
}

/** An element, or nothing where there is nothing to say. */
export type Part = Element | null;

/** @returns an element with a text; nothing where there is none */
export function text(name: string, value: string | null | undefined, currency?: string): Part {
  const content = value?.trim() ?? '';
  return content === '' ? null : { name, currency, content };
}

/** @returns an element with others in it, in the order of the schema; nothing where all of them say nothing */
export function group(name: string, ...children: readonly Part[]): Part {
  const content = children.filter((child) => child !== null);
  return content.length === 0 ? null : { name, content };
}

/** @returns an element as XML */
export function markupOf({ name, currency, content }: Element): string {
  const attribute = currency === undefined ? '' : ` Ccy="${escapeMarkup(currency)}"`;
  const inside = typeof content === 'string' ? escapeMarkup(content) : content.map(markupOf).join('');
  return `<${name}${attribute}>${inside}</${name}>`;
}

/** @returns whether an element has another one at a path below it */
export function hasElement({ content }: Element, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return true;
  return typeof content !== 'string' && content.some((child) => child.name === first && hasElement(child, rest));
}

/** The first text at a path below an element, in document order, of all children of the same name; null where there is none. */
export function textAt(element: Element, ...path: readonly string[]): string | null {
  const [first, ...rest] = path;
  if (first === undefined) return typeof element.content === 'string' ? element.content : null;
  if (typeof element.content === 'string') return null;
  for (const child of element.content) {
    const found = child.name === first ? textAt(child, ...rest) : null;
    if (found !== null) return found;
  }
  return null;
}
