import { DomainError, type FieldFault } from '../errors';
import type { OperatorActor } from './actor';
import {
  areOfOneTypist,
  dependenceOf,
  dependenceRefusal,
  partyOf,
  type Makers,
  type MakersOf,
  type Party,
} from './independence';
import { hasRole, missingRole, operatorRolesIn, type OperatorRole } from './operator-roles';

/**
 * What may need a second person: `release-approvals` each release of a hold, `live-network` each change of where live
 * money goes, of operators, their keys and these settings.
 * Source: docs/GAPS.md#A3
 */
export const APPROVAL_SETTINGS = ['live-network', 'release-approvals'] as const;
export type ApprovalSetting = (typeof APPROVAL_SETTINGS)[number];

/** One person decides alone, or a second one confirms. */
export const APPROVAL_COUNTS = ['one', 'two'] as const;
/** How many people an act needs. */
export type ApprovalCount = (typeof APPROVAL_COUNTS)[number];

/** How many people each kind of act needs. */
export type Approvals = Readonly<Record<ApprovalSetting, ApprovalCount>>;

/** How many people each kind of act needs as it was set; null where nothing was. */
export type StoredApprovals = Readonly<Record<ApprovalSetting, ApprovalCount | null>>;

/** An operator, as far as the rule of two people asks. */
export interface KnownOperator extends Makers {
  id: string;
  roles: readonly OperatorRole[];
}

/** Who confirms what the setting is about. */
const ROLE_OF: Readonly<Record<ApprovalSetting, OperatorRole>> = {
  'live-network': 'administration',
  'release-approvals': 'compliance',
};

/**
 * Whether two of the operators can decide together about a setting: both have its role, are independent of each other,
 * and satisfy `isEnough`.
 * @param operators all who can log in or have a key
 * @param isEnough a further condition on the two
 */
function canTwoDecide(
  setting: ApprovalSetting,
  operators: readonly KnownOperator[],
  isEnough: (first: Party, second: Party) => boolean = () => true,
): boolean {
  const able = operators.filter(({ roles }) => roles.includes(ROLE_OF[setting]));
  const makersOf = new Map(able.map((operator) => [operator.id, operator]));
  const parties = able.map(({ id }) => partyOf({ id: `user:${id}`, personId: id }, makersOf));
  return parties.some((first) =>
    parties.some(
      (second) => dependenceOf(first, { ...second, isIdentified: true }) === null && isEnough(first, second),
    ),
  );
}

/**
 * Whether the person who proposed an act may still propose it: with its role, or for a key or secret of the own partner.
 * @param person null for one who cannot log in any more
 */
export function isCurrentProposer(
  person: { roles: readonly string[]; partner: string | null } | null,
  { role, subject }: { role: OperatorRole; subject: string },
): boolean {
  return person !== null && (person.partner === subject || hasRole([role], operatorRolesIn(person.roles)));
}

/**
 * Where nothing is set, two people decide as soon as there are two who can be told apart.
 * @param operators who can log in or have a key, of either role
 * Source: docs/GAPS.md#A5
 */
export function approvalsInForce(stored: StoredApprovals, operators: readonly KnownOperator[]): Approvals {
  const countOf = (setting: ApprovalSetting): ApprovalCount =>
    stored[setting] ?? (canTwoDecide(setting, operators, (...two) => !areOfOneTypist(...two)) ? 'two' : 'one');
  return { 'live-network': countOf('live-network'), 'release-approvals': countOf('release-approvals') };
}

/** @returns the settings that need two people, of whom no two may confirm each other: nobody can decide */
export function decidedByNobody(approvals: Approvals, operators: readonly KnownOperator[]): ApprovalSetting[] {
  return APPROVAL_SETTINGS.filter((setting) => approvals[setting] === 'two' && !canTwoDecide(setting, operators));
}

/** A proposal that is not confirmed within so many hours expires. Source: docs/GAPS.md#A3 */
export const PROPOSAL_HOURS = 24;

/** @returns the settings that one person alone decides, to be shown to operators */
export function decidedByOne(approvals: Approvals): ApprovalSetting[] {
  return APPROVAL_SETTINGS.filter((setting) => approvals[setting] === 'one');
}

const SECOND =
  'another operator, whose login and key neither of them made, confirms it by a login with a second factor or with an operator key';

/**
 * Refuses a first act of two by a command without `--as`: nobody could be known to be another person.
 * @throws DomainError FORBIDDEN
 * Source: docs/GAPS.md#A5
 */
export function requireKnownFirst({ personId }: Pick<OperatorActor, 'personId'>): void {
  if (personId !== null) return;
  const message =
    'This needs two people, and a command without --as names none: give --as ADDRESS of the operator who types it.';
  throw new DomainError('FORBIDDEN', message);
}

/**
 * Why a person cannot confirm what another one proposed, or null where they can. Commands are never the second person:
 * nothing proves who types them.
 * @param first who proposed it
 * Source: docs/GAPS.md#A3, docs/GAPS.md#A5
 */
export function confirmationRefusal(
  { first, role, makersOf }: { first: Party; role: OperatorRole; makersOf: MakersOf },
  actor: OperatorActor,
): DomainError | null {
  if (!hasRole([role], actor.roles)) return missingRole([role], 'The person who confirms this');
  const second = { ...partyOf(actor, makersOf), isIdentified: actor.isIdentified };
  const dependence = dependenceOf(first, second);
  return dependence === null ? null : dependenceRefusal(dependence, SECOND);
}

const textOf = (value: unknown): string => JSON.stringify(value ?? null);

/** A fault for each member whose value has changed since the proposal, with both values. */
export function changedMembers(
  proposed: Readonly<Record<string, unknown>>,
  current: Readonly<Record<string, unknown>>,
): FieldFault[] {
  const names = [...new Set([...Object.keys(proposed), ...Object.keys(current)])];
  return names
    .filter((name) => textOf(proposed[name]) !== textOf(current[name]))
    .map((field) => {
      const message = `was ${textOf(proposed[field])} when it was proposed, and is ${textOf(current[field])}`;
      return { field, code: 'changed', message };
    });
}
