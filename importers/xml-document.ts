import { SaxesParser } from 'saxes';

/** An element: its text, or its members by name; repeated ones as a list. Attributes have `@` before their names. */
export type XmlValue = string | XmlValue[] | { [name: string]: XmlValue };

/** Deeper than any answer of a bank nests. */
const MAX_DEPTH = 32;

interface OpenElement {
  name: string;
  members: Map<string, XmlValue[]>;
  text: string;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The value of an element: its text, or its members, with repeated ones as lists. */
function toValue({ members, text }: OpenElement): XmlValue {
  const content = text.trim();
  if (members.size === 0) return content;
  if (content !== '') members.set('#text', [content]);
  return Object.fromEntries(
    [...members].map(([name, [first = '', ...others]]) => [name, others.length === 0 ? first : [first, ...others]]),
  );
}

function addMember(members: Map<string, XmlValue[]>, name: string, value: XmlValue): void {
  const known = members.get(name);
  if (known === undefined) members.set(name, [value]);
  else known.push(value);
}

/**
 * Parses a small XML document, such as an answer, into a tree of names without prefixes. A DTD is refused, because
 * only there entities can be declared.
 * @returns the tree, with the root as its one member; null for a document that is not well-formed or not UTF-8
 */
export function readXmlDocument(bytes: Uint8Array): XmlValue | null {
  const parser = new SaxesParser({ xmlns: false });
  const top: OpenElement = { name: '', members: new Map(), text: '' };
  const open: OpenElement[] = [top];
  const refuse = (reason: string): never => {
    throw new SyntaxError(reason);
  };
  parser.on('error', (fault) => refuse(fault.message));
  parser.on('doctype', () => refuse('has a DTD'));
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > MAX_DEPTH) refuse('nests too deep');
    const element: OpenElement = { name: localName(name), members: new Map(), text: '' };
    for (const [attribute, value] of Object.entries(attributes)) {
      if (!/^xmlns(:|$)/.test(attribute)) addMember(element.members, `@${localName(attribute)}`, value);
    }
    open.push(element);
  });
  const addText = (text: string): void => {
    const element = open.at(-1);
    if (element !== undefined && element !== top) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    const around = open.at(-1);
    if (element !== undefined && around !== undefined) addMember(around.members, element.name, toValue(element));
  });
  try {
    parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close();
  } catch (fault) {
    if (fault instanceof SyntaxError || fault instanceof TypeError) return null;
    throw fault;
  }
  return toValue(top);
}
