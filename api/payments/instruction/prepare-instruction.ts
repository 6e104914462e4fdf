import type { CreateInstructionBody } from '../../../domain/payments/instruction/instruction-schema';
import { defaultChargeBearer } from '../../../domain/payments/instruction/charge-bearer';
import { invalidRequest } from '../../../domain/errors';
import { Exact } from '../../../domain/money';
import { unmetFaults } from '../../../domain/payments/instruction/corridor-faults';
import { canReroute, toRouteTerms } from '../../../domain/payments/routing/failover';
import type { Conditions } from '../../../domain/payments/review/conditions';
import { hashOfPaid, paidOf } from '../../../domain/payments/review/paid';
import { quotedTerms, type Quote } from '../../../domain/payments/routing/quotes';
import { decideTerms, type Terms, type TermsContext } from '../../../domain/payments/routing/terms';
import type { NewInstruction } from '../../../db/payments/instruction/create-instruction';
import { clientValues } from '../../../db/payments/instruction/instruction-columns';
import { newId, newUetr } from '../../../lib/ids';
import { sealPrivateData } from '../../../db/payments/instruction/private-data';
import { payeeNameHash } from '../../../db/payments/instruction/payee-names';
import { payeeReferenceHash } from '../../../db/payments/settlement/payee-references';
import type { Vault } from '../../../lib/vault';
import type { PaidVersion } from './saved-beneficiary';

/** A reference that may be kept. */
export interface KeptReference {
  reference: string;
  use: number;
}

export interface PreparationContext extends TermsContext {
  /** The quote that the instruction names, or null. */
  quote: Quote | null;
  /** The saved beneficiary that it is made from, or null. */
  saved: Pick<PaidVersion, 'id' | 'version'> | null;
  requestId: string;
  /** The reference of the payment that it instructs again, and which use of it that is; null where there is none. */
  kept: KeptReference | null;
  /** The member who makes it; null where no member is known. */
  creatorId: string | null;
  /** What it waits for, or null. */
  conditions: Conditions | null;
  vault: Vault;
}

/** An instruction that is ready to be kept once its parties have been screened. */
export interface PreparedInstruction extends Omit<NewInstruction, 'screening' | 'resubmissionOf' | 'batchId'> {
  /** Whether a route of another partner would carry it too. */
  hasNextRoute: boolean;
}

/** What decides the terms of a new payment. */
type TermsFacts = TermsContext & Pick<PreparationContext, 'quote'>;

/** @throws DomainError INVALID_REQUEST, QUOTE_CHANGED */
export function termsOf(body: CreateInstructionBody, context: TermsFacts): Terms {
  const { quote } = context;
  return quote === null ? decideTerms(body, context) : quotedTermsOf(quote, body, context);
}

/** The terms of a quote, for a payment with all members that a creation must have. @throws DomainError */
function quotedTermsOf(quote: Quote, body: CreateInstructionBody, context: TermsContext): Terms {
  const unmet = context.isStrict ? unmetFaults(body) : [];
  if (unmet.length > 0) throw invalidRequest(unmet);
  return quotedTerms(quote, body, context);
}

/**
 * Makes an instruction with its terms, ready to be stored once its parties are screened.
 * @throws DomainError INVALID_REQUEST when no route fits, the value date is out of range, or a strict account's
 * payment lacks what its corridor asks for; QUOTE_CHANGED
 * Source: docs/GAPS.md#P1
 */
export function prepareInstruction(body: CreateInstructionBody, context: PreparationContext): PreparedInstruction {
  const { quote, saved, kept, conditions } = context;
  const { beneficiary, debtor, purpose, remittance, metadata } = body;
  const terms = termsOf(body, context);
  const id = newId('instruction', context.receivedAt.getTime());
  const uetr = body.uetr ?? newUetr();
  const chargeBearer = body.chargeBearer ?? defaultChargeBearer(body.currency, beneficiary.bankAccount.country);
  const { amount, currency, valueDate = null } = body;
  const paid = paidOf({ instructionId: id, amount, currency, valueDate, uetr, chargeBearer }, body);
  return {
    id,
    accountId: context.tenant.accountId,
    environment: context.tenant.environment,
    requestId: context.requestId,
    ...clientValues({ ...body, beneficiaryId: saved?.id, beneficiaryVersion: saved?.version }),
    amount: new Exact(amount).toFixed(),
    currency,
    beneficiaryCountry: beneficiary.country,
    purposeCode: purpose.code,
    chargeBearer,
    privateSealed: sealPrivateData(context.vault, id, { beneficiary, debtor, purpose, remittance, metadata }),
    payeeReferenceHash: payeeReferenceHash(context.vault, remittance?.reference),
    payeeNameHash: payeeNameHash(context.vault, beneficiary.name),
    referenceUse: kept !== null && body.clientReference === kept.reference ? kept.use + 1 : 0,
    uetr,
    // A failover reads it here: the account itself is sealed.
    requestedRoute: { ...body.settlementRoute, ...(terms.request.lacksBankCode ? { lacksBankCode: true } : {}) },
    conditions,
    ...toRouteTerms(terms),
    submittedAt: context.receivedAt,
    quoteId: quote?.id ?? null,
    approvalTerms: { hash: hashOfPaid(paid), creator: context.creatorId },
    hasNextRoute: canReroute(context.routes, terms.request, terms.route),
  };
}
