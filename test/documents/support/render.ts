import { BrowserPool } from '../../../activities/documents/browser-pool';
import { launchBrowser } from '../../../activities/documents/browser';
import { renderDocument, type RenderedDocument } from '../../../activities/documents/render';
import type { SheetBranding } from '../../../domain/documents/layout/templates/view';
import type { InvoiceFormat } from '../../../domain/documents/branding';
import { facturXInvoice } from '../../../domain/documents/factur-x/invoice-xml';
import { DocumentRequest } from '../../../domain/documents/registry';
import { closeAtEnd } from '../../support/closing';

/** A pool of one browser, until the file's tests are over. */
export function openPool(limitMs = 60_000): BrowserPool {
  const pool = new BrowserPool({ launch: launchBrowser, concurrency: 1, queueLimit: 100, limitMs });
  closeAtEnd(() => pool.close());
  return pool;
}

const ID = 'doc_06exqyd7p07n5t1k6bqr8m2z4w';
const CODE = '0123456789abcdefghjkmnpqrs';

/** Renders a request body as the worker would, always under the same id and time. */
export function render(
  pool: BrowserPool,
  body: object,
  branding: SheetBranding | null = null,
  invoiceFormat: InvoiceFormat = 'pdf',
): Promise<RenderedDocument> {
  const content = DocumentRequest.parse(JSON.parse(JSON.stringify(body)));
  const verifyUrl = `https://trade.example.com/verify/${ID}?c=${CODE}`;
  const marks = { documentId: ID, verifyUrl, verifyCode: CODE, branding };
  const isElectronic = content.type === 'commercial_invoice' && invoiceFormat === 'factur-x';
  const invoiceXml = isElectronic ? facturXInvoice(content.data) : null;
  return renderDocument(pool, { content, marks, invoiceXml, createdAt: new Date('2026-01-31T12:00:00.123Z') });
}
