import { z } from 'zod';
import type { Tenant } from '../../auth/tenant';
import type { FieldFault } from '../../errors';
import { BankingCountry, CalendarDate, Currency, optional, sound } from '../../schema-tools';
import { lacksBankCode } from './account-faults';
import { unmetFaults } from './corridor-faults';
import { refuseRoutes, type Route, type RouteRefusal } from '../routing/routing';
import { TIMELINES } from './status';
import { addDays, utcDate } from '../../calendar-dates';
import { withdrawnMessage } from '../../withdrawn-currencies';

/** A value date further ahead is refused. Source: docs/GAPS.md#P2 */
const MAX_DAYS_AHEAD = 365;

/** The fault of a value date by one "today": past, or too far ahead; none where the date is absent. */
export function valueDateFaults(valueDate: string | undefined, today: string): FieldFault[] {
  const field = 'valueDate';
  if (valueDate === undefined) return [];
  if (valueDate < today) return [{ field, code: 'past', message: 'must not lie in the past' }];
  if (valueDate <= addDays(today, MAX_DAYS_AHEAD)) return [];
  return [{ field, code: 'too_far', message: `must lie at most ${MAX_DAYS_AHEAD} days ahead` }];
}

/**
 * @returns that the currency has ended by the value date, or by today where there is none
 * Source: docs/GAPS.md#G6
 */
export function withdrawnFaults(currency: string, valueDate: string | undefined, today: string): FieldFault[] {
  const message = withdrawnMessage(currency, valueDate ?? today);
  return message === null ? [] : [{ field: 'currency', code: 'withdrawn', message }];
}

/** @returns the fault of a date of birth that has not come anywhere yet */
export function birthFaults(dateOfBirth: string | undefined, today: string): FieldFault[] {
  if (dateOfBirth === undefined || dateOfBirth <= addDays(today, 1)) return [];
  return [{ field: 'beneficiary.dateOfBirth', code: 'future', message: 'must not lie in the future' }];
}

/** What terms hang on, each member as far as it is sound. */
const SentInstruction = z.object({
  amount: sound(z.number()),
  currency: sound(Currency),
  beneficiary: sound(
    z.object({
      country: sound(BankingCountry),
      dateOfBirth: sound(optional(CalendarDate)),
      bankAccount: sound(z.looseObject({})),
    }),
  ),
  settlementRoute: sound(
    z.object({ routeId: optional(z.string()), settlementTimeline: sound(optional(z.enum(TIMELINES))) }),
  ),
  valueDate: sound(optional(CalendarDate)),
});

/** The refusal of a route as faults of the body. */
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
 * Why a body cannot get terms, whatever other faults it has: no route, judged by its valid members; a date of birth in
 * the future; a value date out of range for every "today" that a route could have; members that a strict account's
 * corridor rules require.
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
  const utc = utcDate(context.receivedAt);
  const withdrawn = withdrawnFaults(currency ?? '', valueDate ?? undefined, utc);
  const refusal = refuseRoutes(context.routes, {
    environment: context.tenant.environment,
    amount: amount ?? undefined,
    // Of what has ended it does not matter that nothing carries it.
    currency: withdrawn.length > 0 ? undefined : (currency ?? undefined),
    beneficiaryCountry: beneficiary?.country ?? undefined,
    lacksBankCode: lacksBankCode(beneficiary?.bankAccount ?? {}),
    routeId: settlementRoute?.routeId,
    timeline: settlementRoute?.settlementTimeline ?? undefined,
  });
  const byUtc = valueDateFaults(valueDate ?? undefined, utc);
  const byDayBefore = valueDateFaults(valueDate ?? undefined, addDays(utc, -1));
  return [
    ...(context.isStrict ? unmetFaults(body) : []),
    ...withdrawn,
    ...birthFaults(beneficiary?.dateOfBirth ?? undefined, utc),
    ...(refusal === null ? [] : refusalFaults(refusal)),
    ...(byDayBefore.length > 0 ? byUtc : []),
  ];
}
