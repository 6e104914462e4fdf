import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFRef,
  PDFStream,
  PDFString,
  type PDFContext,
  type PDFDocument,
  type PDFObject,
} from '@cantoo/pdf-lib';

/** Names that the browser gives to table heads: they count the nodes of its page, so they differ from run to run. */
const NODE_ID = /^node\d+$/;

function textOf(object: PDFObject | undefined): string | null {
  return object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : null;
}

/** New ids for table heads by their present ids, numbered in the order of the file. */
function newStructureIds(context: PDFContext): Map<string, string> {
  const found: string[] = [];
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict)) continue;
    const id = textOf(object.get(PDFName.of('ID')));
    if (id !== null && NODE_ID.test(id)) found.push(id);
  }
  // In the order of the file: the numbers of the browser are given in an order that differs from run to run.
  return new Map(found.map((id, index) => [id, `head${String(index + 1).padStart(6, '0')}`]));
}

function renamedId(object: PDFObject, names: ReadonlyMap<string, string>): PDFObject | null {
  const name = names.get(textOf(object) ?? '');
  return name === undefined ? null : PDFString.of(name);
}

/** Replaces ids in an object and all that it contains, in place. */
function replaceIds(object: PDFObject, names: ReadonlyMap<string, string>): void {
  if (object instanceof PDFArray) {
    for (let index = 0; index < object.size(); index += 1) {
      const item = object.get(index);
      const replacement = renamedId(item, names);
      if (replacement === null) replaceIds(item, names);
      else object.set(index, replacement);
    }
  } else if (object instanceof PDFDict) {
    for (const [key, value] of object.entries()) {
      const replacement = renamedId(value, names);
      if (replacement === null) replaceIds(value, names);
      else object.set(key, replacement);
    }
  }
}

/** Takes all pairs of name and target out of a node of the name tree and those below it, which are deleted. */
function takePairs(context: PDFContext, node: PDFDict): [name: string, target: PDFObject][] {
  const names = node.lookupMaybe(PDFName.of('Names'), PDFArray)?.asArray() ?? [];
  const own = names.flatMap((item, index): [string, PDFObject][] => {
    const target = names[index + 1];
    return index % 2 === 1 || target === undefined ? [] : [[textOf(item) ?? '', target]];
  });
  const kids = node.lookupMaybe(PDFName.of('Kids'), PDFArray)?.asArray() ?? [];
  return [...own, ...kids.flatMap((kid) => takePairs(context, inlineKid(context, kid)))];
}

/** The node behind a kid; its indirect object is deleted. */
function inlineKid(context: PDFContext, kid: PDFObject): PDFDict {
  const node = context.lookup(kid, PDFDict);
  if (kid instanceof PDFRef) context.delete(kid);
  return node;
}

/** Rewrites the tree of structure ids as one sorted node: names must be sorted, and a document has few. */
function flattenIdTree(pdf: PDFDocument): void {
  const root = pdf.catalog.lookupMaybe(PDFName.of('StructTreeRoot'), PDFDict);
  const tree = root?.lookupMaybe(PDFName.of('IDTree'), PDFDict);
  if (root === undefined || tree === undefined) return;
  const pairs = takePairs(pdf.context, tree).sort(([one], [other]) => (one < other ? -1 : 1));
  const names = PDFArray.withContext(pdf.context);
  for (const [name, target] of pairs) {
    names.push(PDFString.of(name));
    names.push(target);
  }
  const sorted = pdf.context.obj({});
  sorted.set(PDFName.of('Names'), names);
  root.set(PDFName.of('IDTree'), sorted);
}

/** Numbers the names of table heads from one, so that equal documents are equal files. */
export function renumberStructureIds(pdf: PDFDocument): void {
  const { context } = pdf;
  const names = newStructureIds(context);
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFStream)) replaceIds(object, names);
  }
  flattenIdTree(pdf);
}
