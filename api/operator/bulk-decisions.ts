import { z, type output } from 'zod';
import { prepareBulkDecision } from '../../db/payments/bulk/prepare-bulk-decision';
import { startBulkDecision, stopBulkDecision } from '../../db/payments/bulk/change-bulk-decision';
import {
  listBulkDecisions,
  listBulkPayments,
  readBulkDecision,
  requireBulkDecision,
  type CountedBulkDecision,
  type StoredBulkDecision,
} from '../../db/payments/bulk/read-bulk-decision';
import { missingRole } from '../../domain/auth/operator-roles';
import { invalidRequest } from '../../domain/errors';
import { filterFaults, roleOf } from '../../domain/payments/review/bulk-decision';
import {
  BulkDecisionParams,
  BulkDecisionRequest,
  BulkDecisionShape,
  BulkPayment,
  BulkPaymentQuery,
  ListedBulkDecision,
  StopRequest,
} from '../../domain/payments/review/bulk-decision-schema';
import { Cursor, ListLimit } from '../../domain/schema-tools';
import { newId } from '../../lib/ids';
import { endpoint, type Reply } from '../endpoint';
import { onePage, replyWithPage } from '../page';
import { operation } from './common';

const PATH = '/v1/operator/bulk-decisions';
const ONE = `${PATH}/{bulkDecisionId}`;
const COMMON = operation('operations', 'compliance');

function summaryView({ id, decidedBy, ...bulk }: StoredBulkDecision): output<typeof ListedBulkDecision> {
  const { createdAt, startedAt, finishedAt, decision, reason, status, preparedBy, stoppedBecause } = bulk;
  const { waiting, environment = null, partner = null, listEntry = null } = bulk.filter;
  return {
    ...{ bulkDecisionId: id, decision, reason, status, preparedBy, stoppedBecause },
    filter: { waiting, environment, partner, listEntry },
    decidedBy: decidedBy?.id ?? null,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

function bulkReply({ counts, sums, ...bulk }: CountedBulkDecision): output<typeof BulkDecisionShape> {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const amounts = sums.map((sum) => ({ ...sum, amount: Number(sum.amount) }));
  return { ...summaryView(bulk), hasMore: bulk.hasMore, counts: { total, ...counts }, amounts };
}

function createdReply(bulk: CountedBulkDecision): Reply {
  return { status: 201, data: bulkReply(bulk), headers: { Location: `${PATH}/${bulk.id}` } };
}

/** Source: docs/GAPS.md#bulk-decisions */
export const prepareBulk = endpoint({
  ...COMMON,
  operationId: 'prepareBulkDecision',
  summary: 'Prepare one decision about many waiting payments',
  method: 'post',
  path: PATH,
  body: BulkDecisionRequest,
  idempotent: true,
  responses: { 201: { description: 'Its payments, of which none is decided yet', schema: BulkDecisionShape } },
  errors: ['DUPLICATE', 'IN_PROGRESS'],
  async handle({ body, actor, receivedAt, held }, { database }) {
    const faults = filterFaults(body.decision, body.filter);
    if (faults.length > 0) throw invalidRequest(faults);
    const role = roleOf(body.decision);
    if (!actor.roles.includes(role)) throw missingRole([role], 'Who prepares it');
    const id = newId('bulkDecision', receivedAt.getTime());
    return createdReply(await prepareBulkDecision(database, { id, ...body, actor }, held));
  },
  recover: async (id, _call, { database }) => createdReply(await readBulkDecision(database, id)),
});

/** Source: docs/GAPS.md#bulk-decisions */
export const listBulk = endpoint({
  ...COMMON,
  operationId: 'listBulkDecisions',
  summary: 'List bulk decisions, the newest first',
  method: 'get',
  path: PATH,
  query: z.object({ limit: ListLimit, cursor: Cursor }),
  responses: onePage(ListedBulkDecision),
  errors: [],
  async handle({ query: { limit, cursor } }, { database }) {
    return replyWithPage(await listBulkDecisions(database, { after: cursor, limit: limit + 1 }), limit, summaryView);
  },
});

/** Source: docs/GAPS.md#bulk-decisions */
export const showBulk = endpoint({
  ...COMMON,
  operationId: 'getBulkDecision',
  summary: 'Read how far a bulk decision is',
  method: 'get',
  path: ONE,
  params: BulkDecisionParams,
  responses: { 200: { description: 'Its payments by what became of them', schema: BulkDecisionShape } },
  errors: ['NOT_FOUND'],
  async handle({ params: { bulkDecisionId } }, { database }) {
    return { status: 200, data: bulkReply(await readBulkDecision(database, bulkDecisionId)) };
  },
});

/** Source: docs/GAPS.md#bulk-decisions */
export const listPaymentsOfBulk = endpoint({
  ...COMMON,
  operationId: 'listBulkDecisionPayments',
  summary: 'List the payments of a bulk decision',
  method: 'get',
  path: `${ONE}/payments`,
  params: BulkDecisionParams,
  query: BulkPaymentQuery,
  responses: onePage(BulkPayment),
  errors: ['NOT_FOUND'],
  async handle({ params: { bulkDecisionId }, query: { limit, cursor: after, state } }, { database }) {
    await requireBulkDecision(database, bulkDecisionId);
    const rows = await listBulkPayments(database, bulkDecisionId, { state, after, limit: limit + 1 });
    return replyWithPage(rows, limit, ({ id: instructionId, ...row }) => ({ instructionId, ...row }));
  },
});

/** Source: docs/GAPS.md#bulk-decisions */
export const startBulk = endpoint({
  ...COMMON,
  operationId: 'startBulkDecision',
  summary: 'Start a prepared bulk decision',
  method: 'post',
  path: `${ONE}/start`,
  params: BulkDecisionParams,
  responses: { 202: { description: 'Its payments are decided one after the other', schema: BulkDecisionShape } },
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
  async handle({ params: { bulkDecisionId }, actor }, { database }) {
    await startBulkDecision(database, bulkDecisionId, actor);
    return { status: 202, data: bulkReply(await readBulkDecision(database, bulkDecisionId)) };
  },
});

/** Source: docs/GAPS.md#bulk-decisions */
export const stopBulk = endpoint({
  ...COMMON,
  operationId: 'stopBulkDecision',
  summary: 'Stop a bulk decision: what waits is skipped',
  method: 'post',
  path: `${ONE}/stop`,
  params: BulkDecisionParams,
  body: StopRequest,
  responses: { 200: { description: 'Stopped; what is decided stays so', schema: BulkDecisionShape } },
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
  async handle({ params: { bulkDecisionId }, body: { reason }, actor }, { database }) {
    await stopBulkDecision(database, { id: bulkDecisionId, reason, actor });
    return { status: 200, data: bulkReply(await readBulkDecision(database, bulkDecisionId)) };
  },
});
