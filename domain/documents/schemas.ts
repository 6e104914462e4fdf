import { z } from 'zod';
import { Cursor, ListLimit, pathId, NotesShape } from '../schema-tools';
import { DOCUMENT_STATUSES } from './document';
import { DOCUMENT_TYPES } from './registry';

const Warning = z.object({ field: z.string(), code: z.string(), message: z.string() }).meta({ id: 'DocumentWarning' });

/** A document as it is returned; what is not known yet is null. Source: specification, "Document"; docs/GAPS.md#D1 */
export const DocumentRecord = z
  .object({
    documentId: z.string().meta({ examples: ['doc_06exqyd7p07n5t1k6bqr8m2z4w'] }),
    type: z.enum(DOCUMENT_TYPES),
    status: z.enum(DOCUMENT_STATUSES),
    number: z.string(),
    shipmentId: z.string().nullable(),
    instructionId: z.string().nullable(),
    createdAt: z.string(),
    downloadUrl: z.string().nullable(),
    expiresAt: z.string(),
    format: z.literal('pdf'),
    size: z.int().nullable().meta({ description: 'Bytes of the file' }),
    pages: z.int().nullable(),
    sha256: z.string().nullable(),
    failureReason: z.string().nullable(),
    warnings: z.array(Warning),
    erasedAt: z.string().nullable().meta({ description: 'When its file and data were erased on request' }),
    ...NotesShape,
  })
  .meta({ id: 'Document' });

/** One page of the list of documents. */
export const DocumentPage = z
  .object({ items: z.array(DocumentRecord), nextCursor: z.string().nullable() })
  .meta({ id: 'DocumentPage' });

/** Query of the list of documents. Source: docs/GAPS.md#G8 */
export const DocumentList = z.object({
  limit: ListLimit,
  cursor: Cursor,
  type: z.enum(DOCUMENT_TYPES).optional(),
  status: z.enum(DOCUMENT_STATUSES).optional(),
  shipmentId: z.string().max(64).optional(),
});

/** `{id}` of the path of a document. */
export const DocumentPath = z.object({ id: pathId('document') });

/** Query of a download. */
export const DownloadQuery = z.object({
  preview: z.literal('html').optional().meta({ description: 'The document as a web page instead of the file' }),
});
