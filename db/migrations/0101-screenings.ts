import type { Knex } from 'knex';

/**
 * Receipts of screenings, countries that nothing is paid to, and the hold of a payment that a person must look at: no
 * call to a partner begins while it stands.
 * Source: docs/GAPS.md#P13
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table blocked_countries (
      country text primary key check (country ~ '^[A-Z]{2}$'),
      blocked_at timestamptz not null default now()
    );
    insert into blocked_countries (country) values ('KP'), ('IR');

    create table screenings (
      id text primary key,
      account_id text not null references accounts (id),
      environment text not null,
      request_id text not null,
      instruction_id text references payment_instructions (id),
      algorithm text not null,
      editions jsonb not null,
      decision text not null check (decision in ('clear', 'review', 'blocked')),
      countries jsonb not null,
      candidates jsonb not null,
      party_sealed bytea,
      screened_at timestamptz not null
    );
    create index screenings_instruction on screenings (instruction_id) where instruction_id is not null;

    alter table payment_instructions add column compliance_hold jsonb
      check (compliance_hold->>'state' in ('review', 'released', 'rejected'));

    create function check_compliance_hold() returns trigger language plpgsql as $check$
    begin
      if exists (select from payment_instructions
        where id = new.instruction_id and compliance_hold->>'state' in ('review', 'rejected')) then
        raise exception 'payment % is held by compliance', new.instruction_id using errcode = 'CR010';
      end if;
      return new;
    end $check$;

    create trigger dispatch_compliance before insert or update of state on dispatches for each row
      when (new.state = 'sending') execute function check_compliance_hold();
  `);
}
