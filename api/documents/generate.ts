import {
  countGenerating,
  createDocument,
  findDocument,
  forgetDocumentStart,
  type DocumentFacts,
} from '../../db/documents/documents';
import { sealRequestData } from '../../db/documents/store';
import type { HeldKey } from '../../db/idempotency';
import { newId } from '../../lib/ids';
import type { Tenant } from '../../domain/auth/tenant';
import { expiryOf } from '../../domain/documents/document';
import type { DocumentWarning } from '../../domain/documents/rules/finding';
import {
  completeContent,
  DocumentRequest,
  localeOf,
  numberOf,
  type DocumentContent,
} from '../../domain/documents/registry';
import { DocumentRecord } from '../../domain/documents/schemas';
import { DomainError, invalidRequest } from '../../domain/errors';
import { awaitDocument, startDocument } from '../../workflows/client/documents';
import { endpoint, type Reply } from '../endpoint';
import { replyOrFallback } from '../middleware/answer-made';
import type { Services } from '../services';
import { checkRequest } from './check-request';
import { documentNotFound, presentDocument } from './present';

/** How long the client is kept waiting for the file. Source: docs/GAPS.md#D1 */
const WAIT_MS = 10_000;
/** Long packing lists and invoices. Source: docs/GAPS.md#G4 */
const BODY_LIMIT_BYTES = 1024 * 1024;
/** Documents that may wait over all processes: about half a minute of work. More are refused at the door. */
const MAX_WAITING = 500;
const RETRY_AFTER_SECONDS = 10;

interface Work {
  tenant: Tenant;
  requestId: string;
  held: HeldKey | null;
  receivedAt: Date;
  shipmentId: string | null;
  instructionId: string | null;
  brandingId: string | null;
  warnings: DocumentWarning[];
}

async function refuseWhenFull(services: Services): Promise<void> {
  if ((await countGenerating(services.database, MAX_WAITING)) < MAX_WAITING) return;
  throw new DomainError('UNAVAILABLE', 'Too many documents wait to be generated; try again shortly.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/** Stores a document to be generated, with its sealed data. */
async function storeDocument(content: DocumentContent, work: Work, services: Services): Promise<DocumentFacts> {
  const { tenant, requestId, receivedAt, instructionId, shipmentId, brandingId, warnings } = work;
  const id = newId('document', receivedAt.getTime());
  const document = {
    id,
    tenant,
    requestId,
    type: content.type,
    number: numberOf(content),
    locale: localeOf(content),
    shipmentId,
    instructionId,
    brandingId,
    warnings,
    createdAt: receivedAt,
    expiresAt: expiryOf(receivedAt),
    dataSealed: sealRequestData(services.vault, id, content.data),
  };
  return createDocument(services.database, document, work.held);
}

/**
 * Starts the workflow of a document and waits for its outcome for a while. If Temporal is away, the relay starts it
 * later.
 */
async function runGeneration(id: string, services: Services): Promise<void> {
  const { workflows } = services;
  try {
    await startDocument(workflows, id);
  } catch (fault) {
    services.log.warn({ documentId: id, fault }, 'a document will be started by the relay');
    return;
  }
  await forgetDocumentStart(services.database, id);
  await awaitDocument(workflows, id, WAIT_MS);
}

/** The reply with a document: 202 while it is being generated, else 201. */
function replyWith(document: DocumentFacts, { settings }: Services): Reply {
  return {
    status: document.status === 'generating' ? 202 : 201,
    data: presentDocument(document, settings.publicUrl),
    headers: { Location: `/api/v1/documents/${document.id}` },
  };
}

async function runAndAnswer(tenant: Tenant, id: string, services: Services): Promise<Reply> {
  await runGeneration(id, services);
  const document = await findDocument(services.database, tenant, id);
  if (document === null) throw documentNotFound();
  return replyWith(document, services);
}

/** A document that is fit to be made, with what its answer warns of. */
export interface PreparedDocument {
  content: DocumentContent;
  warnings: DocumentWarning[];
  /** The branding by which it was judged; null for the default. */
  brandingId: string | null;
}

/**
 * Checks a document request against itself and the facts of the day, and adds what the service knows.
 * @param sentBody the request as it was sent
 * @throws DomainError INVALID_REQUEST naming every fault
 */
export async function prepareDocument(
  asked: { tenant: Tenant; body: DocumentRequest; sentBody: unknown; receivedAt: Date },
  services: Pick<Services, 'database'>,
): Promise<PreparedDocument> {
  const { body, sentBody } = asked;
  // As it was sent: unknown members, such as prices on a packing list, are dropped by the schema.
  const { faults, warnings, facts, brandingId } = await checkRequest(sentBody, asked, services);
  if (faults.length > 0) throw invalidRequest(faults);
  return { content: completeContent(body, facts), warnings, brandingId };
}

/**
 * Generates a document and waits up to ten seconds for the file.
 * Source: specification, "Documents"; docs/GAPS.md#D1
 */
export const generateDocument = endpoint({
  operationId: 'generateDocument',
  summary: 'Generate a trade document',
  tag: 'Documents',
  method: 'post',
  path: '/api/v1/documents/generate',
  access: { kind: 'client', scope: 'documents:write' },
  limit: null,
  envelope: 'wrapped',
  body: DocumentRequest,
  bodyLimitBytes: BODY_LIMIT_BYTES,
  idempotent: true,
  isForAgents: true,
  responses: {
    201: { description: 'The document, or the reason of its failure', schema: DocumentRecord },
    202: { description: 'Accepted; it is still being generated', schema: DocumentRecord },
  },
  errors: [],
  async furtherFaults(body, { principal: { tenant }, receivedAt }, services) {
    return (await checkRequest(body, { tenant, receivedAt }, services)).faults;
  },
  async handle({ principal: { tenant }, body, sentBody, requestId, receivedAt, held }, services) {
    const { content, warnings, brandingId } = await prepareDocument({ tenant, body, sentBody, receivedAt }, services);
    await refuseWhenFull(services);
    const { shipmentId = null, instructionId = null } = body;
    const work = { tenant, requestId, receivedAt, held, shipmentId, instructionId, brandingId, warnings };
    const document = await storeDocument(content, work, services);
    return replyOrFallback(replyWith(document, services), runAndAnswer(tenant, document.id, services), services);
  },
  recover: (subject, { principal }, services) => runAndAnswer(principal.tenant, subject, services),
});
