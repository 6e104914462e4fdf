import { DomainError } from '../../domain/errors';
import { startPasswordReset } from '../auth/password-links';
import { newLinkToken } from '../auth/user-links';
import { createUser } from '../auth/users';
import { within, type Queryable } from '../database';
import { findPartner } from '../payments/dispatch/partners';
import { readApprovals } from './approvals';
import type { By } from './guarded-acts';
import { performAct, type Place } from './perform';

/** A person of a partner, as operators see it. */
export interface PartnerPerson {
  id: string;
  email: string;
  name: string;
  createdAt: Date;
  /** The newest login that goes on; null where there is none. */
  lastSeenAt: Date | null;
  isTwoStep: boolean;
  disabledAt: Date | null;
}

/** The people of a partner, in the order of their creation. */
export function listPartnerPeople(database: Queryable, partnerId: string): Promise<PartnerPerson[]> {
  return database.query<PartnerPerson & Record<string, unknown>>(
    `select u.id, u.email, u.name, u.created_at as "createdAt", u.disabled_at as "disabledAt",
       (select max(l.last_seen_at) from logins l where l.user_id = u.id) as "lastSeenAt",
       exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as "isTwoStep"
     from users u where u.partner_id = $1 and u.erased_at is null order by u.created_at, u.id limit 200`,
    [partnerId],
  );
}

/**
 * Creates a user of a partner, with a link to choose a password, in one transaction. If two people decide about the
 * live network, a person of a live partner stays disabled until the second one agrees to the proposal.
 * @returns the token of the link, to be shown once, and whether the person waits for the second operator
 * @throws DomainError NOT_FOUND without such a partner; INVALID_REQUEST when the address is in use
 * Source: docs/GAPS.md#A3
 */
export function invitePartnerPerson(
  place: Place,
  request: { partnerId: string; email: string; name: string },
  by: By,
): Promise<{ id: string; token: string; isProposed: boolean }> {
  return place.database.transaction(async (client) => {
    const database = within(client);
    const partner = await findPartner(database, request.partnerId);
    if (partner === null) throw new DomainError('NOT_FOUND', 'There is no such partner.');
    const { actor } = by;
    const isProposed = partner.environment === 'live' && (await readApprovals(database))['live-network'] === 'two';
    const person = { ...request, role: 'partner', accountId: null, password: null, isDisabled: isProposed } as const;
    const id = await createUser(database, { ...person, actor });
    const token = newLinkToken();
    await startPasswordReset(database, { userId: id, token, actor });
    const enabling = { kind: 'user', id, isDisabled: false } as const;
    if (isProposed) await performAct({ ...place, database }, 'managed.switched', enabling, by);
    return { id, token, isProposed };
  });
}
