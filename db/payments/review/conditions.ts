import { decideConditions, type ConditionsWait } from '../../../domain/payments/decisions/conditions';
import type { Queryable } from '../../database';
import { changePayment, type Changed } from '../instruction/change-payment';

/**
 * Judges the conditions of a payment, and keeps what has changed.
 * @returns whether it waits for them, and until when the clock alone may change that
 * Source: docs/GAPS.md#P27
 */
export function recordConditions(database: Queryable, instructionId: string): Promise<Changed<ConditionsWait>> {
  return changePayment(database, { instructionId }, decideConditions);
}

const PAGE = 100;

/**
 * Judges the conditions of all payments that wait for a changed subject; those whose conditions are all met go on at
 * once.
 * @param subject id of a shipment, a document or a payment
 * Source: docs/GAPS.md#P27
 */
export async function judgeWaiting(database: Queryable, subject: string): Promise<void> {
  let after = '';
  for (;;) {
    const rows = await database.query<{ id: string }>(
      `select id from payment_instructions
       where stage = 'pending' and conditions is not null and conditions -> 'subjects' ? $1 and id > $2
       order by id limit $3`,
      [subject, after, PAGE],
      'for_values',
    );
    for (const { id } of rows) await recordConditions(database, id);
    after = rows.at(-1)?.id ?? '';
    if (rows.length < PAGE) return;
  }
}
