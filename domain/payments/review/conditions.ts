import { DAY_MS } from '../../calendar-dates';
import { SEVERITIES, type Severity } from '../../shipments/file/rules';
import type { ShipmentStatus } from '../../shipments/shipment';

/** What a payment may wait for before it is sent. Source: docs/GAPS.md#P27 */
export const CONDITION_TYPES = ['shipment_status', 'document', 'no_findings', 'payment_proved', 'not_before'] as const;
export type ConditionType = (typeof CONDITION_TYPES)[number];

/** Conditions of one payment. */
export const MAX_CONDITIONS = 10;
/** Conditions expire after so many days at the latest, and where no moment is given. */
const CONDITION_DAYS = 365;

/** A condition as the client states it; its type decides which members it has. */
export interface StatedCondition {
  type: ConditionType;
  shipmentId?: string | undefined;
  /** The shipment has this status, or one that follows it. */
  status?: ShipmentStatus | undefined;
  documentType?: string | undefined;
  documentId?: string | undefined;
  /** Of the file, in hexadecimal digits. */
  sha256?: string | undefined;
  /** No finding of this severity, or of a higher one, is open. */
  severity?: Severity | undefined;
  /** The payment whose booking is proved. */
  instructionId?: string | undefined;
  /** ISO 8601 timestamp. */
  at?: string | undefined;
}
/** A member of a condition beside its type. */
export type ConditionMember = Exclude<keyof StatedCondition, 'type'>;

/** The members of each type: all of the first list, and at least one of the second where that has any. */
export const CONDITION_MEMBERS: Readonly<
  Record<ConditionType, { all: readonly ConditionMember[]; oneOf: readonly ConditionMember[] }>
> = {
  shipment_status: { all: ['shipmentId', 'status'], oneOf: [] },
  document: { all: ['documentType'], oneOf: ['sha256', 'documentId', 'shipmentId'] },
  no_findings: { all: ['shipmentId', 'severity'], oneOf: [] },
  payment_proved: { all: ['instructionId'], oneOf: [] },
  not_before: { all: ['at'], oneOf: [] },
};

/** Why a condition is met, and why it is not. */
const BECAUSE = {
  shipment_status: { met: 'status_reached', open: 'status_not_reached', gone: 'shipment_deleted' },
  document: { met: 'document_present', open: 'document_missing', gone: 'document_missing' },
  no_findings: { met: 'no_open_finding', open: 'finding_open', gone: 'shipment_deleted' },
  payment_proved: { met: 'payment_proved', open: 'payment_not_proved', gone: 'payment_not_proved' },
  not_before: { met: 'moment_reached', open: 'moment_not_reached', gone: 'moment_not_reached' },
} as const satisfies Record<ConditionType, { met: string; open: string; gone: string }>;
/** The papers of the shipment have changed, and are not compared yet. */
const NOT_COMPARED = 'not_compared';

type Because = (typeof BECAUSE)[ConditionType];
/** Why a condition is met, or is not. */
export type ConditionReason = Because[keyof Because] | typeof NOT_COMPARED;
const REASONS = Object.values(BECAUSE).flatMap(({ met, open, gone }): ConditionReason[] => [met, open, gone]);
/** Every reason that a condition may have. */
export const CONDITION_REASONS: readonly ConditionReason[] = [...new Set<ConditionReason>([...REASONS, NOT_COMPARED])];

/** A condition as it is kept with its payment. */
export interface KeptCondition extends StatedCondition {
  /** Statuses of the shipment that meet it, or severities that an open finding must not have. */
  oneOf?: readonly string[] | undefined;
  /** Since when it is met, ISO 8601; null while it is not. */
  metAt: string | null;
  because: ConditionReason;
}

/** The conditions of a payment. Nothing is sent unless all of them are met at the same moment. */
export interface Conditions {
  /** ISO 8601 timestamp, by Postgres' clock. */
  expiresAt: string;
  /** Since when all of them are met: from then on they do not expire. Null again once one is met no more. */
  heldAt: string | null;
  /** Ids of the shipments, documents and payments that they are about. */
  subjects: readonly string[];
  items: readonly KeptCondition[];
  /** What is known of them differs from what is kept. Read with the payment, never kept. */
  isNews?: true;
}

/** What Postgres knows of a condition: since when it is met, in Unix milliseconds, and what was found; nulls where nothing is. */
export interface ConditionFact {
  since: number | null;
  found: string | null;
}

/** Statuses of a shipment on its way, in their order. */
const ON_ITS_WAY: readonly ShipmentStatus[] = ['pending', 'in_transit', 'customs', 'delivered'];

/** The statuses that count as reaching a status: itself and later ones. A cancelled shipment has reached no other. */
function laterStatuses(status: ShipmentStatus): readonly ShipmentStatus[] {
  const place = ON_ITS_WAY.indexOf(status);
  return place < 0 ? [status] : ON_ITS_WAY.slice(place);
}

/** The statuses or severities that satisfy a condition; undefined if it is not judged by such a list. */
function satisfyingValues({ type, status, severity }: StatedCondition): readonly string[] | undefined {
  if (type === 'shipment_status' && status !== undefined) return laterStatuses(status);
  if (type !== 'no_findings' || severity === undefined) return undefined;
  return SEVERITIES.slice(SEVERITIES.indexOf(severity));
}

/** @returns the members that a condition of a type may have beside it */
export function membersOf(type: ConditionType): readonly ConditionMember[] {
  const { all, oneOf: some } = CONDITION_MEMBERS[type];
  return [...all, ...some];
}

function ownMembers(stated: StatedCondition): StatedCondition {
  const own = membersOf(stated.type).flatMap((name) => (stated[name] === undefined ? [] : [[name, stated[name]]]));
  return { type: stated.type, ...(Object.fromEntries(own) as Omit<StatedCondition, 'type'>) };
}

function reasonOf(type: ConditionType, { since, found }: ConditionFact): ConditionReason {
  if (found === NOT_COMPARED) return NOT_COMPARED;
  const { met, open, gone } = BECAUSE[type];
  if (found === null) return gone;
  return since === null ? open : met;
}

const UNKNOWN: ConditionFact = { since: null, found: null };

/**
 * The conditions with their state by what Postgres knows of each. `isNews` is set if a state changed.
 * @param facts in the order of the conditions
 */
export function judgeConditions(conditions: Conditions, facts: readonly ConditionFact[]): Conditions {
  const items = conditions.items.map((item, index): KeptCondition => {
    const fact = facts[index] ?? UNKNOWN;
    const metAt = fact.since === null ? null : new Date(fact.since).toISOString();
    return { ...item, metAt, because: reasonOf(item.type, fact) };
  });
  const isNews = items.some(({ metAt, because }, index) => {
    const kept = conditions.items[index];
    return kept?.metAt !== metAt || kept.because !== because;
  });
  return { ...conditions, items, ...(isNews ? { isNews } : {}) };
}

/** The conditions as a new payment keeps them: none met yet, with the ids that they are about. */
export function keepConditions(stated: readonly StatedCondition[], expiresAt: Date): Conditions {
  const items = stated.map(ownMembers).map((one): KeptCondition => ({
    ...one,
    oneOf: satisfyingValues(one),
    ...{ metAt: null, because: BECAUSE[one.type].open },
  }));
  const subjects = items.flatMap((one) =>
    [one.shipmentId, one.documentId, one.instructionId].filter((id) => id !== undefined),
  );
  return { expiresAt: expiresAt.toISOString(), heldAt: null, subjects: [...new Set(subjects)], items };
}

/** @returns when conditions without a moment of their own expire */
export function latestExpiry(at: Date): Date {
  return new Date(at.getTime() + CONDITION_DAYS * DAY_MS);
}

/** @returns whether a payment waits for one of its conditions, as they were read */
export function awaitsConditions(conditions: Conditions | null): boolean {
  return conditions?.items.some(({ metAt }) => metAt === null) === true;
}

/** @returns whether nothing but the comparison of papers keeps them from being met */
export function isBeingCompared({ items }: Conditions): boolean {
  const open = items.filter(({ metAt }) => metAt === null);
  return open.length > 0 && open.every(({ because }) => because === NOT_COMPARED);
}

/** @returns whether all of them are met, and were before they expired */
export function areMetInTime(conditions: Conditions): boolean {
  if (awaitsConditions(conditions)) return false;
  const { heldAt, expiresAt, items } = conditions;
  return heldAt !== null || items.every(({ metAt }) => metAt !== null && metAt < expiresAt);
}

/** @returns what is kept of conditions that were read */
export function toKept({ isNews: _isNews, ...conditions }: Conditions): Conditions {
  return conditions;
}

/** @returns when one of them may be met, or all expire, by the clock alone */
export function nextMoment({ items, expiresAt }: Conditions): Date {
  const moments = items.flatMap(({ type, at, metAt }) =>
    type === 'not_before' && at !== undefined && metAt === null ? [at] : [],
  );
  return new Date([...moments, expiresAt].toSorted()[0] ?? expiresAt);
}
