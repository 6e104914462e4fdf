/** Encodings that a declaration may name, by the name of their decoder. Source: XML 1.0, "Character Encoding in Entities" */
const DECODERS: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'windows-1252',
  'iso-8859-15': 'iso-8859-15',
  'windows-1252': 'windows-1252',
};
const DECLARED = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']/;
/** A declaration is shorter. */
export const DECLARATION_BYTES = 256;

/** @returns the encoding of UTF-16 that the first characters of a document show; null for another one */
function wideEncoding([first, second]: Uint8Array): string | null {
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return (first === 0xff && second === 0xfe) || (first !== 0 && second === 0) ? 'utf-16le' : null;
}

/**
 * A decoder for the encoding that an XML document declares, UTF-8 by default; null for an unknown one. It throws a
 * TypeError for bytes that contradict the declaration.
 * @param beginning of the document, at least `DECLARATION_BYTES` if it has as many
 */
export function xmlDecoder(beginning: Uint8Array): TextDecoder | null {
  const wide = wideEncoding(beginning);
  if (wide !== null) return new TextDecoder(wide, { fatal: true });
  const text = new TextDecoder('latin1').decode(beginning.subarray(0, DECLARATION_BYTES)).replace(/^ï»¿/, '');
  const name = DECLARED.exec(text)?.[1]?.toLowerCase() ?? 'utf-8';
  const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
  return decoder === undefined ? null : new TextDecoder(decoder, { fatal: true });
}
