import { Client } from 'pg';
import type { Tenant } from '../../domain/auth/tenant';
import type { Database } from '../../db/database';

/** Rows that statements are asked about. */
export interface Sample {
  /** An open payment in the middle of its life, and one with its outcome. */
  openId: string;
  openPartnerId: string;
  settledId: string;
  settledPartnerId: string;
  /** One that has not been sent. */
  pendingId: string;
  pendingPartnerId: string;
  /** The newest fifty of the tenant. */
  newestIds: string[];
  eventId: string;
  /** In the middle of the log. */
  middleEventId: string;
  deliveryId: string;
  pendingDeliveryIds: string[];
  caseId: string;
  flagId: string;
}

/** Has half of all payments. */
export const LARGE: Tenant = { accountId: 'acc_1', environment: 'live' };
/** Has one payment of two thousand. */
export const SMALL: Tenant = { accountId: 'acc_10', environment: 'live' };

const ONE = {
  openId: `select id from payment_instructions where account_id = 'acc_1' and status = 'submitted' order by id desc limit 1`,
  settledId: `select id from payment_instructions where account_id = 'acc_1' and status = 'settled' order by id desc limit 1`,
  pendingId: `select i.id from payment_instructions i where status = 'pending' and waiting_reason is null and not exists (
    select from dispatches d where d.instruction_id = i.id) order by id desc limit 1`,
  eventId: `select id from events where account_id = 'acc_1' order by id desc limit 1`,
  middleEventId: `select id from events where account_id = 'acc_1' order by id offset 1000 limit 1`,
  deliveryId: `select id from deliveries where account_id = 'acc_1' and status = 'delivered' order by id desc limit 1`,
  caseId: `select id from reconciliation_cases where state = 'open' order by id desc limit 1`,
  flagId: `select id::text from operator_flags order by id desc limit 1`,
};

/** Reads them outside of what is measured. */
export async function readSample(url: string): Promise<Sample> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const read = async (sql: string): Promise<string[]> =>
    (await client.query<{ id: string }>(sql)).rows.map(({ id }) => id);
  try {
    const one = async (sql: string): Promise<string> => (await read(sql))[0] ?? 'none';
    const entries: [string, string][] = [];
    for (const [name, sql] of Object.entries(ONE)) entries.push([name, await one(sql)]);
    const found = Object.fromEntries(entries) as Record<keyof typeof ONE, string>;
    return {
      ...found,
      openPartnerId: await one(`select partner_id as id from payment_instructions where id = '${found.openId}'`),
      settledPartnerId: await one(`select partner_id as id from payment_instructions where id = '${found.settledId}'`),
      pendingPartnerId: await one(`select partner_id as id from payment_instructions where id = '${found.pendingId}'`),
      newestIds: await read(`select id from payment_instructions where account_id = 'acc_1' order by id desc limit 50`),
      pendingDeliveryIds: await read(
        `select id from deliveries where account_id = 'acc_1' and status = 'pending' order by id limit 20`,
      ),
    };
  } finally {
    await client.end();
  }
}

/** A statement, or a few that belong together, as a request or a recurring task runs them. */
export interface Measured {
  /** The function of `db/` that runs them. */
  of: (...parameters: never[]) => unknown;
  /** With which parameters, where there are several. */
  what?: string;
  run(database: Database, sample: Sample): Promise<unknown>;
  /** Blocks that all of its statements together may read, whatever the size of the database. */
  blocks: number;
  /** Rows that they may read and throw away; `PASSED_OVER` when absent. */
  passedOver?: number;
  /** Why it may read more than 2,000 blocks, or pass over more rows. */
  reason?: string;
}

/**
 * Rows that a statement may pass over without a reason. In a small database Postgres may filter a few hundred rather than
 * read another index, depending on the sample that its statistics are from.
 */
export const PASSED_OVER = 1_000;
