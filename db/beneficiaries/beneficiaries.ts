import type { Tenant } from '../../domain/auth/tenant';
import type { KeptBeneficiary } from '../../domain/beneficiaries/beneficiary-schema';
import { HOLD_HOURS, isOtherAccount, replacedBy } from '../../domain/beneficiaries/change';
import type { RequestActor } from '../../domain/auth/actor';
import { DomainError } from '../../domain/errors';
import { newId } from '../../lib/ids';
import type { Vault } from '../../lib/vault';
import { appendAuditEntry } from '../auth/audit-log';
import { keepScreening, type ScreeningReceipt } from '../compliance/screenings';
import type { Database, Queryable } from '../database';
import { nameIdempotentSubject, type HeldKey } from '../idempotency';
import { findBeneficiary, sealBeneficiary, sealChange, type StoredBeneficiary } from './beneficiary-rows';

/** A request that saves a payee or changes one, with the screening of the payee as it will be. */
export interface Saving {
  tenant: Tenant;
  requestId: string;
  actor: RequestActor;
  receivedAt: Date;
}

/** Stores a receipt as the newest one of a saved payee. */
export async function keepBeneficiaryScreening(
  client: Queryable,
  beneficiaryId: string,
  receipt: ScreeningReceipt,
  { tenant, requestId, receivedAt: at }: Pick<Saving, 'tenant' | 'requestId' | 'receivedAt'>,
): Promise<void> {
  await keepScreening(client, receipt, { ...tenant, requestId, at });
  await client.query('insert into beneficiary_screenings (beneficiary_id, screening_id) values ($1, $2)', [
    beneficiaryId,
    receipt.id,
  ]);
}

async function readStored(client: Queryable, vault: Vault, tenant: Tenant, id: string): Promise<StoredBeneficiary> {
  const found = await findBeneficiary(client, vault, tenant, id);
  if (found === null) throw new Error(`beneficiary ${id} was not written`);
  return found;
}

/**
 * Saves a payee with the receipt of its screening and an audit entry.
 * @param held idempotency key of the request, by which a repeat finds the payee; null for one without
 * @throws DomainError IN_PROGRESS when another request with that key has taken over
 * Source: docs/GAPS.md#P16
 */
export function createBeneficiary(
  database: Database,
  vault: Vault,
  { details, receipt, ...saving }: Saving & { details: KeptBeneficiary; receipt: ScreeningReceipt },
  held: HeldKey | null,
): Promise<StoredBeneficiary> {
  const { tenant, requestId, actor } = saving;
  const id = newId('beneficiary');
  return database.transaction(async (client) => {
    await client.query(
      `insert into beneficiaries (id, account_id, environment, request_id, private_sealed) values ($1, $2, $3, $4, $5)`,
      [id, tenant.accountId, tenant.environment, requestId, sealBeneficiary(vault, id, details)],
    );
    await client.query(
      `insert into beneficiary_versions (beneficiary_id, version, changed_by, changed_at)
       values ($1, 1, $2, clock_timestamp())`,
      [id, actor.id],
    );
    await keepBeneficiaryScreening(client, id, receipt, saving);
    await nameIdempotentSubject(client, held, id);
    const detail = { environment: tenant.environment };
    await appendAuditEntry(client, {
      actor,
      act: 'beneficiary.created',
      subject: id,
      accountId: tenant.accountId,
      detail,
    });
    return readStored(client, vault, tenant, id);
  });
}

/** Members that a change has moved, by name alone. */
function changedMembers(before: KeptBeneficiary, after: KeptBeneficiary): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter(
    (name) => JSON.stringify(Reflect.get(before, name)) !== JSON.stringify(Reflect.get(after, name)),
  );
}

/**
 * Changes a saved payee, with an audit entry. Other bank details make a new version, and payments to it are held from
 * now on by Postgres' clock.
 * @param before as it was read: if it has changed since, nothing is written
 * @param receipt of its screening; null where nothing changes that is screened
 * @returns the changed payee; null where another change came first
 * Source: docs/GAPS.md#P16
 */
export function changeBeneficiary(
  database: Database,
  vault: Vault,
  before: StoredBeneficiary,
  { details, receipt, ...saving }: Saving & { details: KeptBeneficiary; receipt: ScreeningReceipt | null },
): Promise<StoredBeneficiary | null> {
  const { tenant, actor } = saving;
  const { id } = before;
  const isNewVersion = isOtherAccount(before.details.bankAccount, details.bankAccount);
  const { version, settledVersion } = before;
  const replaced = replacedBy(before.change, settledVersion, { version, bankAccount: before.details.bankAccount });
  const change = isNewVersion ? sealChange(vault, id, { replaced, confirmedWith: null }) : null;
  return database.transaction(async (client) => {
    const written = await client.query<{ version: number }>(
      `update beneficiaries set private_sealed = $2, change_sealed = coalesce($5, change_sealed), version = version + $3,
         updated_at = clock_timestamp()
       where id = $1 and private_sealed = $4 and change_sealed is not distinct from $6 returning version`,
      [id, sealBeneficiary(vault, id, details), isNewVersion ? 1 : 0, before.sealed, change, before.changeSealed],
    );
    const [row] = written;
    if (row === undefined) return null;
    if (isNewVersion) {
      await client.query(
        `insert into beneficiary_versions (beneficiary_id, version, changed_by, changed_at, held_until)
         select $1, $2, $3, now.at, now.at + make_interval(hours => $4) from (select clock_timestamp() as at) now`,
        [id, row.version, actor.id, HOLD_HOURS],
      );
    }
    if (receipt !== null) await keepBeneficiaryScreening(client, id, receipt, saving);
    const { environment, accountId } = tenant;
    const detail = { environment, version: row.version, changed: changedMembers(before.details, details) };
    const act = isNewVersion ? 'beneficiary.bank_details_changed' : 'beneficiary.changed';
    await appendAuditEntry(client, { actor, act, subject: id, accountId, detail });
    return readStored(client, vault, tenant, id);
  });
}

/**
 * Deletes the personal data of a saved payee, with an audit entry. Payments made from it keep their own copy, and its
 * versions stay, so that a hold continues.
 * @returns whether there was one
 * Source: docs/GAPS.md#P16
 */
export function deleteBeneficiary(
  database: Database,
  { tenant, id, actor }: { tenant: Tenant; id: string; actor: RequestActor },
): Promise<boolean> {
  const { accountId, environment } = tenant;
  return database.transaction(async (client) => {
    const gone = await client.query(
      `update beneficiaries set private_sealed = null, change_sealed = null, deleted_at = clock_timestamp()
       where id = $1 and account_id = $2 and environment = $3 and deleted_at is null returning id`,
      [id, accountId, environment],
    );
    if (gone.length === 0) return false;
    await appendAuditEntry(client, {
      actor,
      act: 'beneficiary.deleted',
      subject: id,
      accountId,
      detail: { environment },
    });
    return true;
  });
}

/** @returns the refusal of a change that others have come before again and again */
export function beneficiaryInUse(): DomainError {
  return new DomainError('UNAVAILABLE', 'This beneficiary is changed by too many at once.', { retryAfterSeconds: 1 });
}
