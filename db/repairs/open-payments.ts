import type { DispatchState } from '../../domain/payments/instruction/state';
import type { PaymentStatus } from '../../domain/payments/instruction/status';
import type { Queryable } from '../database';
import { TOPICS } from '../outbox';
import { FACTS_SQL, type PaymentFacts } from '../payments/dispatch/start-facts';
import { BEGUN_AGAIN, restHasEndedSql } from './stopped';
import { isOpenSql } from '../status-sql';

/** How long a payment must have rested before it is compared with Temporal: a start that is under way is done by then. */
const REST = "now() - interval '15 seconds'";

/** A payment without an outcome, as it is compared with its workflow. */
export interface OpenPayment {
  id: string;
  status: PaymentStatus;
  version: number;
  /** State of the dispatch to its present partner; null when none is on record, or it is no longer pending. */
  dispatchState: DispatchState | null;
  /** Whether a person has to decide which of two records is right. */
  isContradicted: boolean;
  /** Whether a missing workflow is missed: it has rested, and was not begun again a moment ago. */
  isDue: boolean;
  /** Whether it has been so for a minute. */
  hasRested: boolean;
}

/** Paged by the partial index of open payments by id. */
const PAGE_SQL = `
  select i.id, i.status, i.version, i.last_updated_at < now() - interval '1 minute' as "hasRested",
    i.last_updated_at < ${REST} and ${restHasEndedSql('i.id', BEGUN_AGAIN, "'payment'")} as "isDue",
    case when i.status = 'pending' then (
      select d.state from dispatches d where d.instruction_id = i.id and d.partner_id = i.partner_id
      order by d.attempt desc limit 1) end as "dispatchState",
    coalesce(i.contradiction ->> 'state' = 'open', false) as "isContradicted"
  from payment_instructions i
  where ${isOpenSql('i.stage')} and i.id > $1
  order by i.id limit $2`;

/**
 * @param after id with which the page before ended; '' for the first one
 * @returns all open payments that follow, in the order of their ids; fewer than `limit` when they are the last
 */
export async function readOpenPayments(
  database: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<OpenPayment[]> {
  return database.query<OpenPayment & Record<string, unknown>>(PAGE_SQL, [after, limit]);
}

/** A payment whose workflow does not run, with what decides whether one may begin. */
export interface PaymentToResume extends PaymentFacts {
  status: PaymentStatus;
  /** Whether it is pending, and no call of its partner is on record that may have arrived. */
  isUnsent: boolean;
  /** Whether the order to start it still waits for its turn. */
  isToStart: boolean;
}

/** Those of the payments that have no outcome, with what their workflows start with. */
export async function readPaymentsToResume(database: Queryable, ids: readonly string[]): Promise<PaymentToResume[]> {
  return database.query<PaymentToResume & Record<string, unknown>>(
    `select ${FACTS_SQL}, i.status,
       i.status = 'pending' and not exists (
         select from dispatches d where d.instruction_id = i.id and d.partner_id = i.partner_id
           and d.state <> 'not_delivered') as "isUnsent",
       exists (select from outbox o where o.topic = '${TOPICS.startPayment}' and o.subject = i.id) as "isToStart"
     from payment_instructions i where i.id = any($1) and ${isOpenSql('i.stage')}`,
    [ids],
  );
}
