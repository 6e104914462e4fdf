import type { DocumentType } from './registry';
import { DAY_MS } from '../calendar-dates';

/** `generating` until the file is stored or the attempt given up. Source: docs/GAPS.md#D1 */
export const DOCUMENT_STATUSES = ['generating', 'generated', 'failed'] as const;

export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** How long the file can be downloaded. Source: docs/GAPS.md#D1 */
const AVAILABLE_DAYS = 30;

/** @returns when a document created then stops being available */
export function expiryOf(createdAt: Date): Date {
  return new Date(createdAt.getTime() + AVAILABLE_DAYS * DAY_MS);
}

/** The object of document events: ids and sizes only, never the contents. Source: docs/GAPS.md#W9 */
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
