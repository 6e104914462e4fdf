import { answerQuestion } from '../../db/payments/information';
import { knownInstructionIds } from '../../db/payments/read-instruction';
import { paymentNotFound } from '../../domain/errors';
import { InformationAnswer, InformationReceipt } from '../../domain/payments/information-schema';
import { pathId } from '../../domain/schema-tools';
import { endpoint } from '../endpoint';
import { InstructionParams } from './parameters';
import { keyActor } from '../../domain/auth/actor';

/** Source: docs/GAPS.md#information */
export const answerInformationRequest = endpoint({
  operationId: 'answerInformationRequest',
  summary: 'Answer what a compliance review asks about a payment; the same answer again is answered the same',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments/instructions/{instructionId}/information-requests/{informationRequestId}/answer',
  access: { kind: 'client', scope: 'payments:write' },
  limit: null,
  envelope: 'wrapped',
  params: InstructionParams.extend({ informationRequestId: pathId('informationRequest') }),
  body: InformationAnswer,
  responses: { 200: { description: 'The answer is kept for the review', schema: InformationReceipt } },
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
  async handle(call, { database, vault }) {
    const { instructionId, informationRequestId } = call.params;
    const { tenant } = call.principal;
    const known = await knownInstructionIds(database, tenant, [instructionId]);
    if (!known.has(instructionId)) throw paymentNotFound();
    const { answer } = call.body;
    const { requestId } = call;
    const said = { id: informationRequestId, answer, by: keyActor(call).id, requestId };
    const answeredAt = await answerQuestion(database, vault, instructionId, said);
    return { status: 200, data: { instructionId, informationRequestId, answeredAt } };
  },
});
