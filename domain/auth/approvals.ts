import { DomainError, type FieldFault } from '../errors';
import type { OperatorActor } from './actor';
import { hasRole, missingRole, type OperatorRole } from './operator-roles';

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

/** A proposal that is not confirmed within so many hours expires. Source: docs/GAPS.md#A3 */
export const PROPOSAL_HOURS = 24;

/** @returns the settings that one person alone decides, to be shown to operators */
export function decidedByOne(approvals: Approvals): ApprovalSetting[] {
  return APPROVAL_SETTINGS.filter((setting) => approvals[setting] === 'one');
}

/** What the second person confirms. */
export interface Confirmable {
  /** Who proposed it, where a person is known. */
  proposedPerson: string | null;
  role: OperatorRole;
}

const SECOND = 'another operator confirms it by a login with a second factor or with an operator key';

/**
 * Why a person cannot be the second person, or null where they can. All commands together are one approver, and never
 * the second: nothing proves who types them.
 * Source: docs/GAPS.md#A3
 */
export function confirmationRefusal({ proposedPerson, role }: Confirmable, actor: OperatorActor): DomainError | null {
  if (!hasRole([role], actor.roles)) return missingRole([role], 'The person who confirms this');
  if (!actor.isIdentified || actor.personId === null) {
    const missing = actor.personId === null ? 'A command' : 'A login without a second factor';
    return new DomainError('FORBIDDEN', `${missing} cannot be the second person: ${SECOND}.`);
  }
  if (actor.personId === proposedPerson) {
    return new DomainError('FORBIDDEN', `The proposer cannot confirm, with any key or login: ${SECOND}.`);
  }
  return null;
}

const textOf = (value: unknown): string => JSON.stringify(value ?? null);

/** @returns each member that differs, with what it was when it was proposed and what it is now */
export function differences(
  then: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): FieldFault[] {
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])];
  return names
    .filter((name) => textOf(then[name]) !== textOf(now[name]))
    .map((field) => {
      const message = `was ${textOf(then[field])} when it was proposed, and is ${textOf(now[field])}`;
      return { field, code: 'changed', message };
    });
}
