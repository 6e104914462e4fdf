import type { Tenant } from './tenant';
import type { CustomEndpointLimits } from '../limits/custom-endpoint-limits';
import type { OperatorRole } from './operator-roles';
import type { Plan, PlanLimits } from '../limits/plans';

/** Permissions of client keys. Source: docs/GAPS.md#A1 */
export const SCOPES = [
  'payments:read',
  'payments:write',
  'reference:read',
  'documents:read',
  'documents:write',
  'webhooks:manage',
  'shipments:read',
  'shipments:write',
  'payments:approve',
  'payments:propose',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Approvals are given by members: a key that belongs to none has no such scope. Source: docs/GAPS.md#P17 */
export const UNOWNED_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'payments:approve');

/** An API key of one side of an account. */
export interface ClientPrincipal {
  kind: 'client';
  keyId: string;
  /** The member whose key it is, or who acts in the console; null for a key of no member. */
  memberId: string | null;
  /** Who counts as creator of what is made: that member, or who made a key of no member in the console; or null. */
  creatorId: string | null;
  /** The side of the account that the key was made for; it sees nothing else. */
  tenant: Tenant;
  scopes: readonly Scope[];
  plan: Plan;
  /** Numbers of an Enterprise key; absent ones fall back to the plan's. */
  customLimits: Partial<PlanLimits>;
  /** Whether the limits of single operations apply. */
  endpointLimits: boolean;
  /** Numbers of an Enterprise key in place of the standard ones; with another plan they do not apply. */
  customEndpointLimits: CustomEndpointLimits;
  /** Payments that lack what their corridor asks for are refused. Source: docs/GAPS.md#corridors */
  isStrict: boolean;
}

/** A key of a settlement partner. */
export interface PartnerPrincipal {
  kind: 'partner';
  keyId: string;
  partnerId: string;
  partnerName: string;
  /** `signed`: the request must also carry a fresh signature. Source: docs/GAPS.md#A2 */
  authMode: 'bearer' | 'signed';
  /** A disabled partner reports nothing. Source: docs/GAPS.md#A2 */
  isDisabled: boolean;
  /** Whether the limits of single operations apply. */
  endpointLimits: boolean;
  /** Numbers in place of the standard ones. */
  customEndpointLimits: CustomEndpointLimits;
}

/** A key of an operator. */
export interface OperatorPrincipal {
  kind: 'operator';
  keyId: string;
  label: string;
  /** Id of the user whose key it is. */
  personId: string;
  /** Those of the key that its person has too. */
  roles: readonly OperatorRole[];
}

/** Who makes a request, as the credential says. */
export type Principal = ClientPrincipal | PartnerPrincipal | OperatorPrincipal;
