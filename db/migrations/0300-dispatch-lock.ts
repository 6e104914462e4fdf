import type { Knex } from 'knex';

/**
 * The check that a dispatch begins of a pending payment alone locks the payment as a change of its status does. The lock
 * that it took before made every insert of a row that refers to the payment wait until the dispatch was committed.
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create or replace function check_dispatch_begins() returns trigger language plpgsql as $check$
    declare
      current text;
    begin
      -- The lock makes a change of the status in another transaction visible, or wait.
      select status into current from payment_instructions where id = new.instruction_id for no key update;
      if current <> 'pending' then
        raise exception 'payment % is % and cannot be dispatched', new.instruction_id, current using errcode = 'CR005';
      end if;
      return null;
    end $check$;
  `);
}
