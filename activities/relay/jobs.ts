import type { Logger } from 'pino';
import type { Database } from '../../db/database';
import type { OutboxItem } from '../../db/outbox';
import type { Wake } from '../../db/wake';
import type { Vault } from '../../lib/vault';
import type { BatchesUnderWay } from '../webhooks/batches-under-way';
import type { WorkflowClient } from '../../workflows/client/workflow-client';

export interface RelayContext {
  database: Database;
  workflows: WorkflowClient;
  vault: Vault;
  log: Logger;
  /** Tells the relays that something was written for them. */
  wake: Wake;
  /** Batches of first attempts in this process. */
  batches: BatchesUnderWay;
  /** Name of the process. */
  instance: string;
}

/** A process that dies hides what it had taken for so long; one that works on it renews its leases. */
export const LEASE_SECONDS = 15;

/** The result of a job that has recorded its item's progress itself: the item comes back, or is already deleted. */
export const ITEM_SETTLED_BY_JOB = Symbol('item settled by its job');

/** One call or task and the items that it settles, unless it returns `ITEM_SETTLED_BY_JOB`. */
export interface Job {
  /** What is finished after `run`, or comes back after its fault; `run` may have put others in their place. */
  items: OutboxItem[];
  run(): Promise<unknown>;
}

/** What is to be done about items of one topic that were taken together. */
export type JobsOf = (items: OutboxItem[], context: RelayContext) => Job[] | Promise<Job[]>;

/** One job per item, for topics that need nothing but the item. */
export function each(run: (item: OutboxItem, context: RelayContext) => Promise<unknown>): JobsOf {
  return (items, context) => items.map((item) => ({ items: [item], run: () => run(item, context) }));
}
