import { z, type output } from 'zod';
import { readScreening, type ReadScreening } from '../../db/compliance/read-screening';
import { recordScreeningDecision } from '../../db/payments/review/screening-decision';
import { clearanceOf } from '../../db/compliance/clearances';
import { rememberedUntil } from '../../domain/compliance/clearance';
import { DomainError } from '../../domain/errors';
import { PaymentScreening, ScreeningAnswer, ScreeningRequest } from '../../domain/payments/review/operator-schema';
import { pathId } from '../../domain/schema-tools';
import { endpoint } from '../endpoint';
import { operation } from './common';

const PATH = '/v1/operator/payments/{instructionId}/screening';
const Params = z.object({ instructionId: pathId('instruction') });

/** The receipt of a screening as operators see it. */
export function screeningView(screening: ReadScreening): Omit<output<typeof PaymentScreening>, 'instructionId'> {
  const { id: screeningId, decision, screenedAt, algorithm, clearanceId, parties } = screening;
  return {
    ...{ screeningId, decision, algorithm, clearanceId },
    screenedAt: screenedAt.toISOString(),
    parties: parties.map(({ countries: blockedCountries, ...party }) => ({ ...party, blockedCountries })),
  };
}

/** Source: docs/GAPS.md#P13 */
export const showScreening = endpoint({
  ...operation('compliance'),
  operationId: 'showScreening',
  summary: 'Read the newest screening of a payment with the compared names',
  method: 'get',
  path: PATH,
  params: Params,
  responses: { 200: { description: 'The compared parties and their matches', schema: PaymentScreening } },
  errors: ['NOT_FOUND'],
  async handle({ params: { instructionId } }, { database, vault }) {
    const screening = await readScreening(database, vault, instructionId);
    if (screening === null) throw new DomainError('NOT_FOUND', 'There is no screening of this payment instruction.');
    return { status: 200, data: { ...screeningView(screening), instructionId } };
  },
});

/** @throws DomainError INVALID_REQUEST for a clearance that would end before it begins, or after a year */
function endOf(until: string, now: Date): Date {
  const end = rememberedUntil(until, now);
  if (end !== null) return end;
  const fault = { field: 'remember.until', code: 'range', message: 'must lie ahead, and at most a year' };
  throw new DomainError('INVALID_REQUEST', 'remember.until must lie ahead, and at most a year.', { details: [fault] });
}

/** Source: docs/GAPS.md#P13 */
export const decideScreening = endpoint({
  ...operation('compliance'),
  operationId: 'decideScreening',
  summary: 'Release or reject a held payment',
  method: 'post',
  path: PATH,
  params: Params,
  body: ScreeningRequest,
  idempotent: true,
  responses: {
    200: { description: 'What was decided', schema: ScreeningAnswer },
    202: { description: 'The release waits for a second person, for 24 hours', schema: ScreeningAnswer },
  },
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'DUPLICATE', 'IN_PROGRESS'],
  async handle(call, { database, vault }) {
    const { instructionId } = call.params;
    const { decision, reason: because, remember } = call.body;
    const rememberUntil = remember === undefined ? undefined : endOf(remember.until, call.receivedAt);
    const request = { decision, reason: because, rememberUntil, actor: call.actor };
    const { result } = await recordScreeningDecision(database, vault, instructionId, request);
    const clearanceId = result.state === 'released' ? await clearanceOf(database, instructionId) : null;
    const { state, reason, by: decidedBy, at: decidedAt } = result;
    const proposedBy = result.state === 'proposed' ? null : (result.proposedBy ?? null);
    const status = state === 'proposed' ? 202 : 200;
    return { status, data: { instructionId, decision, state, reason, decidedBy, decidedAt, proposedBy, clearanceId } };
  },
});
