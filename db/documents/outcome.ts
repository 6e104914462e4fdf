import { documentEventObject } from '../../domain/documents/document';
import type { Vault } from '../../lib/vault';
import type { Database } from '../database';
import { recordEvent } from '../events';
import { orderComparison } from '../shipments/order-comparison';
import { findAnyDocument } from './documents';
import { storeFile, type StoredFile } from './store';

export interface GeneratedFile extends StoredFile {
  sha256: string;
  pageCount: number;
}

/**
 * Records the event of a document's outcome, once. A process without a browser does this, because the one that renders
 * may not write events; the outbox item is written with the outcome (db/schema/14-documents.sql).
 * Source: docs/GAPS.md#D1
 */
export async function announceDocument(database: Database, id: string): Promise<void> {
  await database.transaction(async (client) => {
    const [row] = await client.query(
      `update documents set announced_at = now()
       where id = $1 and announced_at is null and status in ('generated', 'failed') returning id`,
      [id],
    );
    const document = row === undefined ? null : await findAnyDocument(client, id);
    if (document === null || document.status === 'generating') return;
    const { status, accountId, environment } = document;
    const type = status === 'generated' ? 'document.generated' : 'document.failed';
    const object = documentEventObject({ ...document, status });
    await recordEvent(client, { tenant: { accountId, environment }, type, object, subject: id });
    const { shipmentId } = document;
    if (shipmentId !== null) await orderComparison(client, { accountId, environment }, shipmentId);
  });
}

/**
 * Stores a generated file and its outcome in one transaction, unless the document has an outcome.
 * @returns whether this call stored it
 */
export async function completeDocument(
  database: Database,
  vault: Vault,
  id: string,
  file: GeneratedFile,
): Promise<boolean> {
  return database.transaction(async (client) => {
    const [row] = await client.query<{ expires_at: Date }>(
      `update documents set status = 'generated', finished_at = now(), sha256 = $2, size_bytes = $3, page_count = $4
       where id = $1 and status = 'generating' returning expires_at`,
      [id, file.sha256, file.pdf.length, file.pageCount],
    );
    if (row === undefined) return false;
    await storeFile(client, vault, { documentId: id, file, expiresAt: row.expires_at });
    return true;
  });
}

/**
 * Marks a document as failed, unless it has an outcome.
 * @param reason in words for the client, without internals
 * @returns whether this call did
 * Source: docs/GAPS.md#D1
 */
export async function failDocument(database: Database, id: string, reason: string): Promise<boolean> {
  const rows = await database.query(
    `update documents set status = 'failed', finished_at = now(), failure_reason = $2
     where id = $1 and status = 'generating' returning id`,
    [id, reason],
  );
  return rows.length > 0;
}
