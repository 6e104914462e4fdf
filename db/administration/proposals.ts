import { PROPOSAL_HOURS } from '../../domain/auth/approvals';
import type { OperatorActor } from '../../domain/auth/actor';
import type { OperatorRole } from '../../domain/auth/operator-roles';
import { newId } from '../../lib/ids';
import type { Vault } from '../../lib/vault';
import { appendAuditEntry } from '../auth/audit-log';
import type { Queryable } from '../database';
import { PROPOSED_SECRET } from '../sealed-columns';

/** Old or new values by name; secrets are keyed hashes. */
export type Values = Readonly<Record<string, unknown>>;

/** Who a proposal is about, as operators know the person. */
interface ProposedPerson {
  email: string;
  role: string;
  /** Name of the partner that the person belongs to; null for any other. */
  partner: string | null;
}

/** An act that waits for a second person, or did. */
export interface Proposal {
  id: string;
  /** Name of the act, such as `managed.changed`. */
  act: string;
  /** Id of what it is about. */
  subject: string;
  /** The user that it is about, as of now; null where it is about something else. */
  person: ProposedPerson | null;
  /** Role of the person who confirms or rejects it. */
  role: OperatorRole;
  before: Values;
  after: Values;
  reason: string | null;
  /** As the audit log names actors. */
  proposedBy: string;
  /** Id of the user; null where a command named no person. */
  proposedPerson: string | null;
  proposedAt: Date;
  expiresAt: Date;
  status: 'open' | 'expired' | 'confirmed' | 'rejected';
  decidedBy: string | null;
  decidedAt: Date | null;
}

/** A proposal with what carries it out. */
export interface StoredProposal extends Proposal {
  request: unknown;
  secretSealed: Buffer | null;
}

const COLUMNS = `id, act, subject, role, before, after, reason, proposed_by as "proposedBy",
  proposed_person as "proposedPerson", proposed_at as "proposedAt", expires_at as "expiresAt", decided_by as "decidedBy",
  decided_at as "decidedAt",
  (select jsonb_build_object('email', u.email, 'role', u.role, 'partner', p.name)
   from users u left join partners p on p.id = u.partner_id where u.id = proposals.subject) as person,
  coalesce(outcome, case when expires_at > now() then 'open' else 'expired' end) as status`;

/** A proposed act. */
export interface NewProposal extends Pick<Proposal, 'act' | 'subject' | 'role' | 'before' | 'after'> {
  request: unknown;
  reason: string | undefined;
  actor: OperatorActor;
  /** The secret that is shown to the proposer and that the act uses. */
  secret: string | null;
  vault: () => Vault;
}

/** Stores a proposal with its audit entry. */
export async function insertProposal(client: Queryable, request: NewProposal): Promise<Proposal> {
  const { act, subject, role, before, after, reason, actor, secret, vault } = request;
  const id = newId('proposal');
  const sealed = secret === null ? null : vault().seal(secret, PROPOSED_SECRET.purpose(id));
  const [made] = await client.query<Proposal & Record<string, unknown>>(
    `insert into proposals (id, act, subject, role, request, secret_sealed, before, after, reason, proposed_by,
       proposed_person, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now() + make_interval(hours => $12)) returning ${COLUMNS}`,
    [
      ...[id, act, subject, role, JSON.stringify(request.request), sealed, JSON.stringify(before)],
      ...[JSON.stringify(after), reason ?? null, actor.id, actor.personId, PROPOSAL_HOURS],
    ],
  );
  if (made === undefined) throw new Error('a proposal that was inserted is not there');
  const detail = { proposal: id, act, before, after, ...(reason === undefined ? {} : { reason }) };
  await appendAuditEntry(client, { actor, act: 'proposal.made', subject, accountId: null, detail });
  return made;
}

/** @returns the proposal, locked until the transaction ends, or null */
export async function lockProposal(client: Queryable, id: string): Promise<StoredProposal | null> {
  const [found] = await client.query<StoredProposal & Record<string, unknown>>(
    `select ${COLUMNS}, request, secret_sealed as "secretSealed" from proposals where id = $1 for no key update`,
    [id],
  );
  return found ?? null;
}

/** Stores the decision about a proposal, with its audit entry, and erases its request, which may name people. */
export async function endProposal(
  client: Queryable,
  proposal: Proposal,
  decision: { outcome: 'confirmed' | 'rejected'; actor: OperatorActor; reason: string | undefined },
): Promise<Proposal> {
  const { outcome, actor, reason } = decision;
  const [ended] = await client.query<Proposal & Record<string, unknown>>(
    `update proposals set outcome = $2, decided_by = $3, decided_at = now(), secret_sealed = null, request = '{}'
     where id = $1 returning ${COLUMNS}`,
    [proposal.id, outcome, actor.id],
  );
  if (ended === undefined) throw new Error('a proposal that was locked is not there');
  const { id, act, subject, proposedBy, before, after } = proposal;
  const detail = { proposal: id, act, proposedBy, before, after, ...(reason === undefined ? {} : { reason }) };
  await appendAuditEntry(client, { actor, act: `proposal.${outcome}`, subject, accountId: null, detail });
  return ended;
}

export async function findProposal(database: Queryable, id: string): Promise<Proposal | null> {
  const [found] = await database.query<Proposal & Record<string, unknown>>(
    `select ${COLUMNS} from proposals where id = $1`,
    [id],
  );
  return found ?? null;
}

/** @returns open proposals that a person with one of the roles may confirm, the newest first */
export function listProposals(
  database: Queryable,
  page: { roles: readonly OperatorRole[]; after: string | undefined; limit: number },
): Promise<Proposal[]> {
  return database.query<Proposal & Record<string, unknown>>(
    `select ${COLUMNS} from proposals
     where outcome is null and expires_at > now() and role = any($1) and ($2::text is null or id < $2)
     order by id desc limit $3`,
    [[...page.roles], page.after ?? null, page.limit],
  );
}
