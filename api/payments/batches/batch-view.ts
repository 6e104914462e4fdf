import type { output } from 'zod';
import {
  findBatch,
  readBatchContents,
  type BatchContents,
  type StoredBatch,
  type StoredRow,
} from '../../../db/payments/batches/read-batch';
import type { GivenDecision } from '../../../db/payments/batches/read-approval';
import type { Tenant } from '../../../domain/auth/tenant';
import { DomainError } from '../../../domain/errors';
import type { BatchApproval } from '../../../domain/payments/batches/approval';
import type { Batch, BatchRow, ListedBatch } from '../../../domain/payments/batches/batch-schema';
import { positionOf, rowIdOf } from '../../../domain/payments/batches/row-names';
import { MAX_NAMED } from '../../../domain/payments/batches/status';
import type { NewBatch } from '../../../db/payments/batches/create-batch';
import type { Services } from '../../services';

/** A batch in a list. */
export function listedView(batch: StoredBatch): output<typeof ListedBatch> {
  const { total, made, refused, cancelled, failed } = batch;
  return {
    batchId: batch.id,
    name: batch.name,
    mode: batch.mode,
    status: batch.status,
    createdAt: batch.createdAt.toISOString(),
    finishedAt: batch.finishedAt?.toISOString() ?? null,
    counts: { total, waiting: total - made - refused - cancelled - failed, made, refused, cancelled, failed },
  };
}

/** A row of a batch. */
export function rowView({ id, state, instructionId, faults }: StoredRow): output<typeof BatchRow> {
  return { row: positionOf(id), state, instructionId, faults };
}

function approvalView(
  approval: BatchApproval,
  decisions: readonly GivenDecision[],
): NonNullable<output<typeof Batch>['approval']> {
  const decisionView = ({ member, memberId, at, comment }: GivenDecision) => ({
    member: member ?? memberId,
    at: at.toISOString(),
    comment,
  });
  const rejection = decisions.find(({ decision }) => decision === 'reject');
  return {
    ...approval,
    given: decisions.filter(({ decision }) => decision === 'approve').map(decisionView),
    rejected: rejection === undefined ? null : decisionView(rejection),
  };
}

/** A batch with the state of its rows. */
export function batchView(batch: StoredBatch, contents: BatchContents): output<typeof Batch> {
  const { byStatus, refused, awaitingApproval, decisions } = contents;
  return {
    ...listedView(batch),
    byStatus,
    refused: refused.map(({ id, faults }) => ({ row: positionOf(id), faults })),
    awaitingApproval,
    approval: batch.approval === null ? null : approvalView(batch.approval, decisions),
  };
}

/** A batch that was just stored, without reading it again. Source: docs/GAPS.md#P21 */
export function newBatchView(batch: NewBatch): output<typeof Batch> {
  const { id, name, mode, createdAt, creatorId, rows } = batch;
  const refused = rows.flatMap(({ faults }, position) =>
    faults === null ? [] : [{ id: rowIdOf(id, position), state: 'refused' as const, instructionId: null, faults }],
  );
  const counts = { total: rows.length, made: 0, refused: refused.length, cancelled: 0, failed: 0 };
  const state = { status: 'making', finishedAt: null, approval: null } as const;
  const contents = {
    byStatus: {},
    totals: [],
    refused: refused.slice(0, MAX_NAMED),
    awaitingApproval: 0,
    decisions: [],
  };
  return batchView({ id, name, mode, createdAt, creatorId, ...counts, ...state }, contents);
}

/** The same answer for an unknown batch and for another account's. Source: docs/GAPS.md#G7 */
export function batchNotFound(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such batch.');
}

/** @throws DomainError NOT_FOUND */
export async function shownBatch(
  batchId: string,
  tenant: Tenant,
  { database }: Pick<Services, 'database'>,
): Promise<output<typeof Batch>> {
  const batch = await findBatch(database, tenant, batchId);
  if (batch === null) throw batchNotFound();
  return batchView(batch, await readBatchContents(database, batchId));
}
