import { z } from 'zod';
import { recordRecallRefusedByOperator } from '../../db/payments/settlement/recall';
import { RecallAnswer, RecallRefusal } from '../../domain/payments/settlement/recall-schema';
import { pathId } from '../../domain/schema-tools';
import { endpoint } from '../endpoint';
import { operation } from './common';

/** Source: docs/GAPS.md#recalls */
export const refuseRecall = endpoint({
  ...operation('operations'),
  operationId: 'refuseRecall',
  summary: 'Record the refusal of a recall',
  method: 'post',
  path: '/v1/operator/payments/{instructionId}/recall-refusal',
  params: z.object({ instructionId: pathId('instruction') }),
  body: RecallRefusal,
  idempotent: true,
  responses: { 200: { description: 'The recall is refused', schema: RecallAnswer } },
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'DUPLICATE', 'IN_PROGRESS'],
  async handle(call, { database }) {
    const { instructionId } = call.params;
    const { id: actor, requestId } = call.actor;
    const { reason } = call.body;
    const audit = { actor, act: 'payment.recall_refused', requestId, detail: { reason } };
    const result = await recordRecallRefusedByOperator(database, instructionId, audit);
    return { status: 200, data: { instructionId, ...result } };
  },
});
