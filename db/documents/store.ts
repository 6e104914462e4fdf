import type { Queryable } from '../database';
import type { Vault } from '../../lib/vault';

/** The file of a document and its preview, sealed at rest: both hold names and addresses. */
export interface StoredFile {
  pdf: Buffer;
  preview: string;
}

const pdfPurpose = (documentId: string) => `document-pdf:${documentId}`;
const previewPurpose = (documentId: string) => `document-preview:${documentId}`;
const dataPurpose = (documentId: string) => `document-data:${documentId}`;

/** Seals the client's data; they are stored until the document expires. */
export function sealRequestData(vault: Vault, documentId: string, data: unknown): Buffer {
  return vault.seal(JSON.stringify(data), dataPurpose(documentId));
}

/** @returns what the client sent, unread */
export function openRequestData(vault: Vault, documentId: string, sealed: Buffer): unknown {
  return JSON.parse(vault.open(sealed, dataPurpose(documentId)));
}

/** The data of a document as the client sent them; null once they have expired. */
export async function readRequestData(client: Queryable, vault: Vault, documentId: string): Promise<unknown> {
  const [row] = await client.query<{ data_sealed: Buffer }>(
    'select data_sealed from document_requests where document_id = $1',
    [documentId],
  );
  return row === undefined ? null : openRequestData(vault, documentId, row.data_sealed);
}

interface FileRow {
  pdf_sealed: Buffer;
  preview_sealed: Buffer;
}

/**
 * Stores a file, sealed, in Postgres: then one backup has everything, and a file exists exactly when its document says
 * so.
 */
export async function storeFile(
  client: Queryable,
  vault: Vault,
  { documentId, file, expiresAt }: { documentId: string; file: StoredFile; expiresAt: Date },
): Promise<void> {
  await client.query(
    `insert into document_files (document_id, pdf_sealed, preview_sealed, expires_at) values ($1, $2, $3, $4)
     on conflict (document_id) do nothing`,
    [
      documentId,
      vault.seal(file.pdf.toString('base64'), pdfPurpose(documentId)),
      vault.seal(file.preview, previewPurpose(documentId)),
      expiresAt,
    ],
  );
}

/** A document's file; null before it is generated and once it has expired. */
export async function readFile(client: Queryable, vault: Vault, documentId: string): Promise<StoredFile | null> {
  const [row] = await client.query<FileRow>(
    'select pdf_sealed, preview_sealed from document_files where document_id = $1',
    [documentId],
  );
  if (row === undefined) return null;
  return {
    pdf: Buffer.from(vault.open(row.pdf_sealed, pdfPurpose(documentId)), 'base64'),
    preview: vault.open(row.preview_sealed, previewPurpose(documentId)),
  };
}

/**
 * Deletes files and request data that have expired by Postgres' clock, at most `limit`.
 * @returns how many documents were cleared; fewer than `limit` for the last ones
 * Source: docs/GAPS.md#D1
 */
export async function removeExpiredFiles(client: Queryable, limit: number): Promise<number> {
  const [row] = await client.query<{ count: number }>(
    `with due as (
       select document_id from document_requests where expires_at <= now()
       order by expires_at limit $1 for update skip locked),
     files as (delete from document_files where document_id in (select document_id from due)),
     requests as (delete from document_requests where document_id in (select document_id from due) returning 1)
     select count(*)::int as count from requests`,
    [limit],
  );
  return row?.count ?? 0;
}
