import {
  decodePDFRawStream,
  PDFArray,
  PDFName,
  PDFRawStream,
  PDFRef,
  type PDFContext,
  type PDFDocument,
} from '@cantoo/pdf-lib';

const BEGIN = /(?:BDC|BMC)$/;
const PATH = /(?:^|\s)(?:re|m|l|c|v|y|h)$/;
/** Ends a path without painting it, as clipping does. */
const NO_PAINT = /(?:^|\s)n$/;
const PAINT = /^(?:f|F|f\*|B|B\*|b|b\*|S|s)$/;

/**
 * Marks lines and backgrounds that stand outside tagged content as artifacts, so that a reader passes over them.
 * The browser writes one operator a line.
 * @param content operators of a page
 */
function markArtifacts(content: string): string {
  const output: string[] = [];
  let depth = 0;
  let pathStart: number | null = null;
  for (const line of content.split('\n')) {
    if (BEGIN.test(line)) {
      depth += 1;
      pathStart = null;
    } else if (line === 'EMC') depth -= 1;
    else if (depth === 0 && PATH.test(line)) pathStart ??= output.length;
    else if (NO_PAINT.test(line)) pathStart = null;
    else if (PAINT.test(line) && pathStart !== null) {
      output.splice(pathStart, 0, '/Artifact BMC');
      output.push(line, 'EMC');
      pathStart = null;
      continue;
    }
    output.push(line);
  }
  return output.join('\n');
}

function markStream(context: PDFContext, reference: PDFRef): void {
  const stream = context.lookup(reference);
  if (!(stream instanceof PDFRawStream)) return;
  const content = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
  context.assign(reference, context.flateStream(Buffer.from(markArtifacts(content), 'latin1')));
}

/** Marks lines and backgrounds outside of tagged content as artifacts, on every page. */
export function markDecorations(pdf: PDFDocument): void {
  for (const page of pdf.getPages()) {
    const contents = page.node.get(PDFName.of('Contents'));
    const list = contents instanceof PDFArray ? contents.asArray() : [contents];
    for (const item of list) if (item instanceof PDFRef) markStream(pdf.context, item);
  }
}
