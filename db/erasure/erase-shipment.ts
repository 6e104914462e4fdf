import { tenantName, type Tenant } from '../../domain/auth/tenant';
import type { Queryable } from '../database';
import { MAX_RELATED, RECEIVERS_ANSWERS_SQL, type Erasure } from './eraser';

interface Row extends Tenant {
  related: string[];
}

/** A statement of its own: one that waits for a lock reads other rows as they were before its wait. */
const LOCK_SQL = 'select from shipments where id = $1 for no key update';

const READ_SQL = `
  select s.account_id as "accountId", s.environment,
    array(select d.id from documents d where d.account_id = s.account_id and d.shipment_id = s.id
      and d.erased_at is null order by d.id limit ${MAX_RELATED}) as related
  from shipments s where s.id = $1`;

/** The stored answer to the creation is emptied and its key stays: a repeat is answered from the row as it is then. */
const SHIPMENT_SQL = `
  with shipment as (
    update shipments set buyer = null, description = null, erased_at = coalesce(erased_at, now())
    where id = $1 and (erased_at is null or buyer is not null or description is not null) returning idempotency_key
  ),
  findings as (
    update shipment_findings set reason = null where shipment_id = $1 and reason is not null
  ),
  stored as (
    update idempotency_keys k
    set status_code = null, body = null, headers = null, claim_token = null, claimed_until = '-infinity'
    from shipments s
    where s.id = $1 and k.scope = $2 and k.operation = 'createShipment' and k.key = s.idempotency_key and k.subject = $1
      and k.body is not null
    returning 1
  ),
  ${RECEIVERS_ANSWERS_SQL}
  select (select count(*) from shipment)::integer as shipment, (select count(*) from stored)::integer as "storedAnswers",
    (select count(*) from answers)::integer as "receiversAnswers"`;

/**
 * Erases a shipment's buyer and description.
 * @returns null for an unknown shipment
 * Source: docs/GAPS.md#erasure
 */
export async function eraseShipment(client: Queryable, id: string): Promise<Erasure | null> {
  await client.query(LOCK_SQL, [id]);
  const [row] = await client.query<Row>(READ_SQL, [id]);
  if (row === undefined) return null;
  const [removed] = await client.query<Record<string, number>>(SHIPMENT_SQL, [id, tenantName(row)]);
  return { accountId: row.accountId, removed: removed ?? {}, related: row.related };
}
