import { answerQuestion } from '../../../db/payments/review/information';
import { findOwnInstructionIds } from '../../../db/payments/instruction/read-instruction';
import { paymentNotFound } from '../../../domain/errors';
import { InformationAnswer, InformationReceipt } from '../../../domain/payments/review/information-schema';
import { pathId } from '../../../domain/schema-tools';
import { endpoint } from '../../endpoint';
import { InstructionParams } from '../parameters';

/** Source: docs/GAPS.md#information */
export const answerInformationRequest = endpoint({
  operationId: 'answerInformationRequest',
  summary: 'Answer a compliance question',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments/instructions/{instructionId}/information-requests/{informationRequestId}/answer',
  access: { kind: 'client', scope: 'payments:write' },
  limit: null,
  envelope: 'wrapped',
  params: InstructionParams.extend({ informationRequestId: pathId('informationRequest') }),
  body: InformationAnswer,
  responses: { 200: { description: 'The answer is recorded', schema: InformationReceipt } },
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
  async handle(call, { database, vault }) {
    const { instructionId, informationRequestId } = call.params;
    const { tenant } = call.principal;
    const known = await findOwnInstructionIds(database, tenant, [instructionId]);
    if (!known.has(instructionId)) throw paymentNotFound();
    const { answer } = call.body;
    const { id: by, requestId } = call.actor;
    const said = { id: informationRequestId, answer, by, requestId };
    const answeredAt = await answerQuestion(database, vault, instructionId, said);
    return { status: 200, data: { instructionId, informationRequestId, answeredAt } };
  },
});
