import type { DocumentStatus } from '../../domain/documents/document';
import { documentErasureRefusal } from '../../domain/erasure/refusals';
import type { Queryable } from '../database';
import { RECEIVERS_ANSWERS_SQL, type Erasure } from './eraser';

interface Row {
  account_id: string;
  status: DocumentStatus;
}

/** Its hash and size stay, so that a copy held elsewhere can still be verified. */
const DOCUMENT_SQL = `
  with data as (delete from document_requests where document_id = $1 returning 1),
  files as (delete from document_files where document_id = $1 returning 1),
  document as (
    update documents set erased_at = now(), warnings = '[]' where id = $1 and erased_at is null returning 1
  ),
  ${RECEIVERS_ANSWERS_SQL}
  select (select count(*) from document)::integer as document, (select count(*) from data)::integer as data,
    (select count(*) from files)::integer as files, (select count(*) from answers)::integer as "receiversAnswers"`;

/**
 * Erases the data, the file and the preview of a document; downloads get 410 afterwards.
 * @returns null for an unknown document, or why its data must stay
 * Source: docs/GAPS.md#erasure
 */
export async function eraseDocument(client: Queryable, id: string): Promise<Erasure | { refused: string } | null> {
  const [row] = await client.query<Row>('select account_id, status from documents where id = $1 for no key update', [
    id,
  ]);
  if (row === undefined) return null;
  const refused = documentErasureRefusal(row.status);
  if (refused !== null) return { refused };
  const [removed] = await client.query<Record<string, number>>(DOCUMENT_SQL, [id]);
  return { accountId: row.account_id, removed: removed ?? {}, related: [] };
}
