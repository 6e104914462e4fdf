import type { Logger } from 'pino';
import type { Database } from '../../db/database';
import type { OutboxItem } from '../../db/outbox';
import type { WorkflowClient } from '../../workflows/client/workflow-client';

export interface RelayContext {
  database: Database;
  workflows: WorkflowClient;
  log: Logger;
}

/** What a job answers that has written down its item's progress itself: the item comes back, or is gone already. */
export const KEPT = Symbol('kept');

/** One call to Temporal and the items that it settles, unless it answers `KEPT`. */
export interface Job {
  /** What is finished after `run`, or comes back after its fault; `run` may have put others in their place. */
  items: OutboxItem[];
  run(): Promise<unknown>;
}

/** What is to be done about items of one topic that were taken together. */
export type JobsOf = (items: OutboxItem[], context: RelayContext) => Job[] | Promise<Job[]>;
