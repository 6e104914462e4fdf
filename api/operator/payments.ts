import { paymentNotFound } from '../../domain/errors';
import { z } from 'zod';
import { readInformation } from '../../db/payments/review/information';
import { readNotes } from '../../db/payments/review/payment-notes';
import { recordOperatorDecision } from '../../db/payments/review/operator-decision';
import { readOperatorPayment } from '../../db/payments/review/operator-payments';
import { listWaitingPayments, type AssignedTo } from '../../db/payments/review/waiting-payments';
import { readPaymentState } from '../../db/payments/instruction/payment-state';
import { missingRole, type OperatorRole } from '../../domain/auth/operator-roles';
import { ENVIRONMENTS } from '../../domain/auth/tenant';
import { allowedDecisions } from '../../domain/payments/decisions/operator';
import {
  DecisionAnswer,
  DecisionRequest,
  OperatorPayment,
  WAITING_FILTERS,
  WaitingPayment,
} from '../../domain/payments/review/operator-schema';
import { ASSIGNED_FILTERS, type AssignedFilter } from '../../domain/payments/review/case-work-schema';
import { Cursor, ListLimit, pathId } from '../../domain/schema-tools';
import { endpoint } from '../endpoint';
import { operation } from './common';
import { decisionView, operatorPaymentView, waitingPaymentView } from './payment-views';
import { onePage, replyWithPage } from '../page';

const PATH = '/v1/operator/payments';
const Params = z.object({ instructionId: pathId('instruction') });

/** @throws DomainError FORBIDDEN for other waits than a compliance review without the role `operations` */
function requireOperationsRole(waiting: string, roles: readonly OperatorRole[]): void {
  if (waiting === 'compliance_review' || roles.includes('operations')) return;
  throw missingRole(['operations'], 'For payments that wait for anything but a compliance review, this operator key');
}

/** @returns whose payments a filter means for a person; undefined without a filter */
export function assignedTo(filter: AssignedFilter | undefined, personId: string): AssignedTo | undefined {
  if (filter === undefined) return undefined;
  return filter === 'mine' ? { personId } : 'nobody';
}

/** Source: docs/GAPS.md#P10 */
export const listPaymentsThatWait = endpoint({
  ...operation('operations', 'compliance'),
  operationId: 'listPaymentsThatWait',
  summary: 'List waiting payments, oldest first',
  method: 'get',
  path: PATH,
  query: z.object({
    waiting: z.enum(WAITING_FILTERS).default('person').meta({
      description:
        'person: waits for a person; in_doubt: the partner may or may not have it; otherwise a waitingReason',
    }),
    environment: z.enum(ENVIRONMENTS).optional(),
    partner: z.string().max(64).optional().meta({ description: 'Id of the partner' }),
    assigned: z
      .enum(ASSIGNED_FILTERS)
      .optional()
      .meta({ description: "mine: assigned to the key's person; unassigned: to no operator" }),
    limit: ListLimit,
    cursor: Cursor,
  }),
  responses: onePage(WaitingPayment),
  errors: [],
  async handle({ query, principal }, { database }) {
    requireOperationsRole(query.waiting, principal.roles);
    const { limit, cursor: after, partner: partnerId, assigned: whose, ...filter } = query;
    const assigned = assignedTo(whose, principal.personId);
    const rows = await listWaitingPayments(database, { ...filter, partnerId, assigned, after, limit: limit + 1 });
    return replyWithPage(rows, limit, waitingPaymentView);
  },
});

/** Source: docs/GAPS.md#P10 */
export const showPaymentToOperator = endpoint({
  ...operation('operations', 'compliance'),
  operationId: 'showPaymentToOperator',
  summary: 'Read a waiting payment with its attempts and possible decisions',
  method: 'get',
  path: `${PATH}/{instructionId}`,
  params: Params,
  responses: { 200: { description: 'The payment, without its beneficiary', schema: OperatorPayment } },
  errors: ['NOT_FOUND'],
  async handle({ params: { instructionId } }, { database, vault }) {
    const facts = await readOperatorPayment(database, instructionId);
    const read = await readPaymentState(database, instructionId, null);
    if (facts === null || read === null) throw paymentNotFound();
    const information = await readInformation(database, vault, instructionId);
    const notes = await readNotes(database, vault, instructionId);
    const words = { information, notes };
    return { status: 200, data: operatorPaymentView(facts, words, allowedDecisions(read.state, read.at)) };
  },
});

/** Source: docs/GAPS.md#P10 */
export const decidePayment = endpoint({
  ...operation('operations'),
  operationId: 'decidePayment',
  summary: 'Decide an ambiguous or waiting payment',
  method: 'post',
  path: `${PATH}/{instructionId}/decision`,
  params: Params,
  body: DecisionRequest,
  idempotent: true,
  responses: { 200: { description: 'The decision and the resulting status', schema: DecisionAnswer } },
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'DUPLICATE', 'IN_PROGRESS'],
  async handle(call, { database }) {
    const { body, receivedAt: at } = call;
    const { instructionId } = call.params;
    const { id: by, requestId } = call.actor;
    const word = { ...body, partnerReference: body.partnerReference ?? null };
    const request = { ...word, by, requestId, at };
    const { result } = await recordOperatorDecision(database, instructionId, request);
    return { status: 200, data: decisionView(instructionId, result) };
  },
});
