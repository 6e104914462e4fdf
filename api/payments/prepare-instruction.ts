import type { CreateInstructionBody } from '../../domain/payments/instruction-schema';
import { Exact, fromMinor } from '../../domain/money';
import { decideTerms, type TermsContext } from '../../domain/payments/terms';
import type { NewInstruction } from '../../db/payments/create-instruction';
import { newId } from '../../lib/ids';
import { sealPrivateData } from '../../db/payments/private-data';
import type { Vault } from '../../lib/vault';

export interface PreparationContext extends TermsContext {
  requestId: string;
  vault: Vault;
}

/**
 * Makes an instruction that is ready to be kept once its beneficiary has been screened.
 * @throws DomainError INVALID_REQUEST when no route fits or the value date is out of range
 * Source: docs/GAPS.md#P1
 */
export function prepareInstruction(
  body: CreateInstructionBody,
  context: PreparationContext,
): Omit<NewInstruction, 'screening'> {
  const { request, route, timeline, reasons, dates, fee, releaseAt } = decideTerms(body, context);
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
    releaseAt,
    partnerId: route.partnerId,
    partnerName: route.partnerName,
    routeId: route.id,
    channel: route.channel,
    timeline,
    routeReasons: reasons,
    expectedDate: dates.expectedDate,
    dateExplanation: dates.explanation,
    feeEstimated: String(fromMinor(fee.estimatedMinor, request.digits)),
    feeBreakdown: fee.breakdown,
    submittedAt: context.receivedAt,
  };
}
