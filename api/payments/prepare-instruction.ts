import type { Tenant } from '../../domain/auth/tenant';
import { invalidField, invalidRequest } from '../../domain/errors';
import { currencyDigits, Exact, fromMinor } from '../../domain/money';
import { addDays, closedOnWeekends, expectedDate, localTime, startOfDay } from '../../domain/payments/dates';
import { estimateFee } from '../../domain/payments/fees';
import type { CreateInstructionBody } from '../../domain/payments/instruction-schema';
import { chooseRoute, type Route } from '../../domain/payments/routing';
import type { NewInstruction } from '../../db/payments/create-instruction';
import { newId } from '../../lib/ids';
import { sealPrivateData } from '../../db/payments/private-data';
import type { Vault } from '../../lib/vault';

/** A value date further ahead is refused. Source: docs/GAPS.md#P2 */
const MAX_DAYS_AHEAD = 365;

export interface PreparationContext {
  tenant: Tenant;
  requestId: string;
  receivedAt: Date;
  routes: readonly Route[];
  vault: Vault;
}

function pickRoute(body: CreateInstructionBody, { routes, tenant }: PreparationContext, digits: number) {
  const wish = body.settlementRoute;
  const choice = chooseRoute(routes, {
    environment: tenant.environment,
    amount: body.amount,
    currency: body.currency,
    digits,
    beneficiaryCountry: body.beneficiary.country,
    routeId: wish.routeId,
    partnerPreference: wish.partnerPreference,
    channelPreference: wish.channelPreference,
    timeline: wish.settlementTimeline,
  });
  switch (choice.outcome) {
    case 'chosen':
      return choice;
    case 'unknown_route':
      throw invalidField('settlementRoute.routeId', 'unknown_route', 'is not a route of this service');
    case 'unfit_route':
      throw invalidField('settlementRoute.routeId', 'unfit_route', `names a route that ${choice.because}`);
    case 'no_route':
      throw invalidRequest(choice.faults);
    default:
      return choice satisfies never;
  }
}

function checkValueDate(valueDate: string | undefined, today: string): void {
  if (valueDate === undefined) return;
  if (valueDate < today) throw invalidField('valueDate', 'past', 'must not lie in the past');
  if (valueDate > addDays(today, MAX_DAYS_AHEAD)) {
    throw invalidField('valueDate', 'too_far', `must lie at most ${MAX_DAYS_AHEAD} days ahead`);
  }
}

/**
 * Routes, prices and dates an instruction: everything that is decided before it is kept.
 * @throws DomainError INVALID_REQUEST when no route fits or the value date is out of range
 * Source: docs/GAPS.md#P10, docs/GAPS.md#P11, docs/GAPS.md#P12
 */
export function prepareInstruction(body: CreateInstructionBody, context: PreparationContext): NewInstruction {
  const digits = currencyDigits(body.currency) ?? 2;
  const { route, timeline, reasons } = pickRoute(body, context, digits);
  // "Today" is the later of the client's possible todays' earliest: UTC and the route's zone, so that a client on
  // either calendar can ask for its own today.
  const local = localTime(context.receivedAt, route.cutOffZone).date;
  const utc = context.receivedAt.toISOString().slice(0, 10);
  checkValueDate(body.valueDate, local < utc ? local : utc);
  const dates = expectedDate({
    now: context.receivedAt,
    timeline,
    valueDate: body.valueDate ?? null,
    cutOff: route.cutOff,
    cutOffZone: route.cutOffZone,
    alwaysOpen: route.alwaysOpen,
    openDaysForN: route.openDaysForN,
    closed: closedOnWeekends,
  });
  const fee = estimateFee(route.fees, body.amount, digits);
  const held = body.valueDate !== undefined && dates.startDate > local && body.valueDate > utc;
  const id = newId('instruction', context.receivedAt.getTime());
  return {
    id,
    accountId: context.tenant.accountId,
    environment: context.tenant.environment,
    requestId: context.requestId,
    clientReference: body.clientReference ?? null,
    amount: new Exact(body.amount).toFixed(),
    currency: body.currency,
    beneficiaryCountry: body.beneficiary.country,
    purposeCode: body.purpose.code,
    privateSealed: sealPrivateData(context.vault, id, { beneficiary: body.beneficiary, purpose: body.purpose }),
    requestedRoute: body.settlementRoute,
    valueDate: body.valueDate ?? null,
    releaseAt: held ? startOfDay(dates.startDate, route.cutOffZone) : null,
    partnerId: route.partnerId,
    partnerName: route.partnerName,
    routeId: route.id,
    channel: route.channel,
    timeline,
    routeReasons: reasons,
    expectedDate: dates.expectedDate,
    dateExplanation: dates.explanation,
    feeEstimated: String(fromMinor(fee.estimatedMinor, digits)),
    feeBreakdown: fee.breakdown,
    submittedAt: context.receivedAt,
  };
}
