import type { ScreeningDecision } from '../../domain/compliance/screen';
import type { Tenant } from '../../domain/auth/tenant';
import { KeptBeneficiary, KeptChange } from '../../domain/beneficiaries/beneficiary-schema';
import type { ListPage } from '../../domain/list-order';
import type { Vault } from '../../lib/vault';
import { KEY_OWNER_SQL } from '../auth/makers';
import type { Queryable } from '../database';
import { inOrder } from '../list-order';
import { CHANGED_BENEFICIARY, openSealed, SAVED_BENEFICIARY } from '../sealed-columns';

/** A saved payee as it is kept, opened. Source: docs/GAPS.md#P16 */
export interface StoredBeneficiary {
  id: string;
  tenant: Tenant;
  details: KeptBeneficiary;
  /** The sealed details, by which a change finds out that another one came first. */
  sealed: Buffer;
  /** The newest version that was confirmed or is old enough: with it a later one is compared. */
  settledVersion: number;
  /** What its changes of bank details have replaced; null where none has, or it is over for long. */
  change: KeptChange | null;
  /** The same, sealed: a confirmation that came first has changed it, too. */
  changeSealed: Buffer | null;
  version: number;
  /** Until when payments to it are held; null where nothing holds them. */
  heldUntil: Date | null;
  /** The last moment until which payments to earlier versions are held; null where none are. */
  earlierHeldUntil: Date | null;
  /** Ids of the users who made what is to be confirmed, as `HeldVersion` has them. */
  changedBy: readonly (string | null)[];
  changedAt: Date;
  confirmedAt: Date | null;
  decision: ScreeningDecision;
  screenedAt: Date;
  createdAt: Date;
  updatedAt: Date;
}

type Row = Omit<StoredBeneficiary, 'details' | 'change'> & Record<string, unknown>;

/** SQL of the newest version of beneficiary `b` that was confirmed or is old enough. */
const SETTLED_SQL = `(
      select coalesce(max(s.version), 0) from beneficiary_versions s where s.beneficiary_id = b.id
        and (s.confirmed_at is not null or s.held_until is null or s.held_until <= clock_timestamp()))`;

/** SQL of the versions of beneficiary `b` after that: those to be confirmed. */
const OPEN_SINCE_SQL = `w.beneficiary_id = b.id and w.version > ${SETTLED_SQL}`;

/**
 * SQL of the users who changed the bank details of beneficiary `b` since the last version that was confirmed or is old
 * enough; null for one that is not known. Where a key did it, that is who answers for the key: who made it has seen its secret.
 */
export const CHANGED_BY_SQL = `array(
    select case when w.changed_by like 'user:%' then substr(w.changed_by, 6) else (
      select ${KEY_OWNER_SQL} from api_keys k where k.id = substr(w.changed_by, 5)) end
    from beneficiary_versions w where ${OPEN_SINCE_SQL})`;

/** Saved payees `b` with their version and their newest screening; without deleted ones. */
const BENEFICIARY_SQL = `
  select b.id, jsonb_build_object('accountId', b.account_id, 'environment', b.environment) as tenant,
    b.private_sealed as sealed, b.change_sealed as "changeSealed", b.version,
    ${SETTLED_SQL} as "settledVersion", b.created_at as "createdAt", b.updated_at as "updatedAt",
    case when v.confirmed_at is null and v.held_until > clock_timestamp() then v.held_until end as "heldUntil",
    (select max(e.held_until) from beneficiary_versions e where e.beneficiary_id = b.id and e.version < b.version
      and e.confirmed_at is null and e.held_until > clock_timestamp()) as "earlierHeldUntil",
    ${CHANGED_BY_SQL} as "changedBy", v.changed_at as "changedAt", v.confirmed_at as "confirmedAt",
    s.decision, s.screened_at as "screenedAt"
  from beneficiaries b
  join beneficiary_versions v on v.beneficiary_id = b.id and v.version = b.version
  cross join lateral (
    select s.decision, s.screened_at from beneficiary_screenings l join screenings s on s.id = l.screening_id
    where l.beneficiary_id = b.id order by l.screening_id desc limit 1) s
  where b.deleted_at is null`;

function openBeneficiary(vault: Vault, row: Row): StoredBeneficiary {
  const text = openSealed(vault, SAVED_BENEFICIARY, { id: row.id, value: row.sealed }).toString('utf8');
  const change = openChange(vault, row.id, row.changeSealed);
  return { ...row, change, details: KeptBeneficiary.parse(JSON.parse(text)) };
}

export function openChange(vault: Vault, id: string, value: Buffer | null): KeptChange | null {
  if (value === null) return null;
  return KeptChange.parse(JSON.parse(openSealed(vault, CHANGED_BENEFICIARY, { id, value }).toString('utf8')));
}

/** @returns what is kept of a change of bank details, sealed for the row of the payee */
export function sealChange(vault: Vault, id: string, change: KeptChange): Buffer {
  return vault.seal(JSON.stringify(change), CHANGED_BENEFICIARY.purpose(id));
}

/** A change of bank details that is to be confirmed. */
export interface OpenChange {
  /** Email address of the member, or label of the key; the id where neither is known any more. */
  by: string;
  isKey: boolean;
  at: Date;
}

/** Unconfirmed changes of a saved payee's bank details, the first one first. Source: docs/GAPS.md#P16 */
export function listOpenChanges(client: Queryable, id: string): Promise<OpenChange[]> {
  return client.query<OpenChange & Record<string, unknown>>(
    `select coalesce(u.email, k.label, w.changed_by) as by, w.changed_by like 'key:%' as "isKey", w.changed_at as at
     from beneficiaries b join beneficiary_versions w on ${OPEN_SINCE_SQL}
     left join users u on u.id = substr(w.changed_by, 6) and w.changed_by like 'user:%'
     left join api_keys k on k.id = substr(w.changed_by, 5) and w.changed_by like 'key:%'
     where b.id = $1 order by w.version`,
    [id],
  );
}

/** @returns what is kept of a saved payee, sealed for its row */
export function sealBeneficiary(vault: Vault, id: string, details: KeptBeneficiary): Buffer {
  return vault.seal(JSON.stringify(details), SAVED_BENEFICIARY.purpose(id));
}

/** A saved payee; null for an unknown or deleted one, and for another tenant's. Source: docs/GAPS.md#G7 */
export async function findBeneficiary(
  client: Queryable,
  vault: Vault,
  tenant: Tenant,
  id: string,
): Promise<StoredBeneficiary | null> {
  const [row] = await client.query<Row>(
    `${BENEFICIARY_SQL} and b.account_id = $1 and b.environment = $2 and b.id = $3`,
    [tenant.accountId, tenant.environment, id],
  );
  return row === undefined ? null : openBeneficiary(vault, row);
}

/** One page of a tenant's saved payees. Source: docs/GAPS.md#G8 */
export async function listBeneficiaries(
  client: Queryable,
  vault: Vault,
  tenant: Tenant,
  { after, order, limit }: ListPage,
): Promise<StoredBeneficiary[]> {
  const { beyond, direction } = inOrder(order);
  const rows = await client.query<Row>(
    `${BENEFICIARY_SQL} and b.account_id = $1 and b.environment = $2 and ($3::text is null or b.id ${beyond} $3)
     order by b.id ${direction} limit $4`,
    [tenant.accountId, tenant.environment, after ?? null, limit],
    'for_values',
  );
  return rows.map((row) => openBeneficiary(vault, row));
}
