import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFStream,
  PDFString,
  type PDFContext,
  type PDFObject,
} from 'pdf-lib';

/** Names that the browser gives to table heads: they count the nodes of its page, so they differ from run to run. */
const NODE_ID = /^node\d+$/;

function textOf(object: PDFObject | undefined): string | null {
  return object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : null;
}

function collect(context: PDFContext): Map<string, string> {
  const found: string[] = [];
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict)) continue;
    const id = textOf(object.get(PDFName.of('ID')));
    if (id !== null && NODE_ID.test(id)) found.push(id);
  }
  // The tree of names is sorted by name; numbering in the same order keeps it so.
  return new Map(found.sort().map((id, index) => [id, `head${String(index + 1).padStart(6, '0')}`]));
}

function renamed(object: PDFObject, names: ReadonlyMap<string, string>): PDFObject | null {
  const name = names.get(textOf(object) ?? '');
  return name === undefined ? null : PDFString.of(name);
}

function rename(object: PDFObject, names: ReadonlyMap<string, string>): void {
  if (object instanceof PDFArray) {
    for (let index = 0; index < object.size(); index += 1) {
      const item = object.get(index);
      const replacement = renamed(item, names);
      if (replacement === null) rename(item, names);
      else object.set(index, replacement);
    }
  } else if (object instanceof PDFDict) {
    for (const [key, value] of object.entries()) {
      const replacement = renamed(value, names);
      if (replacement === null) rename(value, names);
      else object.set(key, replacement);
    }
  }
}

/** Numbers the names of table heads from one, so that equal documents are equal files. */
export function renumberStructureIds(context: PDFContext): void {
  const names = collect(context);
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFStream)) rename(object, names);
  }
}
