import type { Knex } from 'knex';

const OPEN = "status in ('making', 'deciding', 'cancelling')";

/** Batches are approved as one thing, and say so while a decision is taken to their payments. */
export async function up(builder: Knex): Promise<void> {
  await builder.raw('alter table payment_batches add column if not exists approval jsonb');
  await builder.raw('alter table payment_batches drop constraint if exists payment_batches_status_check');
  await builder.raw(
    `alter table payment_batches add constraint payment_batches_status_check
     check (status in ('making', 'completed', 'deciding', 'cancelling', 'cancelled'))`,
  );
  await builder.raw('drop index if exists payment_batches_open');
  await builder.raw(`create index payment_batches_open on payment_batches (worked_at, id) where ${OPEN}`);
  await builder.raw(
    `create index if not exists payment_batches_approved_as_one
     on payment_batches (account_id, environment, worked_at) where approval is not null`,
  );
  await builder.raw(
    `create table if not exists payment_batch_approvals (
      batch_id text not null references payment_batches (id),
      member_id text not null,
      decision text not null check (decision in ('approve', 'reject')),
      comment text,
      actor text not null,
      request_id text,
      decided_at timestamptz not null default now(),
      reached text collate "C",
      done_at timestamptz,
      primary key (batch_id, member_id)
    )`,
  );
}
