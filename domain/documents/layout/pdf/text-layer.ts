import { decodePDFRawStream, PDFDict, PDFName, PDFRawStream, PDFRef, type PDFContext } from '@cantoo/pdf-lib';

/** Shapes of Arabic letters; text is made of letters, and a reader that copies a shape finds it nowhere. */
const PRESENTATION_FORM = /[\uFB50-\uFDFF\uFE70-\uFEFE]/;
const SECTION = /(\d+) beginbf(char|range)([\s\S]*?)endbf\2/g;
const CHAR = /<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g;
const RANGE = /<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g;
/** Most entries of one section. Source: Adobe Technical Note 5014 */
const MAX_ENTRIES = 100;

interface Entry {
  code: number;
  /** Hex digits of the code. */
  digits: number;
  text: string;
}

function fromHex(hex: string): string {
  return (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');
}

function toHex(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
}

/**
 * The codes of a character map's section with their texts. Ranges are expanded, since letters of shapes do not follow
 * each other.
 */
function entriesOf(kind: string, body: string): Entry[] {
  if (kind === 'char') {
    return [...body.matchAll(CHAR)].map(([, code = '', text = '']) => ({
      code: Number.parseInt(code, 16),
      digits: code.length,
      text: fromHex(text),
    }));
  }
  return [...body.matchAll(RANGE)].flatMap(([, from = '', to = '', text = '']) => {
    const first = Number.parseInt(from, 16);
    const start = fromHex(text);
    const last = start.charCodeAt(start.length - 1);
    return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, step) => ({
      code: first + step,
      digits: from.length,
      text: start.slice(0, -1) + String.fromCharCode(last + step),
    }));
  });
}

/** A section of a character map with letters in place of their shapes; null if it has no shapes. */
function repairedSection(kind: string, body: string): string | null {
  const entries = entriesOf(kind, body);
  if (!entries.some(({ text }) => PRESENTATION_FORM.test(text))) return null;
  const lines = entries.map(({ code, digits, text }) => {
    const letters = PRESENTATION_FORM.test(text) ? text.normalize('NFKC').trim() || text : text;
    return `<${code.toString(16).toUpperCase().padStart(digits, '0')}> <${toHex(letters)}>`;
  });
  const sections: string[] = [];
  for (let index = 0; index < lines.length; index += MAX_ENTRIES) {
    const part = lines.slice(index, index + MAX_ENTRIES);
    sections.push(`${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`);
  }
  return sections.join('\n');
}

/** @returns the CMap with letters in place of their shapes */
function withLetters(cmap: string): string {
  return cmap.replace(
    SECTION,
    (whole: string, _count: string, kind: string, body: string) => repairedSection(kind, body) ?? whole,
  );
}

/** Makes Arabic text searchable: what a font calls the final shape of a letter becomes the letter. */
export function repairTextLayer(context: PDFContext): void {
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict)) continue;
    const reference = object.get(PDFName.of('ToUnicode'));
    if (!(reference instanceof PDFRef)) continue;
    const stream = context.lookup(reference);
    if (!(stream instanceof PDFRawStream)) continue;
    const cmap = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
    const repaired = withLetters(cmap);
    if (repaired !== cmap) context.assign(reference, context.flateStream(Buffer.from(repaired, 'latin1')));
  }
}
