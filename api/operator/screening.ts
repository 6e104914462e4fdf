import { z } from 'zod';
import { recordScreeningDecision } from '../../db/payments/screening-decision';
import { ScreeningAnswer, ScreeningRequest } from '../../domain/payments/operator-schema';
import { pathId } from '../../domain/schema-tools';
import { endpoint } from '../endpoint';
import { actorOf, OPERATOR } from './common';

/** Source: docs/GAPS.md#P13 */
export const decideScreening = endpoint({
  ...OPERATOR,
  operationId: 'decideScreening',
  summary: 'Release or reject a payment that is held for a compliance review',
  method: 'post',
  path: '/v1/operator/payments/{instructionId}/screening',
  params: z.object({ instructionId: pathId('instruction') }),
  body: ScreeningRequest,
  idempotent: true,
  responses: { 200: { description: 'What was decided', schema: ScreeningAnswer } },
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'DUPLICATE', 'IN_PROGRESS'],
  async handle(call, { database }) {
    const { instructionId } = call.params;
    const { id: by, requestId } = actorOf(call);
    const request = { ...call.body, by, requestId, at: call.receivedAt };
    const { result } = await recordScreeningDecision(database, instructionId, request);
    const { decision } = call.body;
    const { state, reason, by: decidedBy, at: decidedAt } = result;
    const proposedBy = result.state === 'proposed' ? null : (result.proposedBy ?? null);
    return { status: 200, data: { instructionId, decision, state, reason, decidedBy, decidedAt, proposedBy } };
  },
});
