import { z } from 'zod';
import { downloadDocument } from '../../api/documents/download';
import { findDocument, listDocuments, type DocumentFacts } from '../../db/documents/documents';
import { findShipment } from '../../db/shipments/shipments';
import { DOCUMENT_STATUSES } from '../../domain/documents/document';
import { DOCUMENT_TYPES } from '../../domain/documents/registry';
import { verifyCode, verifyLabel } from '../../domain/documents/verify-code';
import { enteredOf, listRoutes, type List } from '../list';
import { runOperation } from '../operation';
import { Document, Documents } from './documents-page';
import { checkForm, emptyAsAbsent, SpokenRefusal } from '../forms/read-form';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { mayChange } from '../user-of';

const DocumentFilter = z.object({
  type: emptyAsAbsent(z.enum(DOCUMENT_TYPES, 'Choose a type of the list.')),
  status: emptyAsAbsent(z.enum(DOCUMENT_STATUSES, 'Choose a status of the list.')),
});

const LIST: List<SideVisit, z.output<typeof DocumentFilter>, DocumentFacts> = {
  name: 'documents',
  ids: 'document',
  asked: (visit) => checkForm(DocumentFilter, enteredOf(visit)),
  read: ({ parts, tenant }, query) => listDocuments(parts.database, tenant, query),
  columns: {
    id: ({ id }) => id,
    number: ({ number }) => number,
    type: ({ type }) => type,
    status: ({ status }) => status,
    payment: ({ instructionId }) => instructionId,
    shipment: ({ shipmentId }) => shipmentId,
    created: ({ createdAt }) => createdAt,
    available_until: ({ expiresAt }) => expiresAt,
  },
};

async function documentOf({ parts, tenant, params, words }: SideVisit): Promise<DocumentFacts> {
  const found = await findDocument(parts.database, tenant, params['documentId'] ?? '');
  if (found === null) throw new SpokenRefusal('NOT_FOUND', words.documents.noSuchDocument);
  return found;
}

async function showDocument(visit: SideVisit): Promise<Answer> {
  const document = await documentOf(visit);
  const { database, now, vault } = visit.parts;
  const { shipmentId } = document;
  const hasShipment = shipmentId !== null && (await findShipment(database, visit.tenant, shipmentId)) !== null;
  const { types, titled } = visit.words.documents;
  const isThere = document.status === 'generated' && document.erasedAt === null && document.expiresAt > now();
  const code = verifyCode(vault.derive(verifyLabel(document.id)));
  const verifyPath = `/verify/${document.id}?c=${code}`;
  const mayCreate = mayChange(visit, visit.tenant.environment);
  const body = <Document {...{ document, isThere, hasShipment, verifyPath, mayCreate }} at={visit.at} />;
  return { kind: 'page', title: titled({ type: types[document.type], number: document.number }), body };
}

async function download(visit: SideVisit): Promise<Answer> {
  const { id } = await documentOf(visit);
  const reply = await runOperation(visit, downloadDocument, { params: { id } });
  return { kind: 'file', reply };
}

export const DOCUMENT_ROUTES: readonly SideRoute[] = [
  ...listRoutes({ path: '/documents', access: 'account' }, LIST, (visit, shown) => {
    const mayCreate = mayChange(visit, visit.tenant.environment);
    return { title: visit.words.documents.title, body: <Documents {...shown} {...{ mayCreate }} at={visit.at} /> };
  }),
  { method: 'get', path: '/documents/:documentId', access: 'account', handle: showDocument },
  { method: 'get', path: '/documents/:documentId/download', access: 'account', handle: download },
];
