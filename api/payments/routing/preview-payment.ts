import type { ClientPrincipal } from '../../../domain/auth/principal';
import type { output } from 'zod';
import { defaultChargeBearer } from '../../../domain/payments/instruction/charge-bearer';
import { fromMinor } from '../../../domain/money';
import { PaymentPreview } from '../../../domain/payments/instruction/answer-schema';
import { unmetMembers } from '../../../domain/payments/instruction/account-faults';
import { corridorFaults, type UnmetRule } from '../../../domain/payments/instruction/corridor-faults';
import { judgePayment } from '../../../domain/payments/iso20022/judged-order';
import { invalidRequest } from '../../../domain/errors';
import type { CreateInstructionBody } from '../../../domain/payments/instruction/instruction-schema';
import { InstructionRequest } from '../../../domain/payments/instruction/request-schema';
import { losingRoutes } from '../../../domain/payments/routing/losing-routes';
import { PreviewQuery } from '../../../domain/payments/routing/quote-schema';
import { quotedFacts } from '../../../domain/payments/routing/quotes';
import type { Route, RouteReason } from '../../../domain/payments/routing/routing';
import { datesOf, datingOf, decideTerms, type Terms, type TermsContext } from '../../../domain/payments/routing/terms';
import { newId } from '../../../lib/ids';
import { findOtherAccount } from '../../../db/payments/instruction/other-account';
import { insertQuote } from '../../../db/payments/routing/quotes';
import { endpoint, type Call } from '../../endpoint';
import type { Services } from '../../services';
import { instructionFaults, readNetwork } from './read-network';
import { conditionViews } from '../../../domain/payments/review/condition-schema';
import { requestFaults, resolveInstruction } from '../instruction/saved-beneficiary';
import { conditionsFaults, statedConditions } from '../instruction/stated-conditions';
import { readWatchLists } from '../../../db/compliance/watch-lists';
import { listViews } from '../instruction/list-views';
import { judgeParties } from '../review/screen-payment';

function routeView({ id, partnerName, channel }: Route, reasons: RouteReason[]) {
  return { routeId: id, partnerName, channel, reasons };
}

function unmetView({ rule, field, code, message }: UnmetRule) {
  return { rule: rule.id, field, code, message };
}

type PreviewCall = Pick<
  Call<ClientPrincipal, unknown, output<typeof PreviewQuery>, CreateInstructionBody>,
  'principal' | 'query' | 'body' | 'receivedAt'
>;

function earliestDate(body: CreateInstructionBody, context: TermsContext, { route, dates }: Terms): string {
  return route.timelines
    .map((timeline) => datesOf(datingOf(body, context), route, timeline).expectedDate)
    .reduce((earliest, date) => (date < earliest ? date : earliest), dates.expectedDate);
}

/** Stores the terms of a preview as a quote if that was requested; else null. */
async function storeQuote(
  { body, query, receivedAt, principal }: PreviewCall,
  { route, timeline, reasons, fee, dates }: Terms,
  { database }: Services,
): Promise<{ quoteId: string; expiresAt: string } | null> {
  const { hold_for: seconds } = query;
  if (seconds === undefined) return null;
  const id = newId('quote', receivedAt.getTime());
  const facts = quotedFacts(body);
  const terms = { routeId: route.id, timeline, routeReasons: reasons, fee, expectedDate: dates.expectedDate };
  const expiresAt = await insertQuote(database, principal.tenant, { id, seconds, facts, ...terms });
  return { quoteId: id, expiresAt: expiresAt.toISOString() };
}

/** The screening that a creation would get now, with its lists; `review` also where the lists cannot be relied on. */
async function previewScreening({ body, principal: { tenant } }: PreviewCall, services: Services) {
  const { decision } = await judgeParties(body, services, tenant);
  const isHeld = (await services.watchLists.fault(tenant.environment)) !== null;
  const passes = decision === 'clear' || decision === 'not_screened';
  return {
    class: passes && isHeld ? ('review' as const) : decision,
    lists: listViews(await readWatchLists(services.database)),
  };
}

function laterOf(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

/** Source: docs/GAPS.md#P2, docs/GAPS.md#quotes */
export const previewPayment = endpoint({
  operationId: 'previewPayment',
  summary: 'Preview route, fee and date of an instruction',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments/preview',
  access: { kind: 'client', scope: 'payments:read' },
  limit: null,
  envelope: 'wrapped',
  query: PreviewQuery,
  body: InstructionRequest,
  responses: { 200: { description: 'What a creation would decide now', schema: PaymentPreview } },
  errors: [],
  furtherFaults: async (body, call, services) => [
    ...(await requestFaults(body, call, services)),
    ...(await conditionsFaults(body, call, services)),
  ],
  async handle(call, services) {
    const whole = await resolveInstruction(call.body, call.principal.tenant, services);
    if (whole === null) throw invalidRequest(await requestFaults(call.body, call, services));
    const { body, saved } = whole;
    const { isStrict } = call.principal;
    const { conditions, faults } = await statedConditions(body, call, services);
    if (faults.length > 0) throw invalidRequest([...(await instructionFaults(body, call, services)), ...faults]);
    const network = await readNetwork(body, call, services);
    const context = { tenant: call.principal.tenant, receivedAt: call.receivedAt, isStrict, ...network };
    const terms = decideTerms(body, context);
    const { request, route, timeline, reasons, dates, fee, releaseAt } = terms;
    const { partnerName, channel } = route;
    const judged = judgePayment(body, route.bankFiles, { timeline, at: call.receivedAt });
    const data = {
      clientReference: body.clientReference ?? null,
      amount: body.amount,
      currency: body.currency,
      settlementDetails: {
        expectedSettlementDate: dates.expectedDate,
        earliestSettlementDate: earliestDate(body, context, terms),
        settlementTimeline: timeline,
        partnerName,
        channel,
        dateExplanation: dates.explanation,
      },
      fees: {
        estimated: fromMinor(fee.estimatedMinor, request.digits),
        currency: body.currency,
        breakdown: fee.breakdown,
      },
      route: routeView(route, reasons),
      losingRoutes: losingRoutes(network.routes, request, route).map((losing) =>
        routeView(losing.route, losing.reasons),
      ),
      heldUntil: laterOf(releaseAt, saved?.heldUntil ?? null)?.toISOString() ?? null,
      otherAccount:
        saved === null ? await findOtherAccount(services.database, services.vault, context.tenant, body) : null,
      chargeBearer: body.chargeBearer ?? defaultChargeBearer(body.currency, body.beneficiary.bankAccount.country),
      requirements: { enforced: isStrict, unmet: corridorFaults(body).map(unmetView) },
      screening: await previewScreening({ ...call, body }, services),
      quote: await storeQuote({ ...call, body }, terms, services),
      conditions: conditionViews(conditions),
      sentAs: judged.changes.map(({ member, sent }) => ({ field: member, text: sent })),
      ...call.notes,
      unmet: [...unmetMembers(body.beneficiary.bankAccount), ...judged.unmet],
    };
    return { status: 200, data };
  },
});
