import type { AttemptOrder } from '../../db/webhooks/attempt-orders';
import { takeAttempt, takeFirsts, type AttemptDecision } from '../../db/webhooks/take-attempts';
import { recordAttempts, type AttemptResult, type MadeAttempt } from '../../db/webhooks/record-attempts';
import type { Database, Queryable } from '../../db/database';
import type { Vault } from '../../lib/vault';

export const OK: AttemptResult = {
  durationMs: 20,
  statusCode: 200,
  error: null,
  responseHeaders: {},
  responseExcerpt: '',
};
export const BROKEN: AttemptResult = { ...OK, durationMs: 30, statusCode: 503, error: 'status' };

/** What attempts are taken with, as the worker's activities take them. */
export interface Taking {
  database: Database;
  vault: Vault;
}

/** @returns the orders of the first attempts that the sender of a subscription may make now */
export async function takeAll({ database, vault }: Taking, webhookId: string, limit = 50): Promise<AttemptOrder[]> {
  return (await takeFirsts(database, vault, { webhookId, limit })).orders;
}

/** @returns what may be done about an attempt of a delivery with a workflow of its own */
export function take({ database, vault }: Taking, deliveryId: string, number: number): Promise<AttemptDecision> {
  return takeAttempt(database, vault, { deliveryId, number });
}

export function madeOf(order: MadeAttempt['order'], result: AttemptResult): MadeAttempt {
  return { ...result, order, endedAt: new Date() };
}

/** Records attempts of one subscription that have all ended in the same way. */
export async function record(
  database: Database,
  orders: readonly MadeAttempt['order'][],
  result: AttemptResult,
): Promise<ReadonlySet<string>> {
  const made = orders.map((order) => madeOf(order, result));
  return new Set((await recordAttempts(database, made)).keys());
}

/** Lets the retry of a delivery be due: its attempts ended a day earlier. */
export async function setDue(database: Queryable, deliveryId: string): Promise<void> {
  await database.query(
    `update delivery_attempts set started_at = started_at - interval '1 day 1 second' where delivery_id = $1`,
    [deliveryId],
  );
  await database.query('update deliveries set next_attempt_at = now() where id = $1 and next_attempt_at is not null', [
    deliveryId,
  ]);
}
