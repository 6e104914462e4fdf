import { previewDocument } from '../../domain/documents/layout/preview';
import { parseWhole } from '../../api/field-faults';
import { generateDocument, prepareDocument, type PreparedDocument } from '../../api/documents/generate';
import { findBranding } from '../../db/documents/brandings';
import { findDocument } from '../../db/documents/documents';
import { findShipment } from '../../db/shipments/shipments';
import { readRequestData } from '../../db/documents/store';
import { carryOver, dataOfShipment } from '../../domain/documents/carry-over';
import { DOCUMENT_KINDS } from '../../domain/documents/kinds';
import { DOCUMENT_TYPES, DocumentRequest, type DocumentType } from '../../domain/documents/registry';
import { createdId, submitOperation } from '../operation';
import { fillLineTotals, withLineTotals, withoutComputedTotals } from './line-totals';
import { DocumentForm, DocumentTypes, NoPreviewYet } from './document-form-page';
import { faultsOf, SpokenRefusal, type Faults } from '../forms/read-form';
import { faultsWithEmptyFields } from '../forms/schema/empty-fields';
import { UnfitForm } from '../forms/schema/fault-list';
import { pageBefore } from '../return-path';
import { readShape, addOrRemoveRow } from '../forms/schema/read-shape';
import { MAX_ROWS, shapeOf, type Shape } from '../forms/schema/shape';
import { writeShape } from '../forms/schema/write-shape';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import type { Words } from '../words/use-words';

/** Fifty lines of goods with long descriptions. */
const FORM_LIMIT_BYTES = 256 * 1024;

const shapes = new Map<DocumentType, Shape>();

/** A form for every kind of document, by the schema of its requests. */
function shapeOfType(type: DocumentType): Shape {
  const shape = shapes.get(type) ?? withLineTotals(shapeOf(DOCUMENT_KINDS[type].request));
  shapes.set(type, shape);
  return shape;
}

function typeOf({ params, words }: SideVisit): DocumentType {
  const type = DOCUMENT_TYPES.find((one) => one === params['type']);
  if (type === undefined) throw new SpokenRefusal('NOT_FOUND', words.documents.noSuchType);
  return type;
}

function formPage(visit: SideVisit, form: URLSearchParams, faults: Faults, status = 200): Answer {
  const { formToken, at, words } = visit;
  const type = typeOf(visit);
  const body = <DocumentForm {...{ type, form, faults, formToken, at }} shape={shapeOfType(type)} />;
  return { kind: 'page', title: words.documents.newOne({ type: words.documents.types[type] }), body, status };
}

/** Says of each list that a form has no room for how much of it is there. */
function cutLists(data: Record<string, unknown>, { documents }: Words): Faults {
  const long = Object.entries(data).filter(([, value]) => Array.isArray(value) && value.length > MAX_ROWS);
  return Object.fromEntries(
    long.map(([name, value]) => [`data.${name}`, documents.cut({ kept: MAX_ROWS, all: (value as unknown[]).length })]),
  );
}

/** What a form is filled in with before a person types. */
interface Prefill {
  shipmentId?: string | null;
  instructionId?: string | null;
  data: Record<string, unknown>;
}

/** Data of another document of the same consignment, as far as it is still stored. */
async function prefillFromDocument(visit: SideVisit, id: string, type: DocumentType): Promise<Prefill> {
  const { parts, tenant, words } = visit;
  const document = await findDocument(parts.database, tenant, id);
  if (document === null) throw new SpokenRefusal('NOT_FOUND', words.documents.noSuchDocument);
  const sent = await readRequestData(parts.database, parts.vault, document.id);
  const { shipmentId, instructionId } = document;
  return { shipmentId, instructionId, data: carryOver({ type: document.type, data: sent }, type) };
}

async function prefillFromShipment(visit: SideVisit, id: string, type: DocumentType): Promise<Prefill> {
  const { parts, tenant, words } = visit;
  const shipment = await findShipment(parts.database, tenant, id);
  if (shipment === null) throw new SpokenRefusal('NOT_FOUND', words.shipments.noSuch);
  return { shipmentId: id, data: dataOfShipment(shipment, type) };
}

/** The form, empty or filled from the document or shipment that the address names. */
async function firstPage(visit: SideVisit): Promise<Answer> {
  const { context, words } = visit;
  const type = typeOf(visit);
  const asked = new URLSearchParams(context.querystring);
  const [from, shipment] = [asked.get('from'), asked.get('shipment')];
  if (from === null && shipment === null) return formPage(visit, new URLSearchParams(), {});
  const prefill = await (shipment === null
    ? prefillFromDocument(visit, from ?? '', type)
    : prefillFromShipment(visit, shipment, type));
  return formPage(visit, writeShape(shapeOfType(type), prefill, words), cutLists(prefill.data, words));
}

/** What the form asks for, as the API would be asked. */
function sentBy(visit: SideVisit): Record<string, unknown> {
  const type = typeOf(visit);
  const entered = readShape(shapeOfType(type), visit.form);
  return { ...fillLineTotals(entered), type };
}

/** The faults as a person corrects them. */
const saidOf = (faults: Faults, form: URLSearchParams): Faults =>
  withoutComputedTotals(faultsWithEmptyFields(faults, form), form);

async function prepareFromForm(visit: SideVisit): Promise<PreparedDocument | Faults> {
  const { tenant, parts } = visit;
  const sent = sentBy(visit);
  try {
    const body = parseWhole(DocumentRequest, sent);
    const asked = { tenant, body, sentBody: sent, receivedAt: parts.now() };
    return await prepareDocument(asked, parts.services);
  } catch (fault) {
    return saidOf(faultsOf(fault), visit.form);
  }
}

const isPrepared = (made: PreparedDocument | Faults): made is PreparedDocument => typeof made['content'] === 'object';

/** Like the preview of a kept document it comes from what a person wrote, so it may do nothing at all. */
const SHEET_HEADERS = {
  'Content-Security-Policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
  'X-Frame-Options': 'SAMEORIGIN',
};

async function showPreview(visit: SideVisit): Promise<Answer> {
  const { context, parts, tenant, at, words } = visit;
  const made = await prepareFromForm(visit);
  if (!isPrepared(made)) {
    const page = pageBefore(context, parts.publicUrl) ?? at(`/documents/new/${typeOf(visit)}`);
    return { kind: 'framed', title: words.forms.notYet, body: <UnfitForm faults={made} page={page} />, status: 400 };
  }
  const branding = await findBranding(parts.database, tenant);
  const html = previewDocument(made.content, branding, `${parts.publicUrl}/verify`);
  const binary = { contentType: 'text/html; charset=utf-8', bytes: Buffer.from(html, 'utf8') };
  return { kind: 'file', reply: { status: 200, headers: SHEET_HEADERS, binary } };
}

function generateFromForm(visit: SideVisit): Promise<Answer> {
  const { form, at } = visit;
  return submitOperation(visit, generateDocument, {
    body: sentBy(visit),
    done: (reply) => ({
      kind: 'done',
      notice: { name: 'document-requested' },
      location: at(`/documents/${createdId(reply)}`),
    }),
    refused: (faults, status) => formPage(visit, form, saidOf(faults, form), status),
  });
}

/** Source: docs/GAPS.md#D8 */
export const DOCUMENT_FORM_ROUTES: readonly SideRoute[] = [
  {
    method: 'get',
    path: '/documents/new',
    access: 'developer',
    handle: ({ at, words }) =>
      Promise.resolve({ kind: 'page', title: words.documents.create, body: <DocumentTypes at={at} /> }),
  },
  {
    method: 'get',
    path: '/documents/new/:type',
    access: 'developer',
    handle: firstPage,
  },
  {
    method: 'post',
    path: '/documents/new/:type',
    access: 'developer',
    countsOnce: true,
    formLimitBytes: FORM_LIMIT_BYTES,
    handle: generateFromForm,
  },
  {
    method: 'get',
    path: '/documents/new/:type/rows',
    access: 'developer',
    handle: (visit) => Promise.resolve({ kind: 'redirect', location: visit.at(`/documents/new/${typeOf(visit)}`) }),
  },
  {
    method: 'post',
    path: '/documents/new/:type/rows',
    access: 'developer',
    formLimitBytes: FORM_LIMIT_BYTES,
    handle: (visit) => Promise.resolve(formPage(visit, addOrRemoveRow(shapeOfType(typeOf(visit)), visit.form), {})),
  },
  {
    method: 'get',
    path: '/documents/new/:type/preview',
    access: 'developer',
    isFramed: true,
    handle: ({ words }) => Promise.resolve({ kind: 'framed', title: words.common.preview, body: <NoPreviewYet /> }),
  },
  {
    method: 'post',
    path: '/documents/new/:type/preview',
    access: 'developer',
    isFramed: true,
    formLimitBytes: FORM_LIMIT_BYTES,
    handle: showPreview,
  },
];
