import { DomainError, type FieldFault } from '../../errors';
import type { EstimatedFee } from './fees';
import type { CreateInstructionBody } from '../instruction/instruction-schema';
import { chooseRoute, type RouteReason } from './routing';
import type { Timeline } from '../instruction/status';
import { datesOf, datingOf, releaseOf, routeRequestOf, type Terms, type TermsContext } from './terms';

/** A quote is held for this long at most. Source: docs/GAPS.md#quotes */
export const MAX_HOLD_SECONDS = 15 * 60;

/** Members of an instruction that its terms hang on; a quote is for these alone. */
export interface QuotedFacts {
  amount: number;
  currency: string;
  beneficiaryCountry: string;
  routeId: string | null;
  partnerPreference: string | null;
  channelPreference: string | null;
  settlementTimeline: string | null;
  /** Calendar date. */
  valueDate: string | null;
}

/** Terms that a preview has promised for a while. */
export interface Quote {
  id: string;
  expiresAt: Date;
  /** By the clock of Postgres, like its end. */
  isExpired: boolean;
  facts: QuotedFacts;
  routeId: string;
  timeline: Timeline;
  routeReasons: RouteReason[];
  fee: EstimatedFee;
  /** Calendar date. */
  expectedDate: string;
}

/** Place of each fact in the body of a creation. */
const FIELDS: Readonly<Record<keyof QuotedFacts, string>> = {
  amount: 'amount',
  currency: 'currency',
  beneficiaryCountry: 'beneficiary.country',
  routeId: 'settlementRoute.routeId',
  partnerPreference: 'settlementRoute.partnerPreference',
  channelPreference: 'settlementRoute.channelPreference',
  settlementTimeline: 'settlementRoute.settlementTimeline',
  valueDate: 'valueDate',
};

/** The members of an instruction on which its terms depend. */
export function quotedFacts({
  amount,
  currency,
  beneficiary,
  settlementRoute,
  valueDate,
}: CreateInstructionBody): QuotedFacts {
  const { routeId, partnerPreference, channelPreference, settlementTimeline } = settlementRoute;
  return {
    amount,
    currency,
    beneficiaryCountry: beneficiary.country,
    routeId: routeId ?? null,
    partnerPreference: partnerPreference ?? null,
    channelPreference: channelPreference ?? null,
    settlementTimeline: settlementTimeline ?? null,
    valueDate: valueDate ?? null,
  };
}

function changedFault(field: string, message: string): FieldFault {
  return { field, code: 'changed', message };
}

/** @returns the 409 that lists why a quote cannot be honoured */
export function quoteRefusal(details: FieldFault[]): DomainError {
  return new DomainError('QUOTE_CHANGED', 'The quote cannot be honoured: request a new one.', { details });
}

/** A fault for each member that differs from what was quoted. */
function factFaults(quoted: QuotedFacts, facts: QuotedFacts): FieldFault[] {
  const names: (keyof QuotedFacts)[] = [
    'amount',
    'currency',
    'beneficiaryCountry',
    'routeId',
    'partnerPreference',
    'channelPreference',
    'settlementTimeline',
    'valueDate',
  ];
  return names
    .filter((name) => quoted[name] !== facts[name])
    .map((name) => changedFault(FIELDS[name], `was ${quoted[name] ?? 'absent'} when it was quoted`));
}

/**
 * The quoted terms for a creation that names the quote: route and fee as quoted, and the date if it can still be met.
 * @throws DomainError QUOTE_CHANGED listing the differences
 * Source: docs/GAPS.md#quotes
 */
export function quotedTerms(quote: Quote, body: CreateInstructionBody, context: TermsContext): Terms {
  if (quote.isExpired) {
    const message = `was held until ${quote.expiresAt.toISOString()}`;
    throw quoteRefusal([{ field: 'quoteId', code: 'expired', message }]);
  }
  const faults = factFaults(quote.facts, quotedFacts(body));
  if (faults.length > 0) throw quoteRefusal(faults);
  const request = routeRequestOf(body, context.tenant);
  const choice = chooseRoute(context.routes, { ...request, routeId: quote.routeId, timeline: quote.timeline });
  if (choice.outcome !== 'chosen') {
    throw quoteRefusal([changedFault('settlementRoute', `the route ${quote.routeId} is no longer available`)]);
  }
  const { route } = choice;
  const { timeline, routeReasons: reasons, fee } = quote;
  const dating = datingOf(body, context);
  const dates = datesOf(dating, route, timeline);
  if (dates.expectedDate !== quote.expectedDate) {
    const message = `was ${quote.expectedDate} when it was quoted and is ${dates.expectedDate} now`;
    throw quoteRefusal([changedFault('settlementDetails.expectedSettlementDate', message)]);
  }
  return { request, route, timeline, reasons, dates, fee, releaseAt: releaseOf(dating, dates, route.cutOffZone) };
}
