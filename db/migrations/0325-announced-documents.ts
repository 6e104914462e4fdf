import type { Knex } from 'knex';

/**
 * The event of a document's outcome is written by a process without a browser: the outcome orders it, by a function of
 * the owner, since the role that makes documents may write into no table of events, deliveries or outbox items.
 * Source: docs/OPERATIONS.md, "Roles"
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table documents add column announced_at timestamptz;
    create function order_document_event() returns trigger language plpgsql
      security definer set search_path = public, pg_temp as $body$
    begin
      insert into outbox (topic, subject, account_id) values ('document.announce', new.id, new.account_id);
      return null;
    end
    $body$;
    revoke all on function order_document_event() from public;
    create trigger documents_outcome after update of status on documents for each row
      when (old.status = 'generating' and new.status in ('generated', 'failed'))
      execute function order_document_event();
  `);
}
