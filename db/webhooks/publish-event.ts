import { DomainError, invalidField, invalidRequest } from '../../domain/errors';
import type { EventRecord } from '../../domain/webhooks/payload';
import { checkPublished, type PublishRequest } from '../../domain/webhooks/publish';
import type { Maker } from '../administration/registry';
import { findAccount } from '../auth/accounts';
import { appendAuditEntry } from '../auth/audit-log';
import type { Database } from '../database';
import { readEvent } from './event-log';
import { recordCheckedEvent } from '../events';
import { nameIdempotentSubject } from '../idempotency';

/** Ids of what an event is about, by the members that its object may have. */
const SUBJECT_MEMBERS = ['instructionId', 'documentId', 'id', 'schedule', 'code'] as const;

function subjectOf(object: Record<string, unknown>): string {
  const subject = SUBJECT_MEMBERS.map((name) => object[name]).find((value) => typeof value === 'string');
  return typeof subject === 'string' ? subject : '-';
}

/**
 * Publishes an event that does not come from the service itself, with its deliveries and its audit entry in one
 * transaction.
 * @param request `account` is the name or the id
 * @returns the event as the log has it
 * @throws DomainError INVALID_REQUEST with every fault of the object; NOT_FOUND for an unknown account
 * Source: docs/GAPS.md#W9
 */
export async function publishEvent(
  database: Database,
  request: PublishRequest & { account: string },
  { actor, held }: Maker,
): Promise<EventRecord> {
  const { environment } = request;
  const checked = checkPublished(request);
  if (Array.isArray(checked)) throw invalidRequest(checked);
  const account = await findAccount(database, request.account);
  if (account === null) throw new DomainError('NOT_FOUND', 'There is no such account.');
  if (environment === 'live' && account.liveOpenedAt === null) {
    throw invalidField('environment', 'closed', 'the live side of the account is not open');
  }
  const tenant = { accountId: account.id, environment };
  return database.transaction(async (client) => {
    const event = await recordCheckedEvent(client, { ...checked, tenant, subject: subjectOf(checked.object) });
    const entry = { actor, act: 'event.published', subject: event, accountId: account.id };
    await appendAuditEntry(client, { ...entry, detail: { type: checked.type, environment } });
    await nameIdempotentSubject(client, held, event);
    return readEvent(client, tenant, event);
  });
}
