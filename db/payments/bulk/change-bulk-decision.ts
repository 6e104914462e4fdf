import type { OperatorActor } from '../../../domain/auth/actor';
import { missingRole } from '../../../domain/auth/operator-roles';
import { DomainError } from '../../../domain/errors';
import { obstacleToStart, roleOf, type BulkDecision } from '../../../domain/payments/review/bulk-decision';
import { appendAuditEntry } from '../../auth/audit-log';
import type { Queryable, Transacting } from '../../database';
import { addToOutbox, NO_ACCOUNT, TOPICS } from '../../outbox';
import { BULK_COLUMNS, type StoredBulkDecision } from './read-bulk-decision';

async function lockBulkDecision(client: Queryable, id: string): Promise<StoredBulkDecision & { at: Date }> {
  const [bulk] = await client.query<StoredBulkDecision & { at: Date } & Record<string, unknown>>(
    `select ${BULK_COLUMNS}, clock_timestamp() as at from bulk_decisions where id = $1 for no key update`,
    [id],
  );
  if (bulk === undefined) throw new DomainError('NOT_FOUND', 'There is no such bulk decision.');
  return bulk;
}

function requireRole(decision: BulkDecision, actor: OperatorActor): void {
  const role = roleOf(decision);
  if (!actor.roles.includes(role)) throw missingRole([role], 'Who decides');
}

/**
 * Starts a prepared bulk decision, with an audit entry: its workflow decides about each payment in the actor's name.
 * @throws DomainError NOT_FOUND; FORBIDDEN without the role of the decision; INVALID_TRANSITION when it was started
 * before, or prepared too long ago
 * Source: docs/GAPS.md#bulk-decisions
 */
export function startBulkDecision(database: Transacting, id: string, actor: OperatorActor): Promise<void> {
  return database.transaction(async (client) => {
    const bulk = await lockBulkDecision(client, id);
    const { decision, filter, reason, status, at } = bulk;
    requireRole(decision, actor);
    const obstacle = obstacleToStart(bulk, at);
    if (obstacle !== null) {
      const extra = { current: status, allowed: [] };
      throw new DomainError('INVALID_TRANSITION', `This bulk decision cannot be started: ${obstacle}.`, { extra });
    }
    await client.query(
      `update bulk_decisions set status = 'running', decided_by = $2, started_at = now(), worked_at = now() where id = $1`,
      [id, JSON.stringify(actor)],
    );
    await addToOutbox(client, { topic: TOPICS.decideInBulk, subject: id, accountId: NO_ACCOUNT });
    const detail = { decision, filter, reason };
    await appendAuditEntry(client, { actor, act: 'bulk_decision.started', subject: id, accountId: null, detail });
  });
}

const STOP_SQL = `
  with skipped as (
    update bulk_decision_payments set state = 'skipped' where bulk_decision_id = $1 and state = 'waiting')
  update bulk_decisions set status = 'stopped', finished_at = now(), stopped_because = $2 where id = $1`;

/**
 * Stops a running bulk decision, with an audit entry: payments still waiting are skipped, decisions already made stay.
 * A repeat changes nothing.
 * @param actor an operator with the role of the decision, or `corridor`
 * @throws DomainError NOT_FOUND; FORBIDDEN without the role; INVALID_TRANSITION when it does not run
 * Source: docs/GAPS.md#bulk-decisions
 */
export function stopBulkDecision(
  database: Transacting,
  { id, reason, actor }: { id: string; reason: string; actor: OperatorActor | 'corridor' },
): Promise<void> {
  return database.transaction(async (client) => {
    const { status, decision } = await lockBulkDecision(client, id);
    if (actor !== 'corridor') requireRole(decision, actor);
    if (status === 'stopped') return;
    if (status !== 'running') {
      const extra = { current: status, allowed: [] };
      throw new DomainError('INVALID_TRANSITION', `This bulk decision is ${status}: there is nothing to stop.`, {
        extra,
      });
    }
    await client.query(STOP_SQL, [id, reason]);
    const detail = { reason };
    await appendAuditEntry(client, { actor, act: 'bulk_decision.stopped', subject: id, accountId: null, detail });
  });
}
