import { isUnavailable } from '../../errors';
import type { DateStep } from './dates';
import { datesOf, releaseOf, type Dating, type RouteHours } from './terms';
import type { Timeline } from '../instruction/status';

/** Why another date than the promised one is expected. */
export const DATE_CHANGES = ['held', 'calendar_changed', 'rerouted'] as const;
export type DateChange = (typeof DATE_CHANGES)[number];

/** What is sent within this time of its receipt, or of its release, has the date that was promised then. */
const AT_ONCE_MS = 60_000;

/** Dates of a payment by the route that it has, worked out again. */
export interface NewDates {
  because: Exclude<DateChange, 'rerouted'>;
  /** Calendar date. */
  expectedDate: string;
  dateExplanation: DateStep[];
  /** Not to be dispatched before this moment, or null. */
  releaseAt: Date | null;
}

/** A date that was promised before, as it is kept with the payment. */
export interface FormerDate {
  /** Calendar date. */
  expectedSettlementDate: string;
  /** ISO 8601 timestamp. */
  replacedAt: string;
  because: DateChange;
}

/** The facts that the dates of a stored payment depend on. */
export interface DatedPayment {
  route: RouteHours;
  timeline: Timeline;
  /** Calendar date that the client asked for. */
  valueDate: string | null;
}

/** @returns whether a payment is sent so late that its expected date may have changed */
export function isDelayed(
  { submittedAt, releaseAt }: { submittedAt: Date; releaseAt: Date | null },
  now: Date,
): boolean {
  return now.getTime() - Math.max(submittedAt.getTime(), releaseAt?.getTime() ?? 0) > AT_ONCE_MS;
}

/**
 * Dates a payment that no partner has, as if it were received at this moment.
 * @returns null while the calendars have no open day for months: then no date can be promised
 * Source: docs/GAPS.md#P12
 */
export function renewDates(
  { route, timeline, valueDate }: DatedPayment,
  { at, closed }: Pick<Dating, 'at' | 'closed'>,
  because: NewDates['because'],
): NewDates | null {
  const dating = { at, valueDate, closed };
  try {
    const dates = datesOf(dating, route, timeline);
    const releaseAt = releaseOf(dating, dates, route.cutOffZone);
    return { because, expectedDate: dates.expectedDate, dateExplanation: dates.explanation, releaseAt };
  } catch (fault) {
    if (isUnavailable(fault)) return null;
    throw fault;
  }
}
