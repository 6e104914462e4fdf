import { findDocument } from '../../db/documents/documents';
import { DocumentPath, DocumentRecord } from '../../domain/documents/schemas';
import { endpoint } from '../endpoint';
import { documentNotFound, presentDocument } from './present';

/** What is known of a document; it stays when the file has expired. Source: specification, "Documents" */
export const getDocument = endpoint({
  operationId: 'getDocument',
  summary: 'Retrieve a document',
  tag: 'Documents',
  method: 'get',
  path: '/api/v1/documents/{id}',
  access: { kind: 'client', scope: 'documents:read' },
  limit: null,
  envelope: 'wrapped',
  params: DocumentPath,
  responses: { 200: { description: 'The document', schema: DocumentRecord } },
  errors: ['NOT_FOUND'],
  async handle({ principal, params }, services) {
    const document = await findDocument(services.database, principal.tenant, params.id);
    if (document === null) throw documentNotFound();
    return { status: 200, data: presentDocument(document, services.settings.publicUrl) };
  },
});
