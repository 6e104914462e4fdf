import { downloadDocument } from './download';
import { generateDocument } from './generate';
import { getDocument } from './get';
import { listDocumentsEndpoint } from './list';

/** Operations 12 to 14 of the specification, and the list. */
export const DOCUMENT_ENDPOINTS = [generateDocument, listDocumentsEndpoint, getDocument, downloadDocument] as const;
