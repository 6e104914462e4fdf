import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { ApplicationFailure, Context } from '@temporalio/activity';
import type { Logger } from 'pino';
import type { Database } from '../../db/database';
import { brandingOfDocument } from '../../db/documents/brandings';
import { findAnyDocument, type DocumentFacts } from '../../db/documents/documents';
import { completeDocument, failDocument } from '../../db/documents/outcome';
import { readRequestData } from '../../db/documents/store';
import { DataKeyMissing, type Vault } from '../../lib/vault';
import { facturXInvoice } from '../../domain/documents/factur-x/invoice-xml';
import { DocumentRequest, type DocumentContent } from '../../domain/documents/registry';
import { verifyCode, verifyLabel, verifyUrl } from '../../domain/documents/verify-code';
import { withHeartbeats } from '../heartbeat';
import type { BrowserPool } from './browser-pool';
import { renderDocument } from './render';
import { TooTall } from '../../domain/documents/layout/templates/pagination';

/** Tries of the rendering; the database may be tried for longer. */
const MAX_RENDER_ATTEMPTS = 3;

/** Documents that one process renders at a time. */
export const RENDER_CONCURRENCY = Math.max(1, Math.min(4, availableParallelism()));

export interface DocumentActivityContext {
  database: Database;
  vault: Vault;
  pool: BrowserPool;
  publicUrl: string;
  log: Logger;
}

export interface DocumentActivities {
  /** Renders and stores; nothing of the document passes through the workflow's history. */
  generateDocument(documentId: string): Promise<void>;
  giveUpDocument(documentId: string, reason: 'too_tall' | 'rendering'): Promise<void>;
}

const REASONS = {
  too_tall: 'A text of the document is too long to stand on one page.',
  rendering: 'The document could not be rendered.',
} as const;

/** What the client sent, read again with the schema that had accepted it. */
async function readContent(context: DocumentActivityContext, document: DocumentFacts): Promise<DocumentContent> {
  const data = await readRequestData(context.database, context.vault, document.id);
  return DocumentRequest.parse({ type: document.type, data });
}

/** Renders a stored document with its branding and verification code. */
async function renderStored(context: DocumentActivityContext, document: DocumentFacts) {
  const content = await readContent(context, document);
  const branding = await brandingOfDocument(context.database, document.id);
  const code = verifyCode(context.vault.derive(verifyLabel(document.id)));
  const marks = {
    documentId: document.id,
    verifyCode: code,
    verifyUrl: verifyUrl(context.publicUrl, document.id, code),
    branding: branding && { accent: branding.accent, logoPng: branding.logo?.png ?? null },
  };
  const isElectronic = content.type === 'commercial_invoice' && branding?.invoiceFormat === 'factur-x';
  const invoiceXml = isElectronic ? facturXInvoice(content.data) : null;
  return renderDocument(context.pool, { content, marks, invoiceXml, createdAt: document.createdAt });
}

/**
 * The fault as Temporal retries it: not for a page that is too tall, nor after the last attempt. A missing key is always
 * retried: `corridor keys rotate-data` seals the document with a present one.
 */
function asFailure(fault: unknown, attempt: number): unknown {
  if (fault instanceof TooTall) return ApplicationFailure.nonRetryable('too tall', 'too_tall');
  if (attempt < MAX_RENDER_ATTEMPTS || fault instanceof DataKeyMissing) return fault;
  return ApplicationFailure.nonRetryable('the rendering failed', 'rendering');
}

/** Activities of the `documents` queue. */
export function createDocumentActivities(context: DocumentActivityContext): DocumentActivities {
  const { database, vault, log } = context;
  return {
    async generateDocument(documentId) {
      const { attempt } = Context.current().info;
      await withHeartbeats(async () => {
        const document = await findAnyDocument(database, documentId);
        if (document?.status !== 'generating') return;
        const { pdf, preview, pageCount } = await renderStored(context, document).catch((fault: unknown) => {
          log.warn({ documentId, attempt, fault }, 'a document could not be rendered');
          throw asFailure(fault, attempt);
        });
        const bytes = Buffer.from(pdf);
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        await completeDocument(database, vault, documentId, { pdf: bytes, preview, sha256, pageCount });
      });
    },
    async giveUpDocument(documentId, reason) {
      await failDocument(database, documentId, REASONS[reason]);
    },
  };
}
