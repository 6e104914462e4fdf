import type { RequestActor } from '../../domain/auth/actor';
import type { Tenant } from '../../domain/auth/tenant';
import type { KeptChange } from '../../domain/beneficiaries/beneficiary-schema';
import { decideConfirmation, type HeldVersion } from '../../domain/beneficiaries/confirmation';
import { decideDetailsConfirmed } from '../../domain/payments/decisions/beneficiary-hold';
import type { Vault } from '../../lib/vault';
import { appendAuditEntry } from '../auth/audit-log';
import { readPeople } from '../auth/makers';
import type { Database, Queryable } from '../database';
import { changePayment } from '../payments/instruction/change-payment';
import { CHANGED_BY_SQL, openChange, sealChange } from './beneficiary-rows';

/** A confirmation of a version of the bank details of a saved payee. */
export interface ConfirmationRequest {
  tenant: Tenant;
  id: string;
  version: number;
  confirmedWith?: KeptChange['confirmedWith'] | undefined;
  /** A member in the console, or the holder of a key, which counts where it is a member's. */
  actor: RequestActor;
}

/** A statement of its own: one that waits for a lock reads other rows as they were before its wait. */
const LOCK_SQL = `select change_sealed as "changeSealed" from beneficiaries
  where id = $1 and account_id = $2 and environment = $3 and deleted_at is null for no key update`;

const HELD_SQL = `
  select v.version, v.confirmed_at is null and coalesce(v.held_until > clock_timestamp(), false) as "isHeld",
    ${CHANGED_BY_SQL} as "changedBy",
    (select u.id from users u
      where u.id = case when $2::text like 'user:%' then substr($2::text, 6) else (
          select k.user_id from api_keys k where k.id = substr($2::text, 5)) end
        and u.account_id = $3 and u.disabled_at is null) as "memberId"
  from beneficiaries b join beneficiary_versions v on v.beneficiary_id = b.id and v.version = b.version
  where b.id = $1`;

/**
 * Confirms bank details that are held, with an audit entry, in a transaction that locks the payee.
 * @returns whether payments are to be released, as when nothing is held any more; false if there is no such payee
 */
async function confirmLocked(client: Queryable, vault: Vault, request: ConfirmationRequest): Promise<boolean> {
  const { tenant, id, version, confirmedWith = null, actor } = request;
  const { accountId, environment } = tenant;
  const [locked] = await client.query<{ changeSealed: Buffer | null }>(LOCK_SQL, [id, accountId, environment]);
  if (locked === undefined) return false;
  const [held] = await client.query<HeldVersion & { memberId: string | null }>(HELD_SQL, [id, actor.id, accountId]);
  if (held === undefined) throw new Error(`beneficiary ${id} has no version`);
  const makersOf = await readPeople(client, { accountId });
  if (!decideConfirmation(held, { version, memberId: held.memberId, by: actor.id, makersOf })) return true;
  await client.query(
    `update beneficiary_versions set confirmed_by = $3, confirmed_at = clock_timestamp()
     where beneficiary_id = $1 and version = $2`,
    [id, version, actor.id],
  );
  const change = openChange(vault, id, locked.changeSealed);
  if (change !== null && confirmedWith !== null) {
    const sealed = sealChange(vault, id, { ...change, confirmedWith });
    await client.query('update beneficiaries set change_sealed = $2 where id = $1', [id, sealed]);
  }
  const detail = { environment, version, ...(confirmedWith === null ? {} : { confirmedBy: confirmedWith.way }) };
  await appendAuditEntry(client, { actor, act: 'beneficiary.bank_details_confirmed', subject: id, accountId, detail });
  return true;
}

const PAGE = 100;

/**
 * Signals all payments that wait for the confirmed bank details. If this process dies before the end, they notice by
 * themselves within an hour.
 */
async function releasePayments(database: Database, id: string, version: number): Promise<void> {
  let after = '';
  for (;;) {
    const rows = await database.query<{ id: string }>(
      `select id from payment_instructions where stage = 'pending' and waiting_reason = 'beneficiary_changed'
         and beneficiary_id = $1 and beneficiary_version = $2 and id > $3 order by id limit $4`,
      [id, version, after, PAGE],
      'for_values',
    );
    for (const { id: instructionId } of rows) await changePayment(database, { instructionId }, decideDetailsConfirmed);
    after = rows.at(-1)?.id ?? '';
    if (rows.length < PAGE) return;
  }
}

/**
 * Confirms changed bank details for another member than those who changed them, with an audit entry, and signals the
 * payments that wait for it. A repeat, and a confirmation of what is held no more, changes nothing.
 * @returns false for an unknown beneficiary
 * @throws DomainError FORBIDDEN, INVALID_TRANSITION
 * Source: docs/GAPS.md#P16
 */
export async function confirmBeneficiary(
  database: Database,
  vault: Vault,
  request: ConfirmationRequest,
): Promise<boolean> {
  const isThere = await database.transaction((client) => confirmLocked(client, vault, request));
  if (isThere) await releasePayments(database, request.id, request.version);
  return isThere;
}
