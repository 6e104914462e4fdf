import type { Tenant } from '../../../domain/auth/tenant';
import type { PaymentStatus } from '../../../domain/payments/instruction/status';
import { newId } from '../../../lib/ids';
import { appendAuditEntry, type Actor } from '../../auth/audit-log';
import type { Database, Queryable } from '../../database';

export interface TrackingLink {
  id: string;
  createdAt: Date;
  /** Whether this call made it. */
  isNew: boolean;
}

interface OwnPayment {
  instructionId: string;
  tenant: Tenant;
}

/**
 * Locks the payment, so that two concurrent requests create one link.
 * @returns false when the tenant has no such payment
 */
async function lockOwnPayment(client: Queryable, { instructionId, tenant }: OwnPayment): Promise<boolean> {
  const { accountId, environment } = tenant;
  const rows = await client.query(
    'select from payment_instructions where id = $1 and account_id = $2 and environment = $3 for no key update',
    [instructionId, accountId, environment],
  );
  return rows.length > 0;
}

/**
 * Creates the tracking link of a payment, with an audit entry; a working link is kept.
 * @returns null when the tenant has no such payment
 * Source: docs/GAPS.md#tracking-link
 */
export function openTrackingLink(database: Database, own: OwnPayment, actor: Actor): Promise<TrackingLink | null> {
  const { instructionId, tenant } = own;
  return database.transaction(async (client) => {
    if (!(await lockOwnPayment(client, own))) return null;
    const [open] = await client.query<{ id: string; createdAt: Date }>(
      'select id, created_at as "createdAt" from tracking_links where instruction_id = $1 and revoked_at is null',
      [instructionId],
    );
    if (open !== undefined) return { ...open, isNew: false };
    const id = newId('trackingLink');
    const [made] = await client.query<{ createdAt: Date }>(
      'insert into tracking_links (id, instruction_id) values ($1, $2) returning created_at as "createdAt"',
      [id, instructionId],
    );
    if (made === undefined) throw new Error('a tracking link was not made');
    const { accountId } = tenant;
    await appendAuditEntry(client, { actor, act: 'payment.tracking_opened', subject: instructionId, accountId });
    return { id, createdAt: made.createdAt, isNew: true };
  });
}

/** When the working tracking link of a payment was created; null where there is none. */
export async function readTrackingLink(
  database: Queryable,
  { instructionId, tenant }: OwnPayment,
): Promise<Date | null> {
  const { accountId, environment } = tenant;
  const [open] = await database.query<{ createdAt: Date }>(
    `select l.created_at as "createdAt" from tracking_links l
     join payment_instructions i on i.id = l.instruction_id and i.account_id = $2 and i.environment = $3
     where l.instruction_id = $1 and l.revoked_at is null`,
    [instructionId, accountId, environment],
  );
  return open?.createdAt ?? null;
}

/**
 * Revokes the tracking link of a payment, with an audit entry; without a working one nothing changes.
 * @returns false when the tenant has no such payment
 * Source: docs/GAPS.md#tracking-link
 */
export function revokeTrackingLink(database: Database, own: OwnPayment, actor: Actor): Promise<boolean> {
  const { instructionId, tenant } = own;
  return database.transaction(async (client) => {
    if (!(await lockOwnPayment(client, own))) return false;
    const revoked = await client.query(
      'update tracking_links set revoked_at = now() where instruction_id = $1 and revoked_at is null returning id',
      [instructionId],
    );
    const { accountId } = tenant;
    if (revoked.length > 0) {
      await appendAuditEntry(client, { actor, act: 'payment.tracking_revoked', subject: instructionId, accountId });
    }
    return true;
  });
}

/** What a stranger with a link sees of a payment. */
export interface TrackedPayment {
  tenant: Tenant;
  /** Name of the account that pays. */
  payer: string;
  status: PaymentStatus;
  /** The client's own reference, else that of the transaction. */
  reference: string;
  /** Calendar date on which it is expected. */
  expectedDate: string;
  /** Whether its settlement is a debit that the payer's bank has booked, which says nothing of the payee's. */
  isBooked: boolean;
  /** Whether it came back after the payer had recalled it. */
  isRecalled: boolean;
  /** Its statuses with the moments since when, the first one first. */
  history: { status: PaymentStatus; at: Date }[];
}

interface TrackedRow extends Omit<TrackedPayment, 'tenant' | 'history'>, Tenant {
  history: { status: PaymentStatus; at: string }[] | null;
}

/** @returns null for a link that there is not, or not any more */
export async function findTrackedPayment(database: Queryable, linkId: string): Promise<TrackedPayment | null> {
  const [row] = await database.query<TrackedRow>(
    `select i.account_id as "accountId", i.environment, a.name as payer, i.status,
       coalesce(i.client_reference, i.uetr) as reference, i.expected_date as "expectedDate",
       coalesce(i.recall ->> 'status' = 'returned', false) as "isRecalled",
       exists (select from settlements s where s.instruction_id = i.id and s.is_booked) as "isBooked",
       (select json_agg(json_build_object('status', h.status, 'at', h.effective_at) order by h.sort_at, h.rank, h.id)
        from status_history h where h.instruction_id = i.id) as history
     from tracking_links l join payment_instructions i on i.id = l.instruction_id join accounts a on a.id = i.account_id
     where l.id = $1 and l.revoked_at is null`,
    [linkId],
  );
  if (row === undefined) return null;
  const { accountId, environment, history, ...shown } = row;
  const steps = (history ?? []).map(({ status, at }) => ({ status, at: new Date(at) }));
  return { ...shown, tenant: { accountId, environment }, history: steps };
}
