import type { Queryable } from '../database';
import type { ListPage } from '../../domain/list-order';
import type { OperatorActor, RequestActor } from '../../domain/auth/actor';
import { inOrder } from '../list-order';

/**
 * Who acts: a person in a request, `command:name@host` for the command line, `corridor` for the service itself. Names are
 * in `users` and labels in `api_keys`, so that the append-only log holds no personal data.
 */
export type Actor = string | RequestActor | OperatorActor;

/** @returns how records name an actor */
export function actorId(actor: Actor): string {
  return typeof actor === 'string' ? actor : actor.id;
}

/** One administrative action: who did what to whom. */
export interface AuditEntry {
  actor: Actor;
  /** Noun and verb, such as `key.revoked`. */
  act: string;
  /** Id of what it was done to. */
  subject: string;
  accountId: string | null;
  /** What else is worth knowing; never a secret, a name of a beneficiary or an account number. */
  detail?: Record<string, unknown>;
}

export interface AuditRecord {
  /** Its place in the log, as text. */
  id: string;
  at: Date;
  actor: string;
  /** Email address of a user or of an operator key's person, or label of another key, where the actor is one. */
  actorName: string | null;
  act: string;
  subject: string;
  /** Last characters of the key that the subject is, as the list of keys shows them. */
  subjectHint: string | null;
  requestId: string | null;
  detail: Record<string, unknown>;
}

/** A page of entries; `after`: place of the last entry already read. */
const NEWEST: ListPage = { limit: 100 };

/**
 * Adds an entry to the audit log, in the transaction of the change that it records. Triggers refuse changes and
 * deletions, and link each entry to the one before when the transaction commits.
 * Source: docs/GAPS.md#A3
 */
export async function appendAuditEntry(database: Queryable, entry: AuditEntry): Promise<void> {
  const { id, requestId } = typeof entry.actor === 'string' ? { id: entry.actor, requestId: null } : entry.actor;
  const by = noteOf(entry.actor);
  const detail = by === null ? (entry.detail ?? {}) : { ...entry.detail, by };
  await database.query(
    `insert into audit_log (actor, act, subject, account_id, request_id, detail) values ($1, $2, $3, $4, $5, $6)`,
    [id, entry.act, entry.subject, entry.accountId, requestId, JSON.stringify(detail)],
  );
}

/** What is kept beside the id of who acts: the person of an operator's key, and notes of a command; null without. */
function noteOf(actor: Actor): Record<string, string> | null {
  if (typeof actor === 'string' || !('isIdentified' in actor)) return null;
  const isKey = actor.id.startsWith('operator:') && actor.personId !== null;
  const by = { ...(isKey ? { person: actor.personId ?? '' } : {}), ...actor.note };
  return Object.keys(by).length === 0 ? null : by;
}

interface Row {
  id: string;
  at: Date;
  actor: string;
  actor_name: string | null;
  act: string;
  subject: string;
  subject_hint: string | null;
  request_id: string | null;
  detail: Record<string, unknown>;
}

/** One page of the audit log as operators see it, of one account, or of all when it is null. */
export async function listAuditEntries(
  database: Queryable,
  accountId: string | null,
  { after, order, limit }: ListPage = NEWEST,
): Promise<AuditRecord[]> {
  const { beyond, direction } = inOrder(order);
  const rows = await database.query<Row>(
    `select l.id::text as id, l.at, l.actor, coalesce(u.email, p.email, a.label) as actor_name, l.act, l.subject,
            k.hint as subject_hint, l.request_id, l.detail
     from audit_log l
     left join users u on l.actor = 'user:' || u.id
     left join api_keys a on l.actor in ('key:' || a.id, 'operator:' || a.id)
     left join users p on p.id = a.user_id
     left join api_keys k on l.subject = k.id
     where ($1::text is null or l.account_id = $1) and ($2::bigint is null or l.id ${beyond} $2)
     order by l.id ${direction} limit $3`,
    [accountId, after ?? null, limit],
    'for_values',
  );
  return rows.map(toRecord);
}

function toRecord(found: Row): AuditRecord {
  const { actor_name: actorName, subject_hint: subjectHint, request_id: requestId, ...row } = found;
  return { ...row, actorName, subjectHint, requestId };
}

/** Whether the account's own people or keys did it. */
const IS_OWN = '(u.id is not null or a.id is not null)';
/** What the service does by itself has no words of an operator. */
const IS_SERVICE = "l.actor in ('corridor', 'anyone')";

/**
 * One page of the audit log of an account as its own people see it. Of acts by others they see only what and when:
 * neither who, nor reasons, nor findings of a compliance review.
 * Source: docs/GAPS.md#A3, docs/GAPS.md#P13
 */
export async function listAccountAuditEntries(
  database: Queryable,
  accountId: string,
  { after, order, limit }: ListPage = NEWEST,
): Promise<AuditRecord[]> {
  const { beyond, direction } = inOrder(order);
  const rows = await database.query<Row>(
    `select l.id::text as id, l.at, coalesce(u.email, a.label) as actor_name, l.act, l.subject, k.hint as subject_hint,
            case when ${IS_OWN} or ${IS_SERVICE} then l.actor
              when l.actor ~ '^(operator|command|user):' then 'operator' else 'corridor' end as actor,
            case when ${IS_OWN} then l.request_id end as request_id,
            case when ${IS_OWN} or ${IS_SERVICE} then l.detail
              when l.act like 'payment.%' then '{}' else l.detail - 'reason' - 'by' end as detail
     from audit_log l
     left join users u on l.actor = 'user:' || u.id and u.account_id = l.account_id
     left join api_keys a on l.actor = 'key:' || a.id and a.account_id = l.account_id
     left join api_keys k on l.subject = k.id
     where l.account_id = $1 and ($2::bigint is null or l.id ${beyond} $2)
     order by l.id ${direction} limit $3`,
    [accountId, after ?? null, limit],
    'for_values',
  );
  return rows.map(toRecord);
}
