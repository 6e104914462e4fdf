import type { Knex } from 'knex';

/**
 * An attempt has its route, fee and date, since the payment may go over to another route after it. What money hangs on:
 * another attempt begins only where nothing of the earlier ones may have arrived, it goes where the payment goes, and a
 * route that the client named is never left. A partner's health tells whether nothing can be written to it at all.
 * Source: docs/GAPS.md#P10
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table dispatches
      add column partner_name text,
      add column channel text,
      add column timeline text,
      add column route_reasons jsonb,
      add column fee_estimated numeric,
      add column expected_date date;
    update dispatches d set partner_name = i.partner_name, channel = i.channel, timeline = i.timeline,
      route_reasons = i.route_reasons, fee_estimated = i.fee_estimated, expected_date = i.expected_date
      from payment_instructions i where i.id = d.instruction_id;

    alter table partner_health add column is_unreachable boolean not null default false;

    create function check_attempt() returns trigger language plpgsql as $check$
    begin
      if exists (select from dispatches where instruction_id = new.instruction_id and attempt < new.attempt
        and not ((state = 'rejected' and sends = 1) or (state = 'not_delivered' and sends = 0))) then
        raise exception 'payment % may have arrived by an earlier attempt', new.instruction_id using errcode = 'CR011';
      end if;
      if exists (select from dispatches where instruction_id = new.instruction_id and attempt > new.attempt) then
        raise exception 'attempt % of payment % is over', new.attempt, new.instruction_id using errcode = 'CR012';
      end if;
      if not exists (select from payment_instructions
        where id = new.instruction_id and partner_id = new.partner_id and route_id = new.route_id) then
        raise exception 'payment % goes by another route', new.instruction_id using errcode = 'CR013';
      end if;
      return null;
    end $check$;

    create constraint trigger dispatch_attempt after insert or update of state on dispatches
      deferrable initially deferred for each row when (new.state = 'sending')
      execute function check_attempt();

    create function check_reroute() returns trigger language plpgsql as $check$
    begin
      if old.status <> 'pending' or old.requested_route ->> 'routeId' is not null then
        raise exception 'payment % cannot leave its route', new.id using errcode = 'CR014';
      end if;
      return new;
    end $check$;

    create trigger payment_reroute before update of route_id, partner_id on payment_instructions for each row
      when (old.route_id is distinct from new.route_id or old.partner_id is distinct from new.partner_id)
      execute function check_reroute();
  `);
}
