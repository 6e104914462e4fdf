import { z, type output } from 'zod';
import { listClearances, revokeClearance, type Clearance } from '../../db/compliance/clearances';
import { DomainError } from '../../domain/errors';
import { ClearanceShape } from '../../domain/payments/review/operator-schema';
import { Cursor, ListLimit, pathId } from '../../domain/schema-tools';
import { endpoint } from '../endpoint';
import { onePage, replyWithPage } from '../page';
import { operation } from './common';

const PATH = '/v1/operator/clearances';

/** A clearance as operators see it. */
export function clearanceView(clearance: Clearance, now: Date): output<typeof ClearanceShape> {
  const { id: clearanceId, accountId, accountName, name: payee, entries, expiresAt, revokedAt, ...rest } = clearance;
  const { environment, instructionId, reason, createdBy, createdAt, revokedBy } = rest;
  return {
    ...{
      clearanceId,
      account: { id: accountId, name: accountName },
      environment,
      scope: 'payee',
      payee,
      instructionId,
    },
    entries: entries.map(({ subject: list, entryId: listEntry }) => ({ list, listEntry })),
    state: revokedAt !== null ? 'revoked' : expiresAt <= now ? 'expired' : 'in_force',
    ...{ reason, createdBy, createdAt: createdAt.toISOString(), until: expiresAt.toISOString() },
    ...{ revokedAt: revokedAt?.toISOString() ?? null, revokedBy },
  };
}

/** Source: docs/GAPS.md#P13 */
export const listOpenClearances = endpoint({
  ...operation('compliance'),
  operationId: 'listClearances',
  summary: 'List remembered releases, the newest first',
  method: 'get',
  path: PATH,
  query: z.object({ limit: ListLimit, cursor: Cursor }),
  responses: onePage(ClearanceShape),
  errors: [],
  async handle({ query: { limit, cursor: after }, receivedAt }, { database, vault }) {
    const rows = await listClearances(database, vault, { after, limit: limit + 1 });
    return replyWithPage(rows, limit, (one) => clearanceView(one, receivedAt));
  },
});

/** Source: docs/GAPS.md#P13 */
export const revokeOneClearance = endpoint({
  ...operation('compliance'),
  operationId: 'revokeClearance',
  summary: 'End a remembered release: later payments to the payee are held again',
  method: 'delete',
  path: `${PATH}/{clearanceId}`,
  params: z.object({ clearanceId: pathId('clearance') }),
  responses: { 204: { description: 'It is revoked', schema: null } },
  errors: ['NOT_FOUND'],
  async handle({ params: { clearanceId }, actor }, { database }) {
    if (await revokeClearance(database, clearanceId, actor)) return { status: 204 };
    throw new DomainError('NOT_FOUND', 'There is no such clearance.');
  },
});
