import type { Tenant } from '../../auth/tenant';
import { invalidRequest } from '../../errors';
import { currencyDigits } from '../../money';
import { alsoClosedBy } from './calendars';
import { expectedDate, localTime, startOfDay, type ClosedDay, type ExpectedDate } from './dates';
import { lacksBankCode } from '../instruction/account-faults';
import { unmetFaults } from '../instruction/corridor-faults';
import { estimateFee, type EstimatedFee } from './fees';
import type { CreateInstructionBody } from '../instruction/instruction-schema';
import { chooseRoute, type ChosenRoute, type Route, type RouteReason, type RouteRequest } from './routing';
import { sanctionWarnings } from './sanctioned-countries';
import type { Timeline } from '../instruction/status';
import { birthFaults, termsFaults, valueDateFaults, withdrawnFaults } from '../instruction/terms-faults';
import { utcDate } from '../../calendar-dates';

/** The facts besides its body that decide the terms of a payment. */
export interface TermsContext {
  tenant: Tenant;
  receivedAt: Date;
  routes: readonly Route[];
  /** Whether a payment that lacks a field of its corridor's rules is refused. */
  isStrict: boolean;
  /** By the calendars of the currency and of the beneficiary's country. */
  closed: ClosedDay;
}

/** Route, price and dates of a payment, decided before it is stored. */
export interface Terms {
  request: RouteRequest;
  route: Route;
  timeline: Timeline;
  reasons: RouteReason[];
  dates: ExpectedDate;
  fee: EstimatedFee;
  /** Earliest moment of its dispatch; null when nothing holds it. */
  releaseAt: Date | null;
}

/** What an instruction demands and prefers of a route. */
export function routeRequestOf(body: CreateInstructionBody, tenant: Tenant): RouteRequest {
  const wish = body.settlementRoute;
  return {
    environment: tenant.environment,
    amount: body.amount,
    currency: body.currency,
    digits: currencyDigits(body.currency) ?? 2,
    beneficiaryCountry: body.beneficiary.country,
    lacksBankCode: lacksBankCode(body.beneficiary.bankAccount),
    routeId: wish.routeId,
    partnerPreference: wish.partnerPreference,
    channelPreference: wish.channelPreference,
    timeline: wish.settlementTimeline,
  };
}

/** The facts that decide the dates of a payment, without its route. */
export interface Dating {
  /** When it is handed over, or held for its value date. */
  at: Date;
  /** Calendar date that the client asked for. */
  valueDate: string | null;
  closed: ClosedDay;
}

/** The part of a route that decides the dates of a payment. */
export type RouteHours = Pick<Route, 'cutOff' | 'cutOffZone' | 'calendars' | 'alwaysOpen' | 'openDaysForN'>;

/** The expected date of a payment by one timeline of a route. */
export function datesOf({ at, valueDate, closed }: Dating, route: RouteHours, timeline: Timeline): ExpectedDate {
  return expectedDate({
    now: at,
    timeline,
    valueDate,
    cutOff: route.cutOff,
    cutOffZone: route.cutOffZone,
    alwaysOpen: route.alwaysOpen,
    openDaysForN: route.openDaysForN,
    closed: alsoClosedBy(closed, route.calendars),
  });
}

/** @returns the earliest moment to send the payment, its start date in `zone`; null unless its value date is ahead */
export function releaseOf({ at, valueDate }: Dating, { startDate }: ExpectedDate, zone: string): Date | null {
  // Ahead: later than today in UTC and in the route's zone. A cut-off or a weekend moves the start, but holds nothing.
  const isAhead = valueDate !== null && valueDate > localTime(at, zone).date && valueDate > utcDate(at);
  return isAhead ? startOfDay(startDate, zone) : null;
}

/**
 * Prices and dates a payment by the route that was chosen for it.
 * @throws DomainError UNAVAILABLE when the calendars have no open day for months
 * Source: docs/GAPS.md#P11, docs/GAPS.md#P12
 */
export function termsBy({ route, timeline, reasons }: ChosenRoute, request: RouteRequest, dating: Dating): Terms {
  const dates = datesOf(dating, route, timeline);
  const fee = estimateFee(route.fees, request.amount, request.digits);
  const releaseAt = releaseOf(dating, dates, route.cutOffZone);
  return { request, route, timeline, reasons, dates, fee, releaseAt };
}

/** @returns the facts that the dates of a new payment depend on */
export function datingOf(body: CreateInstructionBody, { receivedAt, closed }: TermsContext): Dating {
  return { at: receivedAt, valueDate: body.valueDate ?? null, closed };
}

/**
 * Chooses route, fee and dates of a payment, for its creation and for its preview.
 * @throws DomainError INVALID_REQUEST when no route fits, the currency has ended, the value date is out of range, or a
 * strict account's payment lacks what its corridor asks for
 * Source: docs/GAPS.md#P10, docs/GAPS.md#P11, docs/GAPS.md#P12
 */
export function decideTerms(body: CreateInstructionBody, context: TermsContext): Terms {
  const request = routeRequestOf(body, context.tenant);
  const choice = chooseRoute(context.routes, request);
  if (choice.outcome !== 'chosen') throw invalidRequest(termsFaults(body, context));
  // Today is the earlier of the dates in UTC and in the route's zone, so that a client on either calendar can ask for
  // its own today.
  const local = localTime(context.receivedAt, choice.route.cutOffZone).date;
  const utc = utcDate(context.receivedAt);
  const faults = [
    ...(context.isStrict ? unmetFaults(body) : []),
    ...withdrawnFaults(body.currency, body.valueDate, utc),
    ...birthFaults(body.beneficiary.dateOfBirth, utc),
    ...valueDateFaults(body.valueDate, local < utc ? local : utc),
  ];
  if (faults.length > 0) throw invalidRequest(faults);
  const { country, bankAccount } = body.beneficiary;
  const warnings = sanctionWarnings(body.currency, [country, bankAccount.country], utc);
  return termsBy({ ...choice, reasons: [...choice.reasons, ...warnings] }, request, datingOf(body, context));
}
