import { getBranding, putBranding } from './branding';
import { downloadDocument } from './download';
import { generateDocument } from './generate';
import { getDocument } from './get';
import { listDocumentsEndpoint } from './list';

/** Operations 12 to 14 of the specification, the list, and how documents look. */
export const DOCUMENT_ENDPOINTS = [
  generateDocument,
  listDocumentsEndpoint,
  getDocument,
  downloadDocument,
  getBranding,
  putBranding,
] as const;
