import { previewDocument } from '../../documents/preview';
import { parseWhole } from '../../api/field-faults';
import { generateDocument, prepareDocument, type PreparedDocument } from '../../api/documents/generate';
import { findBranding } from '../../db/documents/brandings';
import { findDocument } from '../../db/documents/documents';
import { readRequestData } from '../../db/documents/store';
import { carriedOver } from '../../domain/documents/carry-over';
import { DOCUMENT_KINDS } from '../../domain/documents/kinds';
import { DOCUMENT_TYPES, DocumentRequest, type DocumentType } from '../../domain/documents/registry';
import { DomainError } from '../../domain/errors';
import { submit } from '../operation';
import { completed, withLineTotals } from './line-totals';
import { DocumentForm, DocumentTypes, NoPreviewYet, UnfitPreview } from './document-form-page';
import { faultsOf, type Faults } from '../forms/read-form';
import { pageBefore } from '../return-path';
import { readShape, withRows } from '../forms/schema/read-shape';
import { MAX_ROWS, shapeOf, type Shape } from '../forms/schema/shape';
import { writeShape } from '../forms/schema/write-shape';
import { labelOf } from '../forms/schema/words';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';

/** Fifty lines of goods with long descriptions. */
const FORM_LIMIT_BYTES = 256 * 1024;

const shapes = new Map<DocumentType, Shape>();

/** A form for every kind of document, by the schema of its requests. */
function shapeOfType(type: DocumentType): Shape {
  const shape = shapes.get(type) ?? withLineTotals(shapeOf(DOCUMENT_KINDS[type].request));
  shapes.set(type, shape);
  return shape;
}

function typeOf({ params }: SideVisit): DocumentType {
  const type = DOCUMENT_TYPES.find((one) => one === params['type']);
  if (type === undefined) throw new DomainError('NOT_FOUND', 'There is no such type of document.');
  return type;
}

function formPage(visit: SideVisit, form: URLSearchParams, faults: Faults, status = 200): Answer {
  const { formToken, at } = visit;
  const type = typeOf(visit);
  const body = <DocumentForm {...{ type, form, faults, formToken, at }} shape={shapeOfType(type)} />;
  return { kind: 'page', title: `New ${labelOf(type).toLowerCase()}`, body, status };
}

/** Says of each list that a form has no room for how much of it is there. */
function cutLists(data: Record<string, unknown>): Faults {
  const long = Object.entries(data).filter(([, value]) => Array.isArray(value) && value.length > MAX_ROWS);
  const words = (rows: number) =>
    `Only the first ${MAX_ROWS} of ${rows} lines were carried over; create longer documents with the API.`;
  return Object.fromEntries(long.map(([name, value]) => [`data.${name}`, words((value as unknown[]).length)]));
}

/** An empty form, or with the data of another document of the same consignment, as far as they are still stored. */
async function firstPage(visit: SideVisit): Promise<Answer> {
  const { context, parts, tenant } = visit;
  const from = String(context.query['from'] ?? '');
  if (from === '') return formPage(visit, new URLSearchParams(), {});
  const document = await findDocument(parts.database, tenant, from);
  if (document === null) throw new DomainError('NOT_FOUND', 'There is no such document.');
  const type = typeOf(visit);
  const sent = await readRequestData(parts.database, parts.vault, document.id);
  const data = carriedOver({ type: document.type, data: sent }, type);
  const { shipmentId, instructionId } = document;
  return formPage(visit, writeShape(shapeOfType(type), { shipmentId, instructionId, data }), cutLists(data));
}

/** What the form asks for, as the API would be asked. */
function sentBy(visit: SideVisit): Record<string, unknown> {
  const type = typeOf(visit);
  const entered = readShape(shapeOfType(type), visit.form);
  return { ...completed(entered), type };
}

async function prepare(visit: SideVisit): Promise<PreparedDocument | Faults> {
  const { tenant, parts } = visit;
  const sent = sentBy(visit);
  try {
    const body = parseWhole(DocumentRequest, sent);
    const asked = { tenant, body, rawBody: Buffer.from(JSON.stringify(sent)), receivedAt: parts.now() };
    return await prepareDocument(asked, parts.services);
  } catch (fault) {
    return faultsOf(fault);
  }
}

const isPrepared = (made: PreparedDocument | Faults): made is PreparedDocument => typeof made['content'] === 'object';

/** Like the preview of a kept document it comes from what a person wrote, so it may do nothing at all. */
const SHEET_HEADERS = {
  'Content-Security-Policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
  'X-Frame-Options': 'SAMEORIGIN',
};

async function preview(visit: SideVisit): Promise<Answer> {
  const { context, parts, tenant, at } = visit;
  const made = await prepare(visit);
  if (!isPrepared(made)) {
    const page = pageBefore(context, parts.publicUrl) ?? at(`/documents/new/${typeOf(visit)}`);
    return { kind: 'framed', title: 'Not yet', body: <UnfitPreview faults={made} page={page} />, status: 400 };
  }
  const branding = await findBranding(parts.database, tenant);
  const html = previewDocument(made.content, branding, `${parts.publicUrl}/verify`);
  const binary = { contentType: 'text/html; charset=utf-8', bytes: Buffer.from(html, 'utf8') };
  return { kind: 'file', reply: { status: 200, headers: SHEET_HEADERS, binary } };
}

function generate(visit: SideVisit): Promise<Answer> {
  const { form, at } = visit;
  return submit(visit, generateDocument, {
    body: sentBy(visit),
    done: ({ headers = {} }) => ({
      kind: 'redirect',
      location: at(`/documents/${headers['Location']?.split('/').at(-1) ?? ''}`),
    }),
    refused: (faults, status) => formPage(visit, form, faults, status),
  });
}

const noPreview: Answer = { kind: 'framed', title: 'Preview', body: <NoPreviewYet /> };

/** Source: docs/GAPS.md#D8 */
export const DOCUMENT_FORM_ROUTES: readonly SideRoute[] = [
  {
    method: 'get',
    path: '/documents/new',
    access: 'developer',
    handle: ({ at }) => Promise.resolve({ kind: 'page', title: 'New document', body: <DocumentTypes at={at} /> }),
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
    handle: generate,
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
    handle: (visit) => Promise.resolve(formPage(visit, withRows(shapeOfType(typeOf(visit)), visit.form), {})),
  },
  {
    method: 'get',
    path: '/documents/new/:type/preview',
    access: 'developer',
    isFramed: true,
    handle: () => Promise.resolve(noPreview),
  },
  {
    method: 'post',
    path: '/documents/new/:type/preview',
    access: 'developer',
    isFramed: true,
    formLimitBytes: FORM_LIMIT_BYTES,
    handle: preview,
  },
];
