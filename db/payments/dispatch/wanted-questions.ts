import type { Queryable } from '../../database';
import { OUTCOMES, UNPAID_OUTCOMES } from '../../../domain/payments/instruction/status';
import { isOneOfSql, isOpenSql } from '../../status-sql';

/** The client waits for its cancellation, or the payment has ended here and a partner may work on it all the same. */
const HAS_ITS_PARTNER_TO_STOP = `(
  (${isOpenSql('i.stage')} and i.cancellation ->> 'status' = 'requested')
  or (${isOneOfSql('i.status', UNPAID_OUTCOMES)} and exists (
    select from reconciliation_cases c
    where c.instruction_id = i.id and c.state = 'open' and c.kind in ('partner_continues', 'given_up'))))`;

/** Partner `d.partner_id` said last, of all that it said, that it works on payment `i`, which has left it. */
const HAS_EARLIER_PARTNER_TO_STOP = `exists (
  select from reconciliation_cases c
  left join lateral (
    select r.status, r.disposition from partner_reports r
    where r.instruction_id = i.id and r.partner_id = d.partner_id order by r.recorded_at desc, r.id desc limit 1
  ) said on true
  where c.instruction_id = i.id and c.state = 'open' and c.kind = 'earlier_partner'
    and (c.last_detail ->> 'kind', c.last_detail ->> 'partnerId') is distinct from ('cancellation', d.partner_id)
    and ((c.last_detail ->> 'kind', c.last_detail ->> 'partnerId') = ('submission', d.partner_id)
      or (said is null and (c.detail ->> 'kind', c.detail ->> 'partnerId') = ('submission', d.partner_id))
      or (said.disposition = 'conflicting' and not ${isOneOfSql('said.status', OUTCOMES)})))`;

/** The partner that has payment `i` now: that of its latest attempt, unless it has left that one. */
const LIVE_PARTNER = `(
  select a.partner_id from (
    select * from dispatches where instruction_id = i.id order by attempt desc limit 1) a
  where a.partner_id = i.partner_id)`;

/**
 * Finds the partner to ask to cancel or stop a payment, from its row: the input of the asking workflow is not trusted.
 * @param asked a former partner of the payment; null: its latest partner
 * @returns null when the row wants no such request
 * Source: docs/GAPS.md#P14
 */
export async function findPartnerToStop(
  database: Queryable,
  instructionId: string,
  asked: string | null,
): Promise<string | null> {
  const [row] =
    asked === null
      ? await database.query<{ partnerId: string | null }>(
          `select ${LIVE_PARTNER} as "partnerId" from payment_instructions i
           where i.id = $1 and ${HAS_ITS_PARTNER_TO_STOP}`,
          [instructionId],
        )
      : await database.query<{ partnerId: string | null }>(
          `select d.partner_id as "partnerId" from payment_instructions i join dispatches d on d.instruction_id = i.id
           where i.id = $1 and d.partner_id = $2 and ${LIVE_PARTNER} is distinct from d.partner_id
             and ${HAS_EARLIER_PARTNER_TO_STOP} limit 1`,
          [instructionId, asked],
        );
  return row?.partnerId ?? null;
}

/** Flags about partners' missing answers to requests. */
export type Unanswered = 'cancellation_unanswered' | 'stop_unanswered' | 'recall_unanswered';

const IS_UNANSWERED: Record<Unanswered, string> = {
  cancellation_unanswered: HAS_ITS_PARTNER_TO_STOP,
  stop_unanswered: `(${HAS_ITS_PARTNER_TO_STOP} or exists (
    select from dispatches d where d.instruction_id = i.id and ${HAS_EARLIER_PARTNER_TO_STOP}))`,
  recall_unanswered: "(i.recall ->> 'status' = 'requested' and i.status = 'settled')",
};

/** @returns whether a payment's row says that an answer is still to come */
export async function isUnanswered(database: Queryable, instructionId: string, what: Unanswered): Promise<boolean> {
  const rows = await database.query(`select from payment_instructions i where i.id = $1 and ${IS_UNANSWERED[what]}`, [
    instructionId,
  ]);
  return rows.length > 0;
}
