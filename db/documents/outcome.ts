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
 * Writes the event of a document's outcome, once; the outcome itself has ordered that (db/schema/14-documents.sql). It is for a process
 * without a browser: that one may write into no table of events.
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
 * Stores the file and its outcome in one transaction; a document that has its outcome keeps it.
 * @returns whether this call decided
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
 * Gives a document up. Source: docs/GAPS.md#D1
 * @param reason in words for the client, without internals
 * @returns whether this call decided
 */
export async function failDocument(database: Database, id: string, reason: string): Promise<boolean> {
  const rows = await database.query(
    `update documents set status = 'failed', finished_at = now(), failure_reason = $2
     where id = $1 and status = 'generating' returning id`,
    [id, reason],
  );
  return rows.length > 0;
}
