import { confirmationRefusal, changedMembers, isCurrentProposer, requireKnownFirst } from '../../domain/auth/approvals';
import { partyOf } from '../../domain/auth/independence';
import type { OperatorActor } from '../../domain/auth/actor';
import { hasRole, missingRole } from '../../domain/auth/operator-roles';
import { DomainError } from '../../domain/errors';
import type { Vault } from '../../lib/vault';
import { readPeople } from '../auth/makers';
import { within, type Queryable, type Transacting } from '../database';
import { nameIdempotentSubject } from '../idempotency';
import { PROPOSED_SECRET } from '../sealed-columns';
import { keepApprovals, readApprovals } from './approvals';
import { auditHash } from './audit-values';
import { ACTS, type ActName, type ActParts, type By, type GuardedAct } from './guarded-acts';
import { endProposal, insertProposal, lockProposal, type Proposal, type StoredProposal } from './proposals';

type RequestOf<Name extends ActName> = (typeof ACTS)[Name] extends GuardedAct<infer Request, unknown> ? Request : never;
type ResultOf<Name extends ActName> = (typeof ACTS)[Name] extends GuardedAct<never, infer Result> ? Result : never;

/** The result of an action. `secret` is what it creates, to be shown once. */
export type Performed<Result> =
  | { state: 'done'; result: Result; secret: string | null }
  | { state: 'proposed'; proposal: Proposal; secret: string | null };

/** Where acts are carried out; the vault is opened for those that need it. */
export interface Place {
  database: Transacting;
  vault: () => Vault;
}

function actPartsWithin(client: Queryable, { vault }: Place): ActParts {
  const database: Transacting = within(client);
  return { database, vault, hash: auditHash(vault) };
}

/**
 * Carries out an act, or stores it as a proposal if it needs a second person.
 * @throws DomainError as the act does; FORBIDDEN for a proposal by a command that names no person
 * Source: docs/GAPS.md#A3, docs/GAPS.md#A5
 */
export async function performAct<Name extends ActName>(
  place: Place,
  name: Name,
  request: RequestOf<Name>,
  by: By,
): Promise<Performed<ResultOf<Name>>> {
  const act = ACTS[name] as GuardedAct<RequestOf<Name>, ResultOf<Name>>;
  return place.database.transaction(async (client) => {
    const parts = actPartsWithin(client, place);
    const secret = by.secret ?? act.makeSecret?.(request) ?? null;
    const { isGuarded, ...look } = await act.look(client, request, { ...parts, secret });
    const approvals = await readApprovals(client);
    if (!isGuarded(approvals)) {
      const done = { ...by, secret, isConfirmed: false, shownTo: by.actor.personId };
      const result = await act.run(parts, request, done);
      await keepApprovals(client, approvals, by.actor);
      return { state: 'done', result, secret };
    }
    requireKnownFirst(by.actor);
    await act.refuse?.(parts, request, by);
    const { actor, reason, held = null } = by;
    const { role } = act;
    const proposal = await insertProposal(client, {
      ...{ ...look, act: name, role, request, reason, actor, secret },
      vault: place.vault,
    });
    await nameIdempotentSubject(client, held, proposal.id);
    return { state: 'proposed', proposal, secret };
  });
}

function isActName(text: string): text is ActName {
  return Object.hasOwn(ACTS, text);
}

/**
 * Locks a proposal that is still open.
 * @throws DomainError NOT_FOUND; INVALID_TRANSITION for one that is decided or has expired
 */
async function lockOpenProposal(client: Queryable, id: string): Promise<StoredProposal> {
  const proposal = await lockProposal(client, id);
  if (proposal === null) throw new DomainError('NOT_FOUND', 'There is no such proposal.');
  if (proposal.status === 'open') return proposal;
  const extra = { current: proposal.status, allowed: [] };
  throw new DomainError('INVALID_TRANSITION', `The proposal is ${proposal.status} already.`, { extra });
}

/**
 * Refuses a proposal whose proposer has been disabled or has lost the role for it, unless it rotates a key or secret
 * of the proposer's own partner.
 */
async function requireCurrentProposer(client: Queryable, { proposedPerson, role, subject }: Proposal): Promise<void> {
  if (proposedPerson === null) return;
  const [person = null] = await client.query<{ roles: string[]; partner: string | null }>(
    'select operator_roles as roles, partner_id as partner from users where id = $1 and disabled_at is null',
    [proposedPerson],
  );
  if (isCurrentProposer(person, { role, subject })) return;
  throw new DomainError('FORBIDDEN', `The person who proposed this no longer has the role ${role}. Propose it again.`);
}

/**
 * Carries out a proposal as the second person.
 * @throws DomainError NOT_FOUND; FORBIDDEN for an actor who cannot be the second; INVALID_TRANSITION for a proposal
 * that is decided or has expired, or whose target has changed since: the fault names the changed members
 * Source: docs/GAPS.md#A3
 */
export async function confirmProposal(
  place: Place,
  { id, actor, reason }: { id: string; actor: OperatorActor; reason?: string | undefined },
): Promise<Proposal> {
  return place.database.transaction(async (client) => {
    const proposal = await lockOpenProposal(client, id);
    const { role, proposedBy, proposedPerson: personId } = proposal;
    const makersOf = await readPeople(client, { personId });
    const first = partyOf({ id: proposedBy, personId }, makersOf);
    const refusal = confirmationRefusal({ first, role, makersOf }, actor);
    if (refusal !== null) throw refusal;
    await requireCurrentProposer(client, proposal);
    if (!isActName(proposal.act)) throw new DomainError('INVALID_TRANSITION', 'This version does not know the act.');
    const act = ACTS[proposal.act] as GuardedAct<unknown, unknown>;
    const parts = actPartsWithin(client, place);
    const sealed = proposal.secretSealed;
    const secret = sealed === null ? null : place.vault().open(sealed, PROPOSED_SECRET.purpose(id));
    const look = await act.look(client, proposal.request, { ...parts, secret });
    const details = changedMembers(proposal.before, look.before);
    if (details.length > 0) {
      const extra = { current: 'changed', allowed: [] };
      const message = 'The subject of the proposal has changed since. Propose it again.';
      throw new DomainError('INVALID_TRANSITION', message, { details, extra });
    }
    const approvals = await readApprovals(client);
    await act.run(parts, proposal.request, {
      ...{ actor, reason: proposal.reason ?? undefined, secret },
      isConfirmed: true,
      shownTo: personId,
    });
    await keepApprovals(client, approvals, actor);
    return endProposal(client, proposal, { outcome: 'confirmed', actor, reason });
  });
}

/**
 * Rejects or withdraws a proposal; anyone with its role may, including the proposer.
 * @throws DomainError NOT_FOUND; FORBIDDEN without the role; INVALID_TRANSITION for one that is decided or has expired
 */
export async function rejectProposal(
  { database }: Pick<Place, 'database'>,
  { id, actor, reason }: { id: string; actor: OperatorActor; reason?: string | undefined },
): Promise<Proposal> {
  return database.transaction(async (client) => {
    const proposal = await lockOpenProposal(client, id);
    if (!hasRole([proposal.role], actor.roles)) throw missingRole([proposal.role], 'The person who rejects this');
    return endProposal(client, proposal, { outcome: 'rejected', actor, reason });
  });
}
