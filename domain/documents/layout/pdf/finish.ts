import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AFRelationship, PDFArray, PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import { markDecorations } from './artifacts';
import { renumberStructureIds } from './structure-ids';
import { repairTextLayer } from './text-layer';
import { FACTUR_X_FILE, xmpPacket } from './xmp';

export interface PdfFacts {
  documentId: string;
  createdAt: Date;
  title: string;
  language: string;
  /** Pages that the layout planned; another number means that something ran over. */
  pageCount: number;
  /** An electronic invoice to carry; null for none. */
  invoiceXml: string | null;
}

const PRODUCER = 'Corridor';
const CREATOR = 'Corridor trade documents';
/** sRGB of IEC 61966-2-1 as an ICC profile of version 4, our own and free to use: PDF/A asks a file to carry it. */
const SRGB_PROFILE = readFileSync(path.join(__dirname, 'srgb.icc'));

/** Declares the colours of the pages as sRGB, as PDF/A requires. */
function addOutputIntent(pdf: PDFDocument): void {
  const profile = pdf.context.register(pdf.context.flateStream(SRGB_PROFILE, { N: 3 }));
  const intent = pdf.context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: PDFString.of('sRGB IEC61966-2.1'),
    Info: PDFString.of('sRGB IEC61966-2.1'),
    DestOutputProfile: profile,
  });
  pdf.catalog.set(PDFName.of('OutputIntents'), pdf.context.obj([pdf.context.register(intent)]));
}

/** Whole seconds: the dates of a PDF know no parts of them. */
function wholeSecond(date: Date): Date {
  return new Date(Math.floor(date.getTime() / 1_000) * 1_000);
}

/** Writes the XMP packet that PDF/A requires, and the same facts into the info dictionary. */
function addMetadata(pdf: PDFDocument, facts: PdfFacts, identifier: string): void {
  const isElectronic = facts.invoiceXml !== null;
  const packet = xmpPacket({ ...facts, producer: PRODUCER, creator: CREATOR, identifier, isElectronic });
  // Not compressed: archives read it without understanding PDF.
  const stream = pdf.context.stream(Buffer.from(packet, 'utf8'), { Type: 'Metadata', Subtype: 'XML' });
  pdf.catalog.set(PDFName.of('Metadata'), pdf.context.register(stream));
  pdf.setTitle(facts.title, { showInWindowTitleBar: true });
  pdf.setProducer(PRODUCER);
  pdf.setCreator(CREATOR);
  const second = wholeSecond(facts.createdAt);
  pdf.setCreationDate(second);
  pdf.setModificationDate(second);
}

/** Sets both ids of the trailer to the same value: the file has not changed since it was made. */
function setTrailerId(pdf: PDFDocument, identifier: string): void {
  const array = PDFArray.withContext(pdf.context);
  array.push(PDFHexString.of(identifier));
  array.push(PDFHexString.of(identifier));
  pdf.context.trailerInfo.ID = array;
}

/**
 * Attaches the invoice as Factur-X XML, a machine-readable alternative to the pages. Source: Factur-X 1.0, "Hybrid
 * document"
 */
async function attachInvoiceXml(pdf: PDFDocument, xml: string, createdAt: Date): Promise<void> {
  const second = wholeSecond(createdAt);
  await pdf.attach(Buffer.from(xml, 'utf8'), FACTUR_X_FILE, {
    mimeType: 'text/xml',
    description: 'Electronic invoice, Factur-X EN 16931',
    creationDate: second,
    modificationDate: second,
    afRelationship: AFRelationship.Alternative,
  });
}

/**
 * Turns what the browser printed into an archivable and accessible file: PDF/A-2b and PDF/UA-1, or PDF/A-3b where it carries
 * an electronic invoice.
 * Nothing in it depends on the machine, the hour or what was printed before.
 * @throws Error when the number of pages is not the planned one
 * Source: docs/GAPS.md#D5
 */
export async function finishPdf(raw: Uint8Array, facts: PdfFacts): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(raw, { updateMetadata: false });
  if (pdf.getPageCount() !== facts.pageCount) {
    throw new Error(`the browser printed ${pdf.getPageCount()} pages instead of ${facts.pageCount}`);
  }
  const origin = `${facts.documentId} ${facts.createdAt.toISOString()}`;
  const identifier = createHash('sha256').update(origin).digest('hex').slice(0, 32);
  renumberStructureIds(pdf);
  repairTextLayer(pdf.context);
  markDecorations(pdf);
  addMetadata(pdf, facts, identifier);
  addOutputIntent(pdf);
  if (facts.invoiceXml !== null) await attachInvoiceXml(pdf, facts.invoiceXml, facts.createdAt);
  setTrailerId(pdf, identifier);
  pdf.catalog.set(PDFName.of('Lang'), PDFString.of(facts.language));
  pdf.catalog.set(PDFName.of('MarkInfo'), pdf.context.obj({ Marked: true }));
  for (const page of pdf.getPages()) page.node.set(PDFName.of('Tabs'), PDFName.of('S'));
  return pdf.save({ addDefaultPage: false, updateFieldAppearances: false });
}
