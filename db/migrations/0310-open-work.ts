import type { Knex } from 'knex';
import type { Say } from '../database';
import { createIndexConcurrently, type IndexDefinition } from '../operator-work/concurrent-index';

const IS_OPEN = "status not in ('settled', 'failed', 'cancelled', 'returned')";
const IS_UNFINISHED = "status in ('pending', 'delivering', 'paused')";

/** What a list or a recurring task looks for stands in an index of its own, however much lies around it. */
const INDEXES: readonly IndexDefinition[] = [
  // Open payments in the order of their ids; how many there are, and since when.
  { name: 'payment_instructions_open_by_id', table: 'payment_instructions', on: 'id', where: IS_OPEN },
  {
    name: 'payment_instructions_open_by_status',
    table: 'payment_instructions',
    on: 'status, last_updated_at',
    where: IS_OPEN,
  },
  { name: 'payment_instructions_pending', table: 'payment_instructions', on: 'id', where: "status = 'pending'" },
  {
    name: 'payment_instructions_pending_at',
    table: 'payment_instructions',
    on: 'partner_id, id',
    where: "status = 'pending'",
  },
  {
    name: 'payment_instructions_waiting',
    table: 'payment_instructions',
    on: 'waiting_reason, id',
    where: "status = 'pending' and waiting_reason is not null",
  },
  { name: 'dispatches_in_doubt', table: 'dispatches', on: 'instruction_id', where: "state in ('sending', 'unknown')" },
  {
    name: 'payment_instructions_to_cancel',
    table: 'payment_instructions',
    on: 'last_updated_at, id',
    where: `${IS_OPEN} and cancellation ->> 'status' = 'requested'`,
  },
  { name: 'reconciliation_cases_open', table: 'reconciliation_cases', on: 'id', where: "state = 'open'" },
  // The overview of an account: counts by status without a look at the rows, and what ended badly.
  {
    name: 'payment_instructions_newest',
    table: 'payment_instructions',
    on: 'account_id, environment, id desc, status',
  },
  {
    name: 'payment_instructions_ended_badly',
    table: 'payment_instructions',
    on: 'account_id, environment, last_updated_at',
    where: "status in ('failed', 'returned')",
  },
  // Lists of deliveries go from endpoint to endpoint of an account.
  { name: 'webhook_subscriptions_of_account', table: 'webhook_subscriptions', on: 'account_id, environment' },
  { name: 'deliveries_by_status', table: 'deliveries', on: 'webhook_id, status, id desc' },
  { name: 'deliveries_by_type_and_status', table: 'deliveries', on: 'webhook_id, event_type, status, id desc' },
  { name: 'deliveries_unfinished', table: 'deliveries', on: 'status, created_at', where: IS_UNFINISHED },
];

/** Each is the beginning of an index above, or served lists that are read endpoint by endpoint. */
const SUPERFLUOUS = [
  'payment_instructions_account_id_environment_id_idx',
  'deliveries_account_id_id_idx',
  'deliveries_by_type',
  'deliveries_failed',
];

/** Source: docs/ARCHITECTURE.md, "Speed" */
export async function up(builder: Knex, say: Say): Promise<void> {
  for (const index of INDEXES) await createIndexConcurrently(builder, index, say);
  for (const name of SUPERFLUOUS) await builder.raw(`drop index concurrently if exists ${name}`);
}
