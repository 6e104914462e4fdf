import { DomainError, paymentNotFound } from '../../../domain/errors';
import { isOtherNumber } from '../../../domain/beneficiaries/change';
import { CreatedInstruction } from '../../../domain/payments/instruction/answer-schema';
import { checkResubmittable } from '../../../domain/payments/decisions/resubmission';
import { CreateInstruction, type CreateInstructionBody } from '../../../domain/payments/instruction/instruction-schema';
import { correctedBody } from '../../../domain/payments/instruction/resubmission';
import { Corrections } from '../../../domain/payments/instruction/resubmission-schema';
import { clientValues } from '../../../db/payments/instruction/instruction-columns';
import { openPrivateData } from '../../../db/payments/instruction/private-data';
import {
  readInstructed,
  readResubmissionLine,
  recordResubmitted,
  type InstructedPayment,
} from '../../../db/payments/instruction/resubmission';
import { endpoint } from '../../endpoint';
import { parseWhole } from '../../field-faults';
import type { Services } from '../../services';
import { InstructionParams } from '../parameters';
import { withUnmet, storedAnswer } from './created-answer';
import { createPayment } from './create-instruction';
import { utcDate } from '../../../domain/calendar-dates';

function instructedBody(id: string, instructed: InstructedPayment, { vault }: Services) {
  const { amount, currency, chargeBearer, requestedRoute: settlementRoute, privateSealed } = instructed;
  if (privateSealed === null) {
    throw new DomainError('GONE', 'The personal data of this payment were erased: create a new payment.');
  }
  const members = clientValues(instructed);
  return {
    amount: Number(amount),
    currency,
    chargeBearer,
    settlementRoute,
    ...members,
    ...openPrivateData(vault, id, privateSealed),
  };
}

type Paid = Pick<CreateInstructionBody, 'beneficiary'>;

/**
 * To the same account number it is made from the same version of a saved beneficiary, and held as that is, whatever it
 * corrects beside the number.
 */
function sameVersion({ beneficiaryId: id, beneficiaryVersion: version }: InstructedPayment, before: Paid, after: Paid) {
  if (id === null || version === null) return null;
  return isOtherNumber(before.beneficiary.bankAccount, after.beneficiary.bankAccount) ? null : { id, version };
}

/** Source: docs/GAPS.md#resubmission */
export const resubmitInstruction = endpoint({
  operationId: 'resubmitPaymentInstruction',
  summary: 'Resubmit a failed, cancelled or returned payment with corrections',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments/instructions/{instructionId}/resubmit',
  access: { kind: 'client', scope: 'payments:write' },
  limit: 'createInstruction',
  envelope: 'wrapped',
  params: InstructionParams,
  body: Corrections,
  idempotent: true,
  responses: { 201: { description: 'The new payment', schema: CreatedInstruction } },
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'DUPLICATE', 'IN_PROGRESS', 'COMPLIANCE_BLOCK', 'GONE'],
  async handle(call, services) {
    const { instructionId } = call.params;
    const { receivedAt, principal } = call;
    const { database } = services;
    const instructed = await readInstructed(database, instructionId, principal.tenant);
    if (instructed === null) throw paymentNotFound();
    checkResubmittable(await readResubmissionLine(database, instructionId));
    const today = utcDate(receivedAt);
    const before = instructedBody(instructionId, instructed, services);
    const whole = correctedBody(before, call.body, today);
    const body: CreateInstructionBody = parseWhole(CreateInstruction, whole);
    const { clientReference: reference, referenceUse: use } = instructed;
    const isKept = reference !== null && call.body.clientReference !== null;
    const kept = isKept ? { reference, use } : null;
    const origin = { resubmissionOf: instructionId, kept, saved: sameVersion(instructed, before, body) };
    const { reply, madeId } = await createPayment(body, call, services, origin);
    // The outbox has the order to do the same: the new payment is answered whatever becomes of this.
    await recordResubmitted(database, instructionId, madeId).catch((fault: unknown) =>
      services.log.warn({ instructionId, fault }, 'a payment learns later by which one it was resubmitted'),
    );
    return withUnmet(reply, body, services);
  },
  recover: (madeId, call, services) => storedAnswer(madeId, call.principal.tenant, services),
});
