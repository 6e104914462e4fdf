import { listDocuments } from '../../db/documents/documents';
import { DocumentList, DocumentPage } from '../../domain/documents/schemas';
import { pageOf } from '../../domain/schema-tools';
import { endpoint } from '../endpoint';
import { presentDocument } from './present';

/** Lists documents, the newest first. Source: docs/GAPS.md#G8 */
export const listDocumentsEndpoint = endpoint({
  operationId: 'listDocuments',
  summary: 'List documents',
  tag: 'Documents',
  method: 'get',
  path: '/api/v1/documents',
  access: { kind: 'client', scope: 'documents:read' },
  limit: null,
  envelope: 'wrapped',
  query: DocumentList,
  responses: { 200: { description: 'One page, the newest first', schema: DocumentPage } },
  errors: [],
  async handle({ principal, query }, services) {
    const { limit, cursor, type, status, shipmentId } = query;
    const filters = { type, status, shipmentId, after: cursor, limit: limit + 1 };
    const rows = await listDocuments(services.database, principal.tenant, filters);
    const page = pageOf(rows, limit);
    const items = page.items.map((document) => presentDocument(document, services.settings.publicUrl));
    return { status: 200, data: { items, nextCursor: page.nextCursor } };
  },
});
