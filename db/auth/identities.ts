import {
  decideIdentity,
  type IdentityCandidate,
  type IdentityDecision,
  type VouchedIdentity,
} from '../../domain/auth/identities';
import type { User } from '../../domain/auth/users';
import type { Database, Queryable, Transacting } from '../database';
import { appendAuditEntry, type Actor } from './audit-log';
import { toUser, USER_COLUMNS, type UserRow } from './users';
import { userActor } from '../../domain/auth/actor';

interface CandidateRow extends UserRow {
  is_disabled: boolean;
  has_subject: boolean;
  is_vouched: boolean;
}

const CANDIDATES_SQL = `
  select ${USER_COLUMNS}, u.disabled_at is not null or a.disabled_at is not null as is_disabled, u.is_vouched,
         exists (select from user_identities i where i.user_id = u.id and i.issuer = $1) as has_subject
  from users u left join accounts a on a.id = u.account_id`;

const BY_SUBJECT_SQL = `${CANDIDATES_SQL}
  join user_identities k on k.user_id = u.id where k.issuer = $1 and k.subject = $2`;

const BY_EMAIL_SQL = `${CANDIDATES_SQL} where u.email = $2 and u.erased_at is null`;

function toCandidate(row: CandidateRow | undefined): IdentityCandidate | null {
  if (row === undefined) return null;
  return { userId: row.id, isDisabled: row.is_disabled, hasSubject: row.has_subject, isVouched: row.is_vouched };
}

/**
 * Finds whom a provider means, and remembers the subject of a person who comes for the first time.
 * @returns the decision, with the user whom it names
 * Source: docs/GAPS.md#A6
 */
export function recogniseIdentity(
  database: Database,
  vouched: VouchedIdentity,
  requestId: string,
): Promise<{ decision: IdentityDecision; user: User | null }> {
  const { issuer, subject, email } = vouched;
  return database.transaction(async (client) => {
    // Two concurrent first logins of a person are decided one after the other.
    await client.query('select 1 from users where email = $1 for no key update', [email]);
    const [known] = await client.query<CandidateRow>(BY_SUBJECT_SQL, [issuer, subject]);
    const [found] = await client.query<CandidateRow>(BY_EMAIL_SQL, [issuer, email]);
    const decision = decideIdentity(vouched, toCandidate(known), toCandidate(found));
    const row = [known, found].find((candidate) => candidate?.id === decision.userId);
    const user = row === undefined ? null : toUser(row);
    if (decision.kind === 'first' && user !== null) await remember(client, vouched, user, requestId);
    return { decision, user };
  });
}

async function remember(
  client: Queryable,
  { issuer, subject }: VouchedIdentity,
  { id, accountId }: User,
  requestId: string,
): Promise<void> {
  await client.query('insert into user_identities (issuer, subject, user_id) values ($1, $2, $3)', [
    issuer,
    subject,
    id,
  ]);
  const actor = userActor(id, requestId);
  await appendAuditEntry(client, { actor, act: 'identity.linked', subject: id, accountId, detail: { issuer } });
}

/**
 * Records that a user's address is verified, so that an identity provider may log them in by it.
 * @returns whether it was not recorded before; only then there is an audit entry
 */
export function vouchForUser(
  database: Transacting,
  { user, actor }: { user: Pick<User, 'id' | 'accountId'>; actor: Actor },
): Promise<boolean> {
  return database.transaction(async (client) => {
    const changed = await client.query(
      'update users set is_vouched = true where id = $1 and not is_vouched returning 1',
      [user.id],
    );
    if (changed.length === 0) return false;
    const { id: subject, accountId } = user;
    await appendAuditEntry(client, { actor, act: 'user.vouched', subject, accountId });
    return true;
  });
}

/**
 * Forgets who a person is at identity providers: the next log-in there is their first again.
 * @returns whether anything was known; only then there is an audit entry
 */
export function forgetIdentities(
  database: Transacting,
  { user, actor }: { user: Pick<User, 'id' | 'accountId'>; actor: Actor },
): Promise<boolean> {
  return database.transaction(async (client) => {
    const gone = await client.query('delete from user_identities where user_id = $1 returning 1', [user.id]);
    if (gone.length === 0) return false;
    const { id: subject, accountId } = user;
    await appendAuditEntry(client, { actor, act: 'identity.unlinked', subject, accountId });
    return true;
  });
}
