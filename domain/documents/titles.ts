import type { DocumentType } from './registry';

/** What each type of document is called in English; other languages have theirs among their labels. */
export const DOCUMENT_TITLES = {
  commercial_invoice: 'Commercial invoice',
  proforma_invoice: 'Proforma invoice',
  packing_list: 'Packing list',
  certificate_of_origin: 'Certificate of origin',
  bill_of_lading: 'Bill of lading',
} as const satisfies Record<DocumentType, string>;
