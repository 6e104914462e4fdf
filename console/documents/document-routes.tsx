import { z } from 'zod';
import { downloadDocument } from '../../api/documents/download';
import { findDocument, listDocuments, type DocumentFacts } from '../../db/documents/documents';
import { findShipment } from '../../db/shipments/shipments';
import { DOCUMENT_STATUSES } from '../../domain/documents/document';
import { DOCUMENT_TYPES } from '../../domain/documents/registry';
import { verifyCode, verifyLabel } from '../../domain/documents/verify-code';
import { idOfCursor, pageOf } from '../../domain/schema-tools';
import { listFile } from '../list-file';
import { orderOf } from '../list-order';
import { runOperation } from '../operation';
import { Document, Documents } from './documents-page';
import { checkForm, emptyAsAbsent, requireSound, SpokenRefusal } from '../forms/read-form';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { mayChange } from '../user-of';

const PAGE = 25;

const DocumentFilter = z.object({
  type: emptyAsAbsent(z.enum(DOCUMENT_TYPES, 'Choose a type of the list.')),
  status: emptyAsAbsent(z.enum(DOCUMENT_STATUSES, 'Choose a status of the list.')),
});

async function list(visit: SideVisit): Promise<Answer> {
  const { parts, tenant, at, context, words } = visit;
  const mayCreate = mayChange(visit, tenant.environment);
  const query = context.querystring;
  const entered = Object.fromEntries(new URLSearchParams(query));
  const checked = checkForm(DocumentFilter, entered);
  const after = idOfCursor(entered['cursor'], 'document');
  const filter = { ...(checked.ok ? checked.value : {}), after, order: orderOf(visit), limit: PAGE + 1 };
  const rows = checked.ok ? await listDocuments(parts.database, tenant, filter) : [];
  const faults = checked.ok ? {} : checked.faults;
  const body = <Documents page={pageOf(rows, PAGE)} {...{ mayCreate, entered, faults, query, at }} />;
  return { kind: 'page', title: words.documents.title, body, status: checked.ok ? 200 : 400 };
}

const COLUMNS = ['id', 'number', 'type', 'status', 'payment', 'shipment', 'created', 'available_until'];

function cellsOf({ id, number, type, status, instructionId, shipmentId, createdAt, expiresAt }: DocumentFacts) {
  return [id, number, type, status, instructionId, shipmentId, createdAt.toISOString(), expiresAt.toISOString()];
}

async function file(visit: SideVisit): Promise<Answer> {
  const { parts, tenant, context } = visit;
  const asked = checkForm(DocumentFilter, Object.fromEntries(new URLSearchParams(context.querystring)));
  const filter = { ...requireSound(asked), order: orderOf(visit) };
  return listFile({
    ...{ name: `documents-${tenant.environment}`, visit, columns: COLUMNS, cells: cellsOf },
    read: (page) => listDocuments(parts.database, tenant, { ...filter, ...page }),
  });
}

async function documentOf({ parts, tenant, params, words }: SideVisit): Promise<DocumentFacts> {
  const found = await findDocument(parts.database, tenant, params['documentId'] ?? '');
  if (found === null) throw new SpokenRefusal('NOT_FOUND', words.documents.noSuchDocument);
  return found;
}

async function show(visit: SideVisit): Promise<Answer> {
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
  return { kind: 'page', title: titled(types[document.type], document.number), body };
}

async function download(visit: SideVisit): Promise<Answer> {
  const { id } = await documentOf(visit);
  const reply = await runOperation(visit, downloadDocument, { params: { id } });
  return { kind: 'file', reply };
}

export const DOCUMENT_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '/documents', access: 'account', handle: list },
  { method: 'get', path: '/documents/file', access: 'account', handle: file },
  { method: 'get', path: '/documents/:documentId', access: 'account', handle: show },
  { method: 'get', path: '/documents/:documentId/download', access: 'account', handle: download },
];
