import { z } from 'zod';
import {
  Batch,
  BatchParams,
  BatchRow,
  BatchRowQuery,
  ListedBatch,
} from '../../../domain/payments/batches/batch-schema';
import { invalidRequest } from '../../../domain/errors';
import { isRowOf } from '../../../domain/payments/batches/row-names';
import { Cursor, ListLimit, pageOf } from '../../../domain/schema-tools';
import { findBatch, listBatches, listBatchRows } from '../../../db/payments/batches/read-batch';
import { endpoint } from '../../endpoint';
import { batchNotFound, listedView, rowView, shownBatch } from './batch-view';

const COMMON = {
  tag: 'Payments',
  method: 'get',
  access: { kind: 'client', scope: 'payments:read' },
  limit: null,
  envelope: 'wrapped',
} as const;

/** Source: docs/GAPS.md#P18 */
export const getPaymentBatch = endpoint({
  ...COMMON,
  operationId: 'getPaymentBatch',
  summary: 'Retrieve a batch of payments',
  path: '/api/v1/payments/batches/{batchId}',
  params: BatchParams,
  responses: { 200: { description: 'The batch, with what became of its rows', schema: Batch } },
  errors: ['NOT_FOUND'],
  async handle({ params, principal }, services) {
    return { status: 200, data: await shownBatch(params.batchId, principal.tenant, services) };
  },
});

/** Source: docs/GAPS.md#P18, docs/GAPS.md#G8 */
export const listPaymentBatches = endpoint({
  ...COMMON,
  operationId: 'listPaymentBatches',
  summary: 'List batches of payments, the newest first',
  path: '/api/v1/payments/batches',
  query: z.object({ limit: ListLimit, cursor: Cursor }),
  responses: {
    200: {
      description: 'One page',
      schema: z.object({ items: z.array(ListedBatch), nextCursor: z.string().nullable() }),
    },
  },
  errors: [],
  async handle({ query: { limit, cursor }, principal }, { database }) {
    const rows = await listBatches(database, principal.tenant, { after: cursor, limit: limit + 1 });
    const { items, nextCursor } = pageOf(rows, limit);
    return { status: 200, data: { items: items.map(listedView), nextCursor } };
  },
});

/** Source: docs/GAPS.md#P18, docs/GAPS.md#G8 */
export const listPaymentBatchRows = endpoint({
  ...COMMON,
  operationId: 'listPaymentBatchRows',
  summary: 'List the rows of a batch, with their payments and faults',
  path: '/api/v1/payments/batches/{batchId}/rows',
  params: BatchParams,
  query: BatchRowQuery,
  responses: {
    200: {
      description: 'One page, in the order of the batch',
      schema: z.object({ items: z.array(BatchRow), nextCursor: z.string().nullable() }),
    },
  },
  errors: ['NOT_FOUND'],
  async handle({ params: { batchId }, query: { limit, cursor, state }, principal }, { database }) {
    if ((await findBatch(database, principal.tenant, batchId)) === null) throw batchNotFound();
    if (cursor !== undefined && !isRowOf(batchId, cursor))
      throw invalidRequest([{ field: 'cursor', code: 'cursor', message: 'must be a cursor of an earlier answer' }]);
    const rows = await listBatchRows(database, batchId, { state, after: cursor, limit: limit + 1 });
    const { items, nextCursor } = pageOf(rows, limit);
    return { status: 200, data: { items: items.map(rowView), nextCursor } };
  },
});
