import type { ClosedDay } from '../../../domain/payments/routing/dates';
import {
  coverLines,
  placesOf,
  type BankPlace,
  type CoverLine,
  type PartnerCover,
} from '../../../domain/payments/settlement/cover';
import type { Queryable } from '../../database';
import { readClosedDays } from '../routing/read-calendar';

/** Messages of a partner whose balances are looked at: accounts of several currencies come in several messages. */
const NEWEST_STATEMENTS = 20;
/** A settled payment that no booking names is in no balance for so long. */
const UNBOOKED_DAYS = 7;

/** A booking that is overdue is none yet. */
const isUnbooked = (proof: string): string => `(${proof} is null or ${proof} ->> 'state' = 'overdue')`;

/** `$1`: a moment of the day, which ends when it does at the bank. A partner whose bank sends no statements has no balance that settled payments would lower. */
const COVER_SQL = `
  with places as materialized (
    select distinct on (r.partner_id, named.currency) r.partner_id, named.currency, r.cut_off_zone as zone, r.calendars,
      (($1::timestamptz at time zone r.cut_off_zone)::date + 1)::timestamp at time zone r.cut_off_zone as ends
    from (select distinct partner_id, unnest(currencies) as currency from routes) named
    join routes r on r.partner_id = named.partner_id and (named.currency = any(r.currencies) or '*' = any(r.currencies))
    order by r.partner_id, named.currency, r.enabled desc, r.priority, r.id
  ), told as materialized (
    select p.id as partner_id, b.balances from partners p
    cross join lateral (
      select jsonb_agg(one || jsonb_build_object('readAt', s.imported_at)) as balances
      from (select * from payment_statements where partner_id = p.id order by id desc limit ${NEWEST_STATEMENTS}) s,
        jsonb_array_elements(s.balances) one) b
    where b.balances is not null
  ), unbooked as (
    select partner_id, currency, amount from payment_instructions
    where stage = 'sent' and ${isUnbooked('proof')}
    union all
    select i.partner_id, i.currency, i.amount from told t join payment_instructions i on i.partner_id = t.partner_id
    where i.status = 'settled' and ${isUnbooked('i.proof')} and i.settled_at >= $1::timestamptz - interval '${UNBOOKED_DAYS} days'
  ), due as (
    select i.partner_id, i.currency, i.amount, true as is_to_send
    from payment_instructions i
    left join places own on own.partner_id = i.partner_id and own.currency = i.currency
    left join places every on every.partner_id = i.partner_id and every.currency = '*'
    where i.stage = 'pending' and (i.release_at is null
      or i.release_at < coalesce(own.ends, every.ends, date_trunc('day', $1::timestamptz, 'UTC') + interval '1 day'))
    union all select partner_id, currency, amount, false from unbooked
  ), summed as (
    select partner_id, currency,
      count(*) filter (where is_to_send)::integer as send_count,
      coalesce(sum(amount) filter (where is_to_send), 0)::text as send_amount,
      count(*) filter (where not is_to_send)::integer as unbooked_count,
      coalesce(sum(amount) filter (where not is_to_send), 0)::text as unbooked_amount
    from due group by partner_id, currency
  )
  select json_build_object('id', p.id, 'name', p.name) as partner, p.environment,
    coalesce((select json_agg(places) from places where places.partner_id = p.id), '[]') as places,
    coalesce((select json_agg(json_build_object('currency', s.currency,
        'toSend', json_build_object('count', s.send_count, 'amount', s.send_amount),
        'unbooked', json_build_object('count', s.unbooked_count, 'amount', s.unbooked_amount)))
      from summed s where s.partner_id = p.id), '[]') as due,
    coalesce((select t.balances from told t where t.partner_id = p.id), '[]') as balances
  from partners p where exists (select from summed s where s.partner_id = p.id)
    or exists (select from told t where t.partner_id = p.id)
  order by p.environment = 'test', p.name`;

/**
 * The payments due today at each partner, compared with the balances that its bank has sent. Source:
 * docs/GAPS.md#cover
 */
export async function readCover(database: Queryable, now: Date): Promise<CoverLine[]> {
  const partners = await database.query<PartnerCover & Record<string, unknown>>(COVER_SQL, [now]);
  const closed = new Map<string, ClosedDay>();
  const nameOf = ({ currency, calendars }: BankPlace): string => [currency, ...calendars].join(' ');
  for (const place of partners.flatMap(placesOf)) {
    const { currency, calendars } = place;
    const about = { currency, beneficiaryCountry: currency.slice(0, 2), calendars };
    if (!closed.has(nameOf(place))) closed.set(nameOf(place), await readClosedDays(database, about));
  }
  return coverLines(partners, { now, closedOf: (place) => closed.get(nameOf(place)) ?? (() => null) });
}
