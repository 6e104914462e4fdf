/** The five types. Source: specification, "Document" */
export const DOCUMENT_TYPES = [
  'commercial_invoice',
  'packing_list',
  'certificate_of_origin',
  'bill_of_lading',
  'proforma_invoice',
] as const;

export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** `generating` until the file is stored or the attempt given up. Source: docs/GAPS.md#D1 */
export const DOCUMENT_STATUSES = ['generating', 'generated', 'failed'] as const;

export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** Languages of the labels on a document; the client's own text is printed as it is. */
export const LOCALES = ['en', 'es', 'fr', 'zh', 'ar'] as const;

export type Locale = (typeof LOCALES)[number];

/** Something worth a look that does not stop the document. */
export interface DocumentWarning {
  field: string;
  code: string;
  message: string;
}

/** How long the file can be downloaded. Source: docs/GAPS.md#D1 */
export const AVAILABLE_DAYS = 30;
const DAY_MS = 86_400_000;

/** @returns when a document created then stops being available */
export function expiryOf(createdAt: Date): Date {
  return new Date(createdAt.getTime() + AVAILABLE_DAYS * DAY_MS);
}

/** What document events say; ids and sizes only, never the contents. Source: docs/GAPS.md#W9 */
export function documentEventObject(document: {
  id: string;
  type: DocumentType;
  status: 'generated' | 'failed';
  shipmentId: string | null;
  sizeBytes: number | null;
}) {
  return {
    documentId: document.id,
    type: document.type,
    status: document.status,
    shipmentId: document.shipmentId,
    format: 'pdf' as const,
    size: document.sizeBytes,
  };
}
