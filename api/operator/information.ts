import { z } from 'zod';
import { askForInformation } from '../../db/payments/review/information';
import { InformationAsked, InformationQuestion } from '../../domain/payments/review/information-schema';
import { pathId } from '../../domain/schema-tools';
import { endpoint } from '../endpoint';
import { operation } from './common';

const PAYMENTS = '/v1/operator/payments';

/** Source: docs/GAPS.md#information */
export const requestInformation = endpoint({
  ...operation('compliance'),
  operationId: 'requestInformation',
  summary: 'Ask the client of a held payment a question',
  method: 'post',
  path: `${PAYMENTS}/{instructionId}/information-requests`,
  params: z.object({ instructionId: pathId('instruction') }),
  body: InformationQuestion,
  idempotent: true,
  responses: { 201: { description: 'The question, now visible to the client', schema: InformationAsked } },
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'DUPLICATE', 'IN_PROGRESS'],
  async handle(call, { database, vault }) {
    const { instructionId } = call.params;
    const { id: by, requestId } = call.actor;
    const request = { ...call.body, by, requestId };
    const { id, askedBy, askedAt } = await askForInformation(database, vault, instructionId, request);
    const data = { instructionId, informationRequestId: id, askedBy, askedAt };
    return { status: 201, data, headers: { Location: `${PAYMENTS}/${instructionId}` } };
  },
});
