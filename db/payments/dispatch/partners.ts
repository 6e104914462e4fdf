import { randomBytes } from 'node:crypto';
import type { Environment } from '../../../domain/auth/tenant';
import type { SettledBy } from '../../../domain/payments/settlement/booking';
import type { Database, Queryable } from '../../database';
import { FILE_FLAGS_SQL, type FileFlag } from '../../operator-flags';
import { newId } from '../../../lib/ids';
import { openSealed, PARTNER_SECRET } from '../../sealed-columns';
import type { Vault } from '../../../lib/vault';
import { HAS_BOOKINGS } from '../settlement/insert-statement';

/** A settlement partner and how it is reached. */
export interface Partner {
  id: string;
  name: string;
  /** Name of the adapter that speaks to it. */
  adapter: string;
  /** Settings of the adapter, such as the `url` of an `http` partner; their shape is that of the adapter. */
  config: Record<string, unknown>;
  /** It is given payments of this side alone. Source: docs/GAPS.md#A4 */
  environment: Environment;
  /** Moved by each change of its destination. Source: docs/GAPS.md#P21 */
  generation: number;
}

/** All settings of an adapter, of which the address has a column of its own. */
const CONFIG = `config || case when url is null then '{}' else jsonb_build_object('url', url) end`;
const COLUMNS = `id, name, adapter, ${CONFIG} as config, environment, generation`;

export async function findPartner(database: Queryable, id: string): Promise<Partner | null> {
  const [partner] = await database.query<Partner>(`select ${COLUMNS} from partners where id = $1`, [id]);
  return partner ?? null;
}

export async function findPartnerByName(database: Queryable, name: string): Promise<Partner | null> {
  const [partner] = await database.query<Partner>(`select ${COLUMNS} from partners where name = $1`, [name]);
  return partner ?? null;
}

/** A file of a partner that operators want to be read again. */
export interface RetriedFile {
  kind: FileFlag;
  subject: string;
  target: string;
}

/** A partner whose reports are fetched. */
export interface VisitedPartner extends Partner {
  retries?: readonly RetriedFile[];
}

/** The partners of these adapters, including disabled ones, whose reports are still read. */
export function listPartnersOf(database: Queryable, adapters: readonly string[]): Promise<VisitedPartner[]> {
  return database.query<VisitedPartner & Record<string, unknown>>(
    `select ${COLUMNS}, array(
       select json_build_object('kind', f.kind, 'subject', f.subject, 'target', f.detail ->> 'target') from operator_flags f
       where f.kind in ${FILE_FLAGS_SQL} and f.cleared_at is null and f.detail ? 'retry'
         and split_part(f.subject, '/', 1) = partners.id) as retries
     from partners where adapter = any($1) order by id`,
    [adapters],
  );
}

/**
 * What settles a payment at a bank that takes files: the partner's setting, else a booking once the bank has sent a
 * statement, else the status ACCC.
 * Source: docs/GAPS.md#P25
 */
export async function readSettledBy(database: Queryable, partnerId: string): Promise<SettledBy> {
  const [partner] = await database.query<{ settledBy: SettledBy }>(
    `select coalesce(config ->> 'settledBy', case when exists (
       select from payment_statements s where s.partner_id = partners.id and ${HAS_BOOKINGS}) then 'booking' else 'ACCC' end) as "settledBy"
     from partners where id = $1`,
    [partnerId],
  );
  return partner?.settledBy ?? 'booking';
}

export interface NewPartner {
  name: string;
  adapter: string;
  config: Readonly<Record<string, unknown>>;
  environment: Environment;
  /** Whether its reports need a signature beside its key. Source: docs/GAPS.md#A2 */
  authMode?: 'bearer' | 'signed';
  /** Whether it is given payments from the beginning, as by default. */
  isEnabled?: boolean;
}

/**
 * Creates a partner with a signing secret, in the caller's transaction.
 * @returns its id and the secret, which is shown to its owner once
 */
export async function insertPartner(
  client: Queryable,
  vault: Vault,
  { name, adapter, config, environment, authMode = 'bearer', isEnabled = true }: NewPartner,
): Promise<{ id: string; secret: string }> {
  const id = newId('partner');
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const { url, ...others } = config;
  const address = typeof url === 'string' ? url.replace(/\/+$/, '') : null;
  await client.query(
    `insert into partners (id, name, adapter, url, config, environment, auth_mode, disabled_at)
     values ($1, $2, $3, $4, $5, $6, $7, case when not $8::boolean then now() end)`,
    [id, name, adapter, address, JSON.stringify(others), environment, authMode, isEnabled],
  );
  await addPartnerSecret(client, vault, id, secret);
  return { id, secret };
}

/** Makes a partner that comes with the program, or with a test; `registerPartner` is for people. */
export function createPartner(
  database: Database,
  vault: Vault,
  request: NewPartner,
): Promise<{ id: string; secret: string }> {
  return database.transaction((client) => insertPartner(client, vault, request));
}

/** Adds a signing secret. The newest one signs requests to the partner; all live ones verify its requests. */
export async function addPartnerSecret(
  client: Queryable,
  vault: Vault,
  partnerId: string,
  secret: string,
): Promise<void> {
  const id = newId('key');
  await client.query('insert into partner_secrets (id, partner_id, secret_sealed) values ($1, $2, $3)', [
    id,
    partnerId,
    vault.seal(secret, PARTNER_SECRET.purpose(id)),
  ]);
}

/**
 * The live signing secrets of a partner, the newest first; two during a rotation. A revoked one stops verifying at
 * once, even if the clock of this process is behind that of Postgres.
 */
export async function livePartnerSecrets(
  database: Queryable,
  vault: Vault,
  partnerId: string,
  now: Date,
): Promise<string[]> {
  const rows = await database.query<{ id: string; value: Buffer }>(
    `select id, secret_sealed as value from partner_secrets
     where partner_id = $1 and (expires_at is null or expires_at > greatest($2, now()))
     order by created_at desc, id desc limit 2`,
    [partnerId, now],
  );
  return rows.map((row) => openSealed(vault, PARTNER_SECRET, row).toString('utf8'));
}
