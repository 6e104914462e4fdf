import type { Tenant } from '../../../domain/auth/tenant';
import type { Discrepancy } from '../../../domain/payments/settlement/reconciliation';
import { EXPLAINED_OUTCOMES, OUTCOMES, type PaymentStatus } from '../../../domain/payments/instruction/status';
import type { Queryable } from '../../database';
import { isOneOfSql, periodSql } from '../../status-sql';

/** Payments that partners have, of which those of each status are counted: no index tells them apart. */
const MAX_SENT = 10_000;
/** Things of one kind that are named. */
const MAX_NAMED = 5;

/**
 * Counts all payments of a tenant by status: those that partners have among 10,000, each other status up to a bound.
 * @param most where counting ends
 */
export async function countEachStatus(
  database: Queryable,
  { accountId, environment }: Tenant,
  most: number,
): Promise<Map<PaymentStatus, number>> {
  const ofStage = (stage: string, status: string, limit: number | string): string => `
    (select ${status} as status from payment_instructions
     where account_id = $1 and environment = $2 and stage = '${stage}' limit ${limit})`;
  const others = ['pending', ...OUTCOMES].map((status) => ofStage(status, `'${status}'`, '$3'));
  const rows = await database.query<{ status: PaymentStatus; count: number }>(
    `select status, least(count(*), $3)::integer as count
     from (${[...others, ofStage('sent', 'status', MAX_SENT)].join(' union all ')}) found group by status`,
    [accountId, environment, most],
    'for_values',
  );
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/** A payment that its owner should know of. */
export interface NotablePayment {
  id: string;
  clientReference: string | null;
  status: PaymentStatus;
  amount: string;
  currency: string;
  waitingReason: string | null;
  at: Date;
  /** Why it failed or came back, in the words of who said so; null for any other, and where nothing was said. */
  message: string | null;
  /** What was confirmed otherwise than instructed; none for a payment that waits or has ended. */
  discrepancies: Discrepancy[];
}

export interface NotablePayments {
  /** Not sent yet, the one that was submitted first before all others. */
  waiting: NotablePayment[];
  /** Failed or returned since the moment asked for, the newest first. */
  ended: NotablePayment[];
  /** Whose settlement differs from what was instructed, in cases that are open; the newest first. */
  differing: NotablePayment[];
}

const COLUMNS = `i.id, i.client_reference as "clientReference", i.status, i.amount, i.currency,
  i.waiting_reason as "waitingReason", i.last_updated_at as at`;
/** The newest word about the status that it has. */
const MESSAGE = `(select h.message from status_history h where h.instruction_id = i.id and h.status = i.status
  order by h.sort_at desc, h.rank desc, h.id desc limit 1) as message`;
const NO_DISCREPANCIES = `'[]'::jsonb as discrepancies`;

/**
 * Payments that deserve a look, at most five of each kind: waiting long, ended unpaid, settled with a difference.
 * Source: docs/ARCHITECTURE.md, "Console"
 */
export async function findNotablePayments(
  database: Queryable,
  { accountId, environment }: Tenant,
  since: Date,
): Promise<NotablePayments> {
  const read = (sql: string, ...more: unknown[]) =>
    database.query<NotablePayment & Record<string, unknown>>(sql, [accountId, environment, ...more], 'for_values');
  const [waiting, ended, differing] = await Promise.all([
    read(
      `select ${COLUMNS}, null as message, ${NO_DISCREPANCIES} from payment_instructions i
       where i.account_id = $1 and i.environment = $2 and i.stage = 'pending'
       order by i.id limit ${MAX_NAMED}`,
    ),
    read(
      `select i.*, ${MESSAGE}, ${NO_DISCREPANCIES} from (
         select ${COLUMNS} from payment_instructions i
         where i.account_id = $1 and i.environment = $2 and ${isOneOfSql('i.stage', EXPLAINED_OUTCOMES)} and i.changed_period >= ${periodSql('$3::timestamptz')}
           and i.last_updated_at >= $3
         order by i.changed_period desc, i.last_updated_at desc limit ${MAX_NAMED}
       ) i order by at desc`,
      since,
    ),
    read(
      `select ${COLUMNS}, null as message, coalesce(c.last_detail -> 'discrepancies', '[]') as discrepancies
       from reconciliation_cases c join payment_instructions i on i.id = c.instruction_id
       where c.state = 'open' and c.kind = 'reconciliation_mismatch' and i.account_id = $1 and i.environment = $2
       order by c.created_at desc limit ${MAX_NAMED}`,
    ),
  ]);
  return { waiting, ended, differing };
}
