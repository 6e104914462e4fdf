import { DomainError, paymentNotFound } from '../../domain/errors';
import { CreatedInstruction } from '../../domain/payments/answer-schema';
import { checkResubmittable } from '../../domain/payments/decisions/resubmission';
import { CreateInstruction, type CreateInstructionBody } from '../../domain/payments/instruction-schema';
import { correctedBody } from '../../domain/payments/resubmission';
import { Corrections } from '../../domain/payments/resubmission-schema';
import { openPrivateData } from '../../db/payments/private-data';
import { readInstructed, readLine, recordResubmitted, type InstructedPayment } from '../../db/payments/resubmission';
import { endpoint } from '../endpoint';
import { parseWhole } from '../field-faults';
import type { Services } from '../services';
import { InstructionParams } from './parameters';
import { keptAnswer } from './created-answer';
import { submitInstruction } from './submit-instruction';
import { utcDate } from '../../domain/calendar-dates';

function instructedBody(id: string, instructed: InstructedPayment, { vault }: Services) {
  const { amount, currency, requestedRoute: settlementRoute, valueDate, privateSealed } = instructed;
  if (privateSealed === null) {
    throw new DomainError('GONE', 'The personal data of this payment were erased: instruct a new one.');
  }
  return { amount: Number(amount), currency, settlementRoute, valueDate, ...openPrivateData(vault, id, privateSealed) };
}

/** Source: docs/GAPS.md#resubmission */
export const resubmitInstruction = endpoint({
  operationId: 'resubmitPaymentInstruction',
  summary: 'Instruct a payment again that failed, was cancelled or came back, with corrections',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments/instructions/{instructionId}/resubmit',
  access: { kind: 'client', scope: 'payments:write' },
  limit: 'createInstruction',
  envelope: 'wrapped',
  params: InstructionParams,
  body: Corrections,
  idempotent: true,
  responses: { 201: { description: 'A new payment, as by a creation', schema: CreatedInstruction } },
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'DUPLICATE', 'IN_PROGRESS', 'COMPLIANCE_BLOCK', 'GONE'],
  async handle(call, services) {
    const { instructionId } = call.params;
    const { receivedAt, principal } = call;
    const { database } = services;
    const instructed = await readInstructed(database, instructionId, principal.tenant);
    if (instructed === null) throw paymentNotFound();
    checkResubmittable(await readLine(database, instructionId));
    const today = utcDate(receivedAt);
    const whole = correctedBody(instructedBody(instructionId, instructed, services), call.body, today);
    const body: CreateInstructionBody = parseWhole(CreateInstruction, whole);
    const { reply, madeId } = await submitInstruction(body, call, services, instructionId);
    await recordResubmitted(database, instructionId, madeId);
    return reply;
  },
  recover: (madeId, call, services) => keptAnswer(madeId, call.principal.tenant, services),
});
