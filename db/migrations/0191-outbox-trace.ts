import type { Knex } from 'knex';

/**
 * The trace in which an item of the outbox was written, as `traceparent` of W3C Trace Context; null where nothing is
 * traced, and in items of the release before.
 * Source: docs/OPERATIONS.md, "Traces"
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`alter table outbox add column traceparent text check (length(traceparent) = 55)`);
}
