import { randomBytes } from 'node:crypto';
import type { ApprovalCount, Approvals, ApprovalSetting } from '../../domain/auth/approvals';
import { formatKey } from '../../domain/auth/keys';
import type { OperatorActor } from '../../domain/auth/actor';
import type { OperatorRole } from '../../domain/auth/operator-roles';
import type { Environment } from '../../domain/auth/tenant';
import { DomainError } from '../../domain/errors';
import { wholeRoute, type NewRoute } from '../../domain/payments/routing/route-schema';
import type { Vault } from '../../lib/vault';
import { eraseSubject, type ErasureResult } from '../erasure/erase-subject';
import { revokeKey, type IssuedKey } from '../auth/credentials';
import { issueOperatorKey } from '../auth/operator-keys';
import { forgetIdentities, vouchForUser } from '../auth/identities';
import { startPasswordReset } from '../auth/password-links';
import { rotatePartnerKey, rotatePartnerSecret } from '../auth/partner-credentials';
import { removeSecondFactor } from '../auth/second-factors';
import { newLinkToken } from '../auth/user-links';
import { setPassword } from '../auth/users';
import { columnOf } from '../columns';
import type { Queryable, Transacting } from '../database';
import type { HeldKey } from '../idempotency';
import { credentialChange, setBankCredential } from '../payments/dispatch/bank-credentials';
import { readApprovals, setApprovals } from './approvals';
import { certificateOfChange, certificateOfSwitch, listDroppedCredentials, waiverNote } from './certified-partner';
import { changeManaged, given, setDisabled, type Changes } from './change';
import { toAuditValues, type Hash } from './audit-values';
import { NOUNS, type Managed } from './nouns';
import { refuseMove, type Waivers } from './moved-partner';
import type { Values } from './proposals';
import { registerRoute } from './registry';
import type { RouteRow } from './settlement-network';

/** Where an act is carried out: a transaction, and what seals and hashes. */
export interface ActParts {
  database: Transacting;
  vault: () => Vault;
  hash: Hash;
}

/** Who acts, why, and the idempotency key of the request that it is done for. */
export interface By {
  actor: OperatorActor;
  reason?: string | undefined;
  held?: HeldKey | null;
  /** What was chosen in place of what the act would make, such as a password. */
  secret?: string | undefined;
}

/** What seals and hashes, and the secret that an act is carried out with. */
interface LookParts extends Pick<ActParts, 'vault' | 'hash'> {
  secret: string | null;
}

/** What an act is about, as the person who confirms it sees it. */
export interface Look {
  subject: string;
  /** Whether it waits for a second person. */
  isGuarded: (approvals: Approvals) => boolean;
  before: Values;
  after: Values;
}

/** An action that may need a second person: it can be carried out from its stored JSON. */
export interface GuardedAct<Request, Result> {
  role: OperatorRole;
  /**
   * Reads what it is about and locks it until the transaction ends.
   * @param parts `secret` is what was given or made, where the act has one
   * @throws DomainError NOT_FOUND
   */
  look(client: Queryable, request: Request, parts: LookParts): Promise<Look>;
  /** Refuses what a second person could not confirm either; `run` asks the same. @throws DomainError */
  refuse?(parts: ActParts, request: Request, by: Pick<By, 'reason'>): Promise<void>;
  /** Makes the secret that is shown once to the person who asks for the act. */
  makeSecret?(request: Request): string;
  /**
   * @param by `secret` is what was made, where the act makes one; `isConfirmed`: whether a second person has it done, who
   *   is to see nothing that it makes; `shownTo`: id of the user who saw the secret, null for a command without a person
   */
  run(
    parts: ActParts,
    request: Request,
    by: Pick<By, 'actor' | 'reason' | 'held'> & { secret: string | null; isConfirmed: boolean; shownTo: string | null },
  ): Promise<Result>;
}

const onLiveNetwork =
  (isMeant: boolean) =>
  (approvals: Approvals): boolean =>
    isMeant && approvals['live-network'] === 'two';

/** Whether it is a live partner or route, an operator or operator key, or a user or key of a live partner. */
function isOfLiveNetwork(kind: Managed, row: Values, partnerSide: Environment | null): boolean {
  if (kind === 'partner' || kind === 'route') return row['environment'] === 'live';
  if (kind === 'user') return row['role'] === 'operator' || partnerSide === 'live';
  return kind === 'key' && (row['kind'] === 'operator' || partnerSide === 'live');
}

/**
 * Locks a row until the transaction ends.
 * @returns the row, and whether it belongs to the live network
 * @throws DomainError NOT_FOUND
 */
async function lockRow(client: Queryable, kind: Managed, id: string): Promise<{ row: Values; isLive: boolean }> {
  const [found] = await client.query<{ row: Values }>(
    `select to_jsonb(t) as row from ${NOUNS[kind].table} t where id = $1 for no key update`,
    [id],
  );
  if (found === undefined) throw new DomainError('NOT_FOUND', `There is no ${kind} ${id}.`);
  const { row } = found;
  const [partner] = await client.query<{ environment: Environment }>('select environment from partners where id = $1', [
    row['partner_id'] ?? '',
  ]);
  return { row, isLive: isOfLiveNetwork(kind, row, partner?.environment ?? null) };
}

interface ChangeRequest extends Waivers {
  kind: Managed;
  id: string;
  changes: Changes;
}

const changed: GuardedAct<ChangeRequest, string[]> = {
  role: 'administration',
  async look(client, { kind, id, changes, ...waivers }, { hash }) {
    const { row, isLive } = await lockRow(client, kind, id);
    const after = given(changes);
    const note = { ...waiverNote(waivers), ...(await listDroppedCredentials(client, { kind, id, changes: after })) };
    const columns = Object.entries(after).map(([name, value]) => [columnOf(name), value] as const);
    const before = Object.fromEntries(columns.map(([column]) => [column, row[column] ?? null]));
    const changed = toAuditValues(kind, Object.fromEntries(columns), hash);
    const values = { before: toAuditValues(kind, before, hash), after: { ...changed, ...note } };
    return { subject: id, isGuarded: onLiveNetwork(isLive), ...values };
  },
  async refuse(parts, request, { reason }) {
    await certificateOfChange(parts, request, { reason });
    await refuseMove(parts.database, { ...request, reason });
  },
  async run(parts, request, { actor, reason }) {
    const note = await certificateOfChange(parts, request, { reason });
    return changeManaged(parts.database, { ...request, actor, reason, hash: parts.hash, note });
  },
};

interface SwitchRequest extends Pick<Waivers, 'withoutCertificate'> {
  kind: Managed;
  id: string;
  isDisabled: boolean;
}

const switched: GuardedAct<SwitchRequest, boolean> = {
  role: 'administration',
  async look(client, { kind, id, isDisabled, ...waivers }) {
    const { row, isLive } = await lockRow(client, kind, id);
    const wasDisabled = kind === 'route' ? row['enabled'] === false : (row['disabled_at'] ?? null) !== null;
    // To give a route no new payment is no way for money to go elsewhere.
    const isStop = kind === 'route' && isDisabled;
    const values = { before: { disabled: wasDisabled }, after: { disabled: isDisabled, ...waiverNote(waivers) } };
    return { subject: id, isGuarded: onLiveNetwork(isLive && !isStop && wasDisabled !== isDisabled), ...values };
  },
  refuse: async (parts, request, by) => void (await certificateOfSwitch(parts, request, by)),
  async run(parts, request, { actor, reason }) {
    const note = await certificateOfSwitch(parts, request, { reason });
    return setDisabled(parts.database, { ...request, actor, reason, note });
  },
};

type RouteRequest = NewRoute & { environment?: Environment | undefined };

const routeCreated: GuardedAct<RouteRequest, RouteRow> = {
  role: 'administration',
  async look(client, route) {
    const [partner] = await client.query<{ environment: Environment; name: string }>(
      'select environment, name from partners where id = $1 for no key update',
      [route.partnerId],
    );
    const before = partner === undefined ? {} : { partner: partner.name };
    return {
      subject: route.partnerId,
      isGuarded: onLiveNetwork(partner?.environment === 'live'),
      before,
      after: { ...wholeRoute(route) },
    };
  },
  run: ({ database }, route, { actor, reason, held = null }) => registerRoute(database, route, { actor, held, reason }),
};

interface PartnerRotation {
  partnerId: string;
  overlapHours?: number | undefined;
}

/**
 * Reads what a rotation of a partner's keys or secrets changes: the newest ones, and for how long the former ones
 * work.
 */
async function lookAtRotation(client: Queryable, { partnerId, overlapHours }: PartnerRotation): Promise<Look> {
  const { isLive } = await lockRow(client, 'partner', partnerId);
  const [newest] = await client.query<{ keys: string | null; secrets: string | null }>(
    `select (select max(id) from api_keys where partner_id = $1) as keys,
            (select max(id) from partner_secrets where partner_id = $1) as secrets`,
    [partnerId],
  );
  const before = { newestKey: newest?.keys ?? null, newestSecret: newest?.secrets ?? null };
  return { subject: partnerId, isGuarded: onLiveNetwork(isLive), before, after: { overlapHours: overlapHours ?? 24 } };
}

const keyRotated: GuardedAct<PartnerRotation, IssuedKey> = {
  role: 'administration',
  look: lookAtRotation,
  makeSecret: () => formatKey('partner', randomBytes(32)),
  run: ({ database }, request, { actor, reason, secret }) =>
    rotatePartnerKey(database, { ...request, actor, reason, key: secret ?? undefined }),
};

const secretRotated: GuardedAct<PartnerRotation, string> = {
  role: 'administration',
  look: lookAtRotation,
  makeSecret: () => `whsec_${randomBytes(32).toString('base64')}`,
  run: ({ database, vault }, request, { actor, reason, secret }) =>
    rotatePartnerSecret(database, vault(), { ...request, actor, reason, secret: secret ?? undefined }),
};

/** The secret is the value of the credential, which only its proposer has seen; hashes tell the other whether it is the one meant. */
const bankCredentialSet: GuardedAct<{ partnerId: string; name: string }, void> = {
  role: 'administration',
  async look(client, { partnerId, name }, { vault, secret }) {
    const { isLive } = await lockRow(client, 'partner', partnerId);
    const values = await credentialChange(client, vault(), { partnerId, name, value: secret });
    return { subject: partnerId, isGuarded: onLiveNetwork(isLive), ...values };
  },
  run({ database, vault }, request, { actor, reason, secret }) {
    if (secret === null) throw new Error('a credential has a value');
    return setBankCredential(database, vault(), { ...request, value: secret, actor, reason });
  },
};

const approvalsSet: GuardedAct<{ setting: ApprovalSetting; count: ApprovalCount }, boolean> = {
  role: 'administration',
  async look(client, { setting, count }) {
    const now = await readApprovals(client);
    const isGuarded = (approvals: Approvals): boolean =>
      now[setting] !== count && (approvals['live-network'] === 'two' || approvals[setting] === 'two');
    return { subject: setting, isGuarded, before: { [setting]: now[setting] }, after: { [setting]: count } };
  },
  run: ({ database }, request, { actor, reason }) => setApprovals(database, { ...request, actor, reason }),
};

interface OperatorKeyRequest {
  userId: string;
  label: string;
  roles: OperatorRole[];
  /** ISO 8601 timestamp; 90 days from when it is made where it is absent. */
  expiresAt?: string;
}

const operatorKeyCreated: GuardedAct<OperatorKeyRequest, IssuedKey> = {
  role: 'administration',
  async look(client, { userId, ...key }) {
    const { row } = await lockRow(client, 'user', userId);
    const before = { operator: userId, disabled: (row['disabled_at'] ?? null) !== null };
    return { subject: userId, isGuarded: onLiveNetwork(true), before, after: { ...key } };
  },
  // Where two people agree, neither of them sees the key of a third: its owner does, in the console.
  run: ({ database }, { expiresAt, ...request }, { actor, reason, isConfirmed }) => {
    const end = expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) };
    return issueOperatorKey(database, { ...request, ...end, awaitsOwner: isConfirmed }, { actor, reason });
  },
};

const keyRevoked: GuardedAct<{ id: string }, boolean> = {
  role: 'administration',
  async look(client, { id }) {
    const { row, isLive } = await lockRow(client, 'key', id);
    return {
      subject: id,
      isGuarded: onLiveNetwork(isLive),
      before: { revokedAt: row['revoked_at'] },
      after: { revoked: true },
    };
  },
  run: ({ database }, { id }, { actor, reason }) => revokeKey(database, id, actor, { reason }),
};

/** Reads what letting a user log in changes: the second factor, and whether the user is disabled. */
async function lookAtLogIn(client: Queryable, { userId }: { userId: string }, after: Values): Promise<Look> {
  const { row, isLive } = await lockRow(client, 'user', userId);
  const [factor] = await client.query<{ since: string }>(
    'select confirmed_at::text as since from second_factors where user_id = $1',
    [userId],
  );
  const before = { secondFactorSince: factor?.since ?? null, disabled: (row['disabled_at'] ?? null) !== null };
  return { subject: userId, isGuarded: onLiveNetwork(isLive), before, after };
}

interface PersonRequest {
  userId: string;
  accountId: string | null;
}

/** The secret is the token of a link by which the person chooses the password, or the password. */
const passwordSet: GuardedAct<{ userId: string; way: 'link' | 'password' }, void> = {
  role: 'administration',
  look: (client, request) => lookAtLogIn(client, request, { password: request.way === 'link' ? 'by a link' : 'given' }),
  makeSecret: newLinkToken,
  run({ database }, { userId, way }, { actor, secret, shownTo }) {
    if (secret === null) throw new Error('neither a link nor a password was made');
    if (way === 'password') return setPassword(database, { userId, password: secret, actor, shownTo });
    return startPasswordReset(database, { userId, token: secret, actor, shownTo });
  },
};

const secondFactorRemoved: GuardedAct<PersonRequest, boolean> = {
  role: 'administration',
  look: (client, request) => lookAtLogIn(client, request, { secondFactorSince: null }),
  run: ({ database }, { userId: id, accountId }, { actor }) =>
    removeSecondFactor(database, { user: { id, accountId }, actor }),
};

const identitiesForgotten: GuardedAct<PersonRequest, boolean> = {
  role: 'administration',
  look: (client, request) => lookAtLogIn(client, request, { identities: 'none' }),
  run: ({ database }, { userId: id, accountId }, { actor }) =>
    forgetIdentities(database, { user: { id, accountId }, actor }),
};

const vouched: GuardedAct<PersonRequest, boolean> = {
  role: 'administration',
  look: (client, request) => lookAtLogIn(client, request, { vouched: true }),
  run: ({ database }, { userId: id, accountId }, { actor }) =>
    vouchForUser(database, { user: { id, accountId }, actor }),
};

const erased: GuardedAct<{ userId: string; reason: string }, ErasureResult> = {
  role: 'administration',
  look: (client, request) => lookAtLogIn(client, request, { erased: true }),
  run: ({ database }, { userId: id, reason }, { actor }) =>
    eraseSubject(database, { subject: 'user', id, reason, actor }),
};

/** Every act that may need a second person, by the name that its proposal has. Source: docs/GAPS.md#A3 */
export const ACTS = {
  'managed.changed': changed,
  'managed.switched': switched,
  'route.created': routeCreated,
  'partner.key_rotated': keyRotated,
  'partner.secret_rotated': secretRotated,
  'partner.credential_set': bankCredentialSet,
  'approvals.set': approvalsSet,
  'operator_key.created': operatorKeyCreated,
  'key.revoked': keyRevoked,
  'operator.password_set': passwordSet,
  'operator.second_factor_removed': secondFactorRemoved,
  'operator.identities_forgotten': identitiesForgotten,
  'operator.vouched': vouched,
  'operator.erased': erased,
};

export type ActName = keyof typeof ACTS;
