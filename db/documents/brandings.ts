import type { Tenant } from '../../domain/auth/tenant';
import type { InvoiceFormat } from '../../domain/documents/branding';
import { appendAuditEntry, type Actor } from '../auth/audit-log';
import type { Database, Queryable } from '../database';

/** A logo as it is printed. */
export interface StoredLogo {
  png: Buffer;
  /** Pixels. */
  width: number;
  height: number;
}

/** Colour and logo of documents, null for the default, and what commercial invoices are. */
export interface Branding {
  /** `#rrggbb` in lower case. */
  accent: string | null;
  logo: StoredLogo | null;
  invoiceFormat: InvoiceFormat;
}

/** That of an account that has set nothing. */
export const DEFAULT_BRANDING: Branding = { accent: null, logo: null, invoiceFormat: 'pdf' };

export interface StoredBranding extends Branding {
  createdAt: Date;
}

interface Row {
  accent: string | null;
  png: Buffer | null;
  width: number | null;
  height: number | null;
  invoiceFormat: InvoiceFormat;
  createdAt: Date;
}

const COLUMNS = `accent, logo_png as png, logo_width as width, logo_height as height, invoice_format as "invoiceFormat",
  created_at as "createdAt"`;

function toBranding({ accent, png, width, height, invoiceFormat, createdAt }: Row): StoredBranding {
  const logo = png === null || width === null || height === null ? null : { png, width, height };
  return { accent, logo, invoiceFormat, createdAt };
}

/** SQL of the branding that a side of an account has now. */
const OF_NOW_SQL = 'from document_brandings where account_id = $1 and environment = $2 order by id desc limit 1';

/** @returns how new documents of that side look; null where nothing was ever set. Source: docs/GAPS.md#D7 */
export async function findBranding(client: Queryable, tenant: Tenant): Promise<StoredBranding | null> {
  const [row] = await client.query<Row>(`select ${COLUMNS} ${OF_NOW_SQL}`, [tenant.accountId, tenant.environment]);
  return row === undefined ? null : toBranding(row);
}

/** The branding that a document is asked for with, and by which it is judged. */
export interface CurrentBranding {
  /** null where nothing was ever set. */
  id: string | null;
  invoiceFormat: InvoiceFormat;
}

/** The branding in use on one side of an account, without its picture; the default if none is set. */
export async function currentBranding(client: Queryable, tenant: Tenant): Promise<CurrentBranding> {
  const [row] = await client.query<{ id: string; invoiceFormat: InvoiceFormat }>(
    `select id, invoice_format as "invoiceFormat" ${OF_NOW_SQL}`,
    [tenant.accountId, tenant.environment],
  );
  return row ?? { id: null, invoiceFormat: DEFAULT_BRANDING.invoiceFormat };
}

/** The branding that was in use when a document was requested; null if none was set. */
export async function brandingOfDocument(client: Queryable, documentId: string): Promise<StoredBranding | null> {
  const [row] = await client.query<Row>(
    `select ${COLUMNS} from document_brandings where id = (select branding_id from documents where id = $1)`,
    [documentId],
  );
  return row === undefined ? null : toBranding(row);
}

/**
 * Sets the branding of new documents of one side of an account, with an audit entry. Earlier brandings stay while a
 * document refers to them; unused ones are deleted an hour after they were replaced, when no running request can refer
 * to them.
 */
export async function setBranding(
  database: Database,
  request: { tenant: Tenant; branding: Branding; actor: Actor },
): Promise<StoredBranding> {
  const { tenant, branding, actor } = request;
  const { accountId, environment } = tenant;
  const { accent, logo, invoiceFormat } = branding;
  return database.transaction(async (client) => {
    const [row] = await client.query<{ createdAt: Date }>(
      `insert into document_brandings (account_id, environment, accent, logo_png, logo_width, logo_height, invoice_format)
       values ($1, $2, $3, $4, $5, $6, $7) returning created_at as "createdAt"`,
      [accountId, environment, accent, logo?.png ?? null, logo?.width ?? null, logo?.height ?? null, invoiceFormat],
    );
    if (row === undefined) throw new Error('the branding was not written');
    await client.query(
      `delete from document_brandings b where account_id = $1 and environment = $2::environment
         and exists (select from document_brandings n
           where n.account_id = $1 and n.environment = $2::environment and n.id > b.id
             and n.created_at < now() - interval '1 hour')
         and not exists (select from documents d where d.branding_id = b.id)`,
      [accountId, environment],
    );
    const detail = { environment, accent, hasLogo: logo !== null, invoiceFormat };
    await appendAuditEntry(client, { actor, act: 'branding.changed', subject: accountId, accountId, detail });
    return { ...branding, createdAt: row.createdAt };
  });
}
