import { z } from 'zod';
import type { Tenant } from '../auth/tenant';
import type { FieldFault } from '../errors';
import { BankingCountry, CalendarDate, Currency, optional, sound } from '../schema-tools';
import { unmetFaults } from './corridor-faults';
import { refuseRoutes, type Route, type RouteRefusal } from './routing';
import { TIMELINES } from './status';
import { addDays, utcDate } from '../calendar-dates';

/** A value date further ahead is refused. Source: docs/GAPS.md#P2 */
const MAX_DAYS_AHEAD = 365;

/** @returns what is wrong with a value date by that "today"; nothing where there is none */
export function valueDateFaults(valueDate: string | undefined, today: string): FieldFault[] {
  const field = 'valueDate';
  if (valueDate === undefined) return [];
  if (valueDate < today) return [{ field, code: 'past', message: 'must not lie in the past' }];
  if (valueDate <= addDays(today, MAX_DAYS_AHEAD)) return [];
  return [{ field, code: 'too_far', message: `must lie at most ${MAX_DAYS_AHEAD} days ahead` }];
}

/** What terms hang on, each member as far as it is sound. */
const SentInstruction = z.object({
  amount: sound(z.number()),
  currency: sound(Currency),
  beneficiary: sound(z.object({ country: BankingCountry })),
  settlementRoute: sound(
    z.object({ routeId: optional(z.string()), settlementTimeline: sound(optional(z.enum(TIMELINES))) }),
  ),
  valueDate: sound(optional(CalendarDate)),
});

function refusalFaults(refusal: RouteRefusal): FieldFault[] {
  const field = 'settlementRoute.routeId';
  switch (refusal.outcome) {
    case 'unknown_route':
      return [{ field, code: 'unknown_route', message: 'is not a route of this service' }];
    case 'unfit_route':
      return [{ field, code: 'unfit_route', message: `names a route that ${refusal.because}` }];
    case 'no_route':
      return refusal.faults;
    default:
      return refusal satisfies never;
  }
}

/**
 * Why no terms are to be had for a body, whatever else is wrong with it: no route, by what is sound of it; a value date
 * that is out of range by every "today" that a route could have; and what a strict account's corridor asks for.
 * @param body as it was sent
 * Source: docs/GAPS.md#G2, docs/GAPS.md#P10
 */
export function termsFaults(
  body: unknown,
  context: { tenant: Tenant; receivedAt: Date; routes: readonly Route[]; isStrict: boolean },
): FieldFault[] {
  const sent = SentInstruction.safeParse(body).data;
  if (sent === undefined) return [];
  const { amount, currency, beneficiary, settlementRoute, valueDate } = sent;
  const refusal = refuseRoutes(context.routes, {
    environment: context.tenant.environment,
    amount: amount ?? undefined,
    currency: currency ?? undefined,
    beneficiaryCountry: beneficiary?.country,
    routeId: settlementRoute?.routeId,
    timeline: settlementRoute?.settlementTimeline ?? undefined,
  });
  const utc = utcDate(context.receivedAt);
  const byUtc = valueDateFaults(valueDate ?? undefined, utc);
  const byDayBefore = valueDateFaults(valueDate ?? undefined, addDays(utc, -1));
  return [
    ...(context.isStrict ? unmetFaults(body) : []),
    ...(refusal === null ? [] : refusalFaults(refusal)),
    ...(byDayBefore.length > 0 ? byUtc : []),
  ];
}
