import type { Environment } from '../../domain/auth/tenant';
import { isIdOf, timePart, unixMsOf } from '../../domain/ids';
import type { Queryable } from '../database';

/** Something that a text names. */
export interface Found {
  kind: string;
  id: string;
  accountId: string | null;
  environment: Environment | null;
  /** The payment that it is about; itself for a payment. */
  instructionId: string | null;
}

const COLUMNS = '"kind", "id", "accountId", "environment", "instructionId"';

/** One look-up by primary key for each kind of thing. */
const BY_ID = `
  select 'document', id, account_id, environment, instruction_id from documents where id = $1
  union all select 'beneficiary', id, account_id, environment, null from beneficiaries where id = $1
  union all select 'shipment', id, account_id, environment, null from shipments where id = $1
  union all select 'webhook endpoint', id, account_id, environment, null from webhook_subscriptions where id = $1
  union all select 'delivery', d.id, d.account_id, d.environment, i.id from deliveries d
    left join events e on e.id = d.event_id left join payment_instructions i on i.id = e.subject where d.id = $1
  union all select 'event', e.id, e.account_id, e.environment, i.id from events e
    left join payment_instructions i on i.id = e.subject where e.id = $1
  union all select 'report', r.id, i.account_id, i.environment, i.id from partner_reports r
    join payment_instructions i on i.id = r.instruction_id where r.id = $1
  union all select 'case', c.id, i.account_id, i.environment, i.id from reconciliation_cases c
    join payment_instructions i on i.id = c.instruction_id where c.id = $1
  union all select 'screening', id, account_id, environment, instruction_id from screenings where id = $1
  union all select 'key', id, account_id, environment, null from api_keys where id = $1
  union all select 'account', id, id, null, null from accounts where id = $1 or name = $1
  union all select 'user', id, account_id, null, null from users where id = $1 or email = lower($1)
  union all select 'partner', id, null, environment, null from partners where id = $1 or name = $1
  union all select 'route', id, null, environment, null from routes where id = $1`;

/** Of an archived one by its id alone. */
const ARCHIVED = `select 'payment', i.id, i.account_id, i.environment, i.id from archive.payment_instructions i`;

const PAYMENT = `select 'payment', i.id, i.account_id, i.environment, i.id from payment_instructions i`;

/** References of clients are indexed by side of an account: each side is looked at, which is cheaper than an index more. */
const BY_REFERENCE = `
  ${PAYMENT} where i.id = $1 or i.partner_reference = $1 or i.bank_reference = $1
  union ${ARCHIVED} where i.id = $1
  union select payment.* from accounts a, (values ('test'), ('live')) side (name),
    lateral (${PAYMENT} where i.account_id = a.id and i.environment = side.name and i.client_reference = $1) payment`;

/** Found things of one kind that are shown. */
const MAX_FOUND = 50;

/** What a request made is made within this time of it. */
const REQUEST_MS = 60_000;

/** An id of another kind that sorts where one of that moment would. */
function boundary(prefix: string, atMs: number): string {
  return prefix + timePart(atMs);
}

/**
 * Finds what a request made: payments, documents, reports, shipments, saved payees and batches. Ids are in the order
 * of time, so it reads a short range of each.
 * @param accountId null: of any account
 */
export async function findMadeBy(
  database: Queryable,
  requestId: string,
  accountId: string | null = null,
): Promise<Found[]> {
  if (!isIdOf('request', requestId)) return [];
  const at = unixMsOf(requestId);
  const [from, until] = [at - 1_000, at + REQUEST_MS];
  return database.query<Found & Record<string, unknown>>(
    `select ${COLUMNS} from (
       ${PAYMENT} where i.request_id = $1 and i.id >= $3 and i.id < $4
       union all select 'document', id, account_id, environment, instruction_id from documents
         where request_id = $1 and id >= $5 and id < $6
       union all select 'report', r.id, i.account_id, i.environment, i.id from partner_reports r
         join payment_instructions i on i.id = r.instruction_id where r.request_id = $1 and r.id >= $7 and r.id < $8
       union all select 'shipment', id, account_id, environment, null from shipments
         where request_id = $1 and id >= $9 and id < $10
       union all select 'beneficiary', id, account_id, environment, null from beneficiaries
         where request_id = $1 and id >= $11 and id < $12
       union all select 'batch', id, account_id, environment, null from payment_batches
         where request_id = $1 and id >= $13 and id < $14
     ) made (${COLUMNS}) where $2::text is null or "accountId" = $2 limit ${MAX_FOUND}`,
    [
      requestId,
      accountId,
      ...['instr_', 'doc_', 'rep_', 'shp_', 'ben_', 'bat_'].flatMap((prefix) => [
        boundary(prefix, from),
        boundary(prefix, until),
      ]),
    ],
  );
}

/** Finds everything that an operator can mean by a text: an id, a reference, a name, an address, a request. */
export async function searchByIdOrName(database: Queryable, text: string): Promise<Found[]> {
  const [named, payments, made] = await Promise.all([
    database.query<Found & Record<string, unknown>>(`select * from (${BY_ID}) found (${COLUMNS}) limit ${MAX_FOUND}`, [
      text,
    ]),
    database.query<Found & Record<string, unknown>>(
      `select * from (${BY_REFERENCE}) found (${COLUMNS}) limit ${MAX_FOUND}`,
      [text],
    ),
    findMadeBy(database, text),
  ]);
  return [...payments, ...named, ...made];
}
