import { createHmac } from 'node:crypto';
import type { Environment, Tenant } from '../../domain/auth/tenant';
import { covers, entriesOfPayee, payeeText, type ClearedEntry, type Payee } from '../../domain/compliance/clearance';
import type { ListPage } from '../../domain/list-order';
import type { PartyRole, Screening, ScreeningRules } from '../../domain/compliance/screen';
import { newId } from '../../lib/ids';
import type { Vault } from '../../lib/vault';
import { actorId, appendAuditEntry, type Actor } from '../auth/audit-log';
import type { Database, Queryable } from '../database';
import { inOrder } from '../list-order';
import { openPrivateData } from '../payments/instruction/private-data';
import { entriesOf } from './entry-versions';

const KEY_LABEL = 'clearance-payee';

function keyWith(secret: Buffer, payee: Payee): Buffer {
  return createHmac('sha256', secret).update(payeeText(payee)).digest();
}

/** Id of a clearance in force for this payee and all that was found; null if there is none. */
async function findClearance(
  database: Queryable,
  vault: Vault,
  { tenant, payee, screening }: { tenant: Tenant; payee: Payee; screening: Screening },
): Promise<string | null> {
  const keys = vault.derivations(KEY_LABEL).map((secret) => keyWith(secret, payee));
  const known = await database.query<{ id: string; entries: ClearedEntry[] }>(
    `select id, entries from clearances where account_id = $1 and environment = $2 and payee_key = any($3)
       and revoked_at is null and expires_at > clock_timestamp() order by id desc`,
    [tenant.accountId, tenant.environment, keys],
  );
  if (known.length === 0) return null;
  const found = await entriesOf(database, screening.candidates);
  return known.find(({ entries }) => covers(entries, found))?.id ?? null;
}

/**
 * Clears a screening that asks for review if a person has released a payment of the account to the same payee before,
 * and the entries found then have not changed.
 * @returns the screening, with the clearance that it rests on
 * Source: docs/GAPS.md#P13
 */
export async function applyClearance(
  database: Queryable,
  vault: Vault,
  request: { tenant: Tenant; payee: Payee; screening: Screening; rules: Pick<ScreeningRules, 'hasOfficialList'> },
): Promise<Screening> {
  const { screening, rules } = request;
  if (screening.decision !== 'review') return screening;
  const clearanceId = await findClearance(database, vault, request);
  if (clearanceId === null) return screening;
  return { ...screening, decision: rules.hasOfficialList ? 'clear' : 'not_screened', clearanceId };
}

interface Released extends Record<string, unknown> {
  accountId: string;
  environment: Environment;
  privateSealed: Buffer | null;
  candidates: { editionId: string; entryId: string; party?: PartyRole }[];
}

/**
 * Stores the release of a payment as a clearance of its payee, in the transaction of the release, with an audit entry.
 * A payment that is held again for a changed entry may store another one.
 * Source: docs/GAPS.md#P13
 */
export async function keepClearance(
  client: Queryable,
  vault: Vault,
  clearance: { instructionId: string; reason: string; actor: Actor; until: string },
): Promise<void> {
  const { instructionId, reason, actor, until } = clearance;
  const [row] = await client.query<Released>(
    `select i.account_id as "accountId", i.environment, i.private_sealed as "privateSealed", s.candidates
     from payment_instructions i join screenings s on s.instruction_id = i.id
     where i.id = $1 order by s.screened_at desc limit 1`,
    [instructionId],
  );
  if (row === undefined || row.privateSealed === null) return;
  const { accountId, environment, privateSealed, candidates } = row;
  const found = candidates.map(({ party = 'beneficiary', ...entry }) => ({ ...entry, party }));
  const entries = entriesOfPayee(await entriesOf(client, found));
  const { beneficiary } = openPrivateData(vault, instructionId, privateSealed);
  const payeeKey = keyWith(vault.derive(KEY_LABEL), beneficiary);
  const [kept] = await client.query<{ id: string }>(
    `insert into clearances (id, account_id, environment, instruction_id, payee_key, entries, reason, created_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (instruction_id) do update set entries = excluded.entries, payee_key = excluded.payee_key,
       reason = excluded.reason, created_by = excluded.created_by, expires_at = excluded.expires_at,
       revoked_at = null, revoked_by = null
     where clearances.entries <> excluded.entries returning id`,
    [
      newId('clearance'),
      accountId,
      environment,
      instructionId,
      payeeKey,
      JSON.stringify(entries),
      reason,
      actorId(actor),
      until,
    ],
  );
  if (kept === undefined) return;
  const detail = { instructionId, until, entries: entries.map(({ subject, entryId }) => `${subject} ${entryId}`) };
  await appendAuditEntry(client, { actor, act: 'clearance.created', subject: kept.id, accountId, detail });
}

/** A remembered release. */
export interface Clearance {
  id: string;
  accountId: string;
  accountName: string;
  environment: Environment;
  /** The payment whose release is remembered. */
  instructionId: string;
  /** Of the payee; null once that payment was erased. */
  name: string | null;
  entries: ClearedEntry[];
  reason: string;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  revokedBy: string | null;
}

interface Row extends Omit<Clearance, 'name'>, Record<string, unknown> {
  privateSealed: Buffer | null;
}

/** One page of clearances, including revoked and expired ones. */
export async function listClearances(
  database: Queryable,
  vault: Vault,
  { after, order, limit }: ListPage,
): Promise<Clearance[]> {
  const { beyond, direction } = inOrder(order);
  const rows = await database.query<Row>(
    `select c.id, c.account_id as "accountId", a.name as "accountName", c.environment, c.instruction_id as "instructionId",
       c.entries, c.reason, c.created_by as "createdBy", c.created_at as "createdAt", c.expires_at as "expiresAt",
       c.revoked_at as "revokedAt", c.revoked_by as "revokedBy", i.private_sealed as "privateSealed"
     from clearances c join accounts a on a.id = c.account_id join payment_instructions i on i.id = c.instruction_id
     where $1::text is null or c.id ${beyond} $1 order by c.id ${direction} limit $2`,
    [after ?? null, limit],
    'for_values',
  );
  return rows.map(({ privateSealed, ...row }) => {
    const opened = privateSealed === null ? null : openPrivateData(vault, row.instructionId, privateSealed);
    return { ...row, name: opened?.beneficiary.name ?? null };
  });
}

/** @returns id of the clearance that the release of a payment made, or null */
export async function clearanceOf(database: Queryable, instructionId: string): Promise<string | null> {
  const [row] = await database.query<{ id: string }>('select id from clearances where instruction_id = $1', [
    instructionId,
  ]);
  return row?.id ?? null;
}

/**
 * Revokes a clearance, with an audit entry: later payments to the payee are held again. A repeat changes nothing.
 * @returns false where there is none of that id
 */
export function revokeClearance(database: Database, id: string, actor: Actor): Promise<boolean> {
  return database.transaction(async (client) => {
    const [row] = await client.query<{ accountId: string; revokedAt: Date | null }>(
      'select account_id as "accountId", revoked_at as "revokedAt" from clearances where id = $1 for update',
      [id],
    );
    if (row === undefined) return false;
    if (row.revokedAt !== null) return true;
    await client.query('update clearances set revoked_at = clock_timestamp(), revoked_by = $2 where id = $1', [
      id,
      actorId(actor),
    ]);
    await appendAuditEntry(client, { actor, act: 'clearance.revoked', subject: id, accountId: row.accountId });
    return true;
  });
}
