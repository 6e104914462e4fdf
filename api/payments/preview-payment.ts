import { fromMinor } from '../../domain/money';
import { PaymentPreview } from '../../domain/payments/answer-schema';
import { CreateInstruction, type CreateInstructionBody } from '../../domain/payments/instruction-schema';
import { losingRoutes } from '../../domain/payments/losing-routes';
import type { Route, RouteReason } from '../../domain/payments/routing';
import { datesOf, datingOf, decideTerms, type Terms, type TermsContext } from '../../domain/payments/terms';
import { endpoint } from '../endpoint';
import { readNetwork } from './read-network';
import { judgeBeneficiary } from './screen-beneficiary';

function routeView({ id, partnerName, channel }: Route, reasons: RouteReason[]) {
  return { routeId: id, partnerName, channel, reasons };
}

function earliestDate(body: CreateInstructionBody, context: TermsContext, { route, dates }: Terms): string {
  return route.timelines
    .map((timeline) => datesOf(datingOf(body, context), route, timeline).expectedDate)
    .reduce((earliest, date) => (date < earliest ? date : earliest), dates.expectedDate);
}

/** Source: docs/GAPS.md#P2 */
export const previewPayment = endpoint({
  operationId: 'previewPayment',
  summary: 'See route, fee and date of an instruction without making it',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments/preview',
  access: { kind: 'client', scope: 'payments:read' },
  limit: null,
  envelope: 'wrapped',
  body: CreateInstruction,
  responses: { 200: { description: 'What a creation would decide now', schema: PaymentPreview } },
  errors: [],
  async handle(call, services) {
    const { body } = call;
    const network = await readNetwork(body, services);
    const context = { tenant: call.principal.tenant, receivedAt: call.receivedAt, ...network };
    const terms = decideTerms(body, context);
    const { request, route, timeline, reasons, dates, fee, releaseAt } = terms;
    const { partnerName, channel } = route;
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
      heldUntil: releaseAt?.toISOString() ?? null,
      screening: { class: (await judgeBeneficiary(body, services)).decision },
      ignored: call.ignoredMembers(),
    };
    return { status: 200, data };
  },
});
