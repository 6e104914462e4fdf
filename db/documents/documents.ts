import type { Tenant } from '../../domain/auth/tenant';
import type { DocumentStatus } from '../../domain/documents/document';
import type { DocumentType } from '../../domain/documents/registry';
import type { DocumentWarning } from '../../domain/documents/rules/finding';
import type { Locale } from '../../domain/documents/locales';
import type { ListPage } from '../../domain/list-order';
import type { Database, Queryable } from '../database';
import { nameIdempotentSubject, type HeldKey } from '../idempotency';
import { inOrder } from '../list-order';
import { TOPICS } from '../outbox';

/** The relay starts what the request itself could not: late enough not to compete with it. */
const RELAY_AFTER_SECONDS = 3;

/** What is known of a document for ever; nothing of its contents. */
export interface DocumentFacts extends Tenant {
  id: string;
  type: DocumentType;
  status: DocumentStatus;
  number: string;
  shipmentId: string | null;
  instructionId: string | null;
  warnings: DocumentWarning[];
  createdAt: Date;
  expiresAt: Date;
  finishedAt: Date | null;
  failureReason: string | null;
  sha256: string | null;
  sizeBytes: number | null;
  pageCount: number | null;
  /** When its file and data were erased on request; null for all others. */
  erasedAt: Date | null;
}

const COLUMNS = `id, account_id as "accountId", environment, type, status, number, shipment_id as "shipmentId",
  instruction_id as "instructionId", warnings, created_at as "createdAt", expires_at as "expiresAt",
  finished_at as "finishedAt", failure_reason as "failureReason", sha256, size_bytes as "sizeBytes",
  page_count as "pageCount", erased_at as "erasedAt"`;

export interface NewDocument {
  id: string;
  tenant: Tenant;
  requestId: string;
  type: DocumentType;
  number: string;
  locale: Locale;
  shipmentId: string | null;
  instructionId: string | null;
  /** The branding by which it was judged, and is rendered; null for the default. */
  brandingId: string | null;
  warnings: readonly DocumentWarning[];
  createdAt: Date;
  expiresAt: Date;
  dataSealed: Buffer;
}

/**
 * Stores a document to be generated, its data, and the outbox item that starts its workflow, in one transaction.
 * @param held idempotency key of the request; null for one without
 * @throws DomainError IN_PROGRESS when another request with that key has taken over
 */
export async function createDocument(
  database: Database,
  document: NewDocument,
  held: HeldKey | null,
): Promise<DocumentFacts> {
  return database.transaction(async (client) => {
    const made = await insertDocument(client, document);
    await nameIdempotentSubject(client, held, document.id);
    return made;
  });
}

async function insertDocument(client: Queryable, document: NewDocument): Promise<DocumentFacts> {
  const [made] = await client.query<DocumentFacts>(
    `with document as (
       insert into documents (id, account_id, environment, request_id, type, number, locale, shipment_id, instruction_id,
         warnings, created_at, expires_at, branding_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $14) returning *
     ),
     request as (
       insert into document_requests (document_id, data_sealed, expires_at) select id, $13, expires_at from document
     ),
     start as (
       insert into outbox (topic, subject, account_id, available_at)
       select '${TOPICS.startDocument}', id, account_id, now() + make_interval(secs => ${RELAY_AFTER_SECONDS}) from document
     )
     select ${COLUMNS} from document`,
    [
      document.id,
      document.tenant.accountId,
      document.tenant.environment,
      document.requestId,
      document.type,
      document.number,
      document.locale,
      document.shipmentId,
      document.instructionId,
      JSON.stringify(document.warnings),
      document.createdAt,
      document.expiresAt,
      document.dataSealed,
      document.brandingId,
    ],
  );
  if (made === undefined) throw new Error('an inserted document was not returned');
  return made;
}

/** The request started the workflow itself, so the relay need not. */
export async function forgetDocumentStart(client: Queryable, id: string): Promise<void> {
  await client.query(`delete from outbox where topic = '${TOPICS.startDocument}' and subject = $1`, [id]);
}

/** A tenant's document; null for an unknown one and for another tenant's. Source: docs/GAPS.md#G7 */
export async function findDocument(client: Queryable, tenant: Tenant, id: string): Promise<DocumentFacts | null> {
  const [row] = await client.query<DocumentFacts>(
    `select ${COLUMNS} from documents where account_id = $1 and environment = $2 and id = $3`,
    [tenant.accountId, tenant.environment, id],
  );
  return row ?? null;
}

/** A document of any tenant, or null: for the worker, and for the verify page, which shows no contents. */
export async function findAnyDocument(client: Queryable, id: string): Promise<DocumentFacts | null> {
  const [row] = await client.query<DocumentFacts>(`select ${COLUMNS} from documents where id = $1`, [id]);
  return row ?? null;
}

export interface DocumentFilters extends ListPage {
  type?: DocumentType | undefined;
  status?: DocumentStatus | undefined;
  shipmentId?: string | undefined;
  instructionId?: string | undefined;
}

/** One page of a tenant's documents. Source: docs/GAPS.md#G8 */
export async function listDocuments(
  client: Queryable,
  tenant: Tenant,
  filters: DocumentFilters,
): Promise<DocumentFacts[]> {
  const { beyond, direction } = inOrder(filters.order);
  return client.query<DocumentFacts>(
    `select ${COLUMNS} from documents
     where account_id = $1 and environment = $2 and ($3::text is null or type = $3)
       and ($4::text is null or status = $4) and ($5::text is null or shipment_id = $5)
       and ($6::text is null or id ${beyond} $6) and ($8::text is null or instruction_id = $8)
     order by id ${direction} limit $7`,
    [
      tenant.accountId,
      tenant.environment,
      filters.type ?? null,
      filters.status ?? null,
      filters.shipmentId ?? null,
      filters.after ?? null,
      filters.limit,
      filters.instructionId ?? null,
    ],
    'for_values',
  );
}

/** The newest documents, among which one is looked for by its number, and how many are found. */
const LOOKED_THROUGH = 1_000;
const MAX_FOUND = 25;

/** @returns documents among the newest whose number begins with a text, in large letters or small, the newest first */
export async function findDocumentsByNumber(client: Queryable, tenant: Tenant, text: string): Promise<DocumentFacts[]> {
  return client.query<DocumentFacts>(
    `select ${COLUMNS} from documents where id in (
       select id from (
         select id, number from documents where account_id = $1 and environment = $2
         order by id desc limit ${LOOKED_THROUGH}
       ) newest where starts_with(lower(number), lower($3))
     ) order by id desc limit ${MAX_FOUND}`,
    [tenant.accountId, tenant.environment, text],
    'for_values',
  );
}

/** @returns how many documents wait to be generated, counted up to `limit` */
export async function countGenerating(client: Queryable, limit: number): Promise<number> {
  const [row] = await client.query<{ count: number }>(
    `select count(*)::int as count from (select 1 from documents where status = 'generating' limit $1) waiting`,
    [limit],
  );
  return row?.count ?? 0;
}
