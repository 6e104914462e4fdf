import type { ComponentChildren } from 'preact';
import type { DocumentType } from '../../../domain/documents/registry';
import { DOCUMENT_TITLES } from '../../../domain/documents/titles';
import { formatsIn } from '../formats';
import { lowered } from '../lowered';
import type { Wrap } from '../wrap';

const { figure } = formatsIn('en');
const types: Readonly<Record<DocumentType, string>> = DOCUMENT_TITLES;

/** Trade documents: their list, the page of one, and the forms that make them. */
export const documents = {
  title: 'Documents',
  types,
  create: 'New document',
  look: 'Logo and colour',
  type: 'Type',
  anyType: 'Any type',
  none: (make: Wrap | null, api: Wrap): ComponentChildren => [
    'No document to show. Invoices, packing lists, certificates and other documents that are generated appear here as PDF files. ',
    make === null ? '' : make('Make one in a form'),
    make === null ? '' : ', or ',
    api('generate it over the API'),
    '.',
  ],
  number: 'Number',
  created: 'Created',
  availableUntil: 'Available until',
  pages: 'Pages',
  size: 'Size',
  kib: (count: number): string => `${figure(count)} KiB`,
  notKnownYet: 'not known yet',
  requests: 'API requests',
  aboutThis: 'about this document',
  download: 'Download',
  checkCopy: 'Check a copy against it',
  others: 'Documents of the same consignment',
  othersBegin: 'The form begins with the parties, goods and references of this document.',
  another: (type: string): string => `Another ${lowered(type)}`,
  titled: (type: string, number: string): string => `${type} ${number}`,
  newOne: (type: string): string => `New ${lowered(type)}`,
  which: 'Which document?',
  generate: 'Generate',
  preview: 'Preview of the document',
  noPreview: 'Fill in the form and press Preview: the document appears here and is not stored.',
  cut: (kept: number, all: number): string =>
    `Only the first ${figure(kept)} of ${figure(all)} lines were carried over; create longer documents with the API.`,
  noSuchType: 'There is no such type of document.',
  noSuchDocument: 'There is no such document.',
};

/** How documents look. */
export const branding = {
  title: 'Look of documents',
  formats: { pdf: 'PDF', 'factur-x': 'PDF with an electronic invoice (Factur-X)' },
  specimen: 'The head of a document with this branding',
  change: 'Change it',
  accent: 'Colour of titles and rules',
  accentHint: 'Such as #7a1f2b, dark enough to be read on white; leave empty for the default.',
  logo: 'Logo',
  withoutLogo: 'none',
  anotherLogo: 'Another logo',
  logoHint: (kib: number): string =>
    `PNG or SVG, at most ${figure(kib)} KiB. It is redrawn: only the picture is stored.`,
  without: 'Print no logo',
  invoices: 'Commercial invoices',
  invoicesHint:
    'An electronic invoice also needs VAT numbers, categories of VAT and codes of units; what an invoice lacks is named.',
  save: 'Save',
  now: 'How new documents look',
  colour: 'Colour',
  ofService: 'that of the service',
  pixels: (width: number, height: number): string => `${width} × ${height} pixels`,
  back: 'Back to the documents',
  chooseImage: 'Choose a PNG or an SVG file.',
  noLogo: 'There is no logo.',
};
