import { documentEventObject } from '../../domain/documents/document';
import type { Database, Queryable } from '../database';
import { recordEvent } from '../events';
import { findAnyDocument } from './documents';
import type { DocumentStore, StoredFile } from './store';

export interface GeneratedFile extends StoredFile {
  sha256: string;
  pageCount: number;
}

async function writeEvent(client: Queryable, id: string): Promise<void> {
  const document = await findAnyDocument(client, id);
  if (document === null || document.status === 'generating') throw new Error('the document has no outcome');
  const { status } = document;
  const type = status === 'generated' ? 'document.generated' : 'document.failed';
  const object = documentEventObject({ ...document, status });
  const { accountId, environment } = document;
  await recordEvent(client, { tenant: { accountId, environment }, type, object, subject: id });
}

/**
 * Stores the file and says so, all in one transaction; a document that has its outcome keeps it.
 * @returns whether this call decided
 */
export async function completeDocument(
  database: Database,
  store: DocumentStore,
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
    await store.put(client, id, file, row.expires_at);
    await writeEvent(client, id);
    return true;
  });
}

/**
 * Gives a document up. Source: docs/GAPS.md#D1
 * @param reason in words for the client, without internals
 * @returns whether this call decided
 */
export async function failDocument(database: Database, id: string, reason: string): Promise<boolean> {
  return database.transaction(async (client) => {
    const rows = await client.query(
      `update documents set status = 'failed', finished_at = now(), failure_reason = $2
       where id = $1 and status = 'generating' returning id`,
      [id, reason],
    );
    if (rows.length === 0) return false;
    await writeEvent(client, id);
    return true;
  });
}
