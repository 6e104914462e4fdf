import type { Queryable } from './database';
import { isLaneName, LANE_NAMES, WITHOUT_WAITING, type LaneName } from './outbox';

/** How often a relay looks at the lanes by itself. Notifications name what is due until the next look. */
export const LOOK_EVERY_MS = 3_000;
/** A relay that has missed two looks has lost its lanes. */
const HELD_SECONDS = 8;
/** An item that has waited this long is not carried by the holder of its lane: others help, or it has died. */
const LATE = "interval '2 seconds'";

/** Items of a lane that are looked at; where none of so many is due, one behind them may be. */
const LOOKED_AT = 200;

/** When the next item of a lane is due that nobody carries, as `due_at`, for each row of `lane (name)`. */
const NEXT_DUE = `
  cross join lateral (
    select case when count(*) = ${LOOKED_AT} then least(min(o.due_at), now()) else min(o.due_at) end as due_at
    from (select greatest(available_at, leased_until) as due_at from outbox where lane = lane.name limit ${LOOKED_AT}) o
  ) looked`;
/** What is put off for longer than a day is looked at long before; the number of milliseconds has to have room for it. */
const DUE_IN_MS = `case when looked.due_at <= now() then 0 when looked.due_at > now() + interval '1 day' then 86400000
  else ceil(extract(epoch from looked.due_at - now()) * 1000)::int end`;

/** Whether something that nobody has in hand has waited too long; a holder may have more in hand than is looked at. */
const IS_LATE = `exists (
  select from (
    select greatest(available_at, leased_until) as due_at from outbox
    where lane = lane.name and (leased_until is null or leased_until <= now()) limit ${LOOKED_AT}) free
  where free.due_at < now() - ${LATE})`;

/** What a relay finds of a lane. */
export interface LaneLook {
  lane: LaneName;
  /** Whether the lane is its own until the next look. */
  isHeld: boolean;
  /** In how many milliseconds something is due; null where nothing is. */
  dueInMs: number | null;
  /** Whether something has been due for longer than its holder takes. */
  isLate: boolean;
}

/**
 * Extends the leases of a relay's lanes, takes free lanes, and returns when each lane has work.
 * @param holder name of the relay
 */
export async function holdLanes(database: Queryable, holder: string): Promise<LaneLook[]> {
  return database.query<LaneLook & Record<string, unknown>>(
    `with ${WITHOUT_WAITING},
     free as materialized (
       select lane from relay_lanes where holder = $1 or held_until <= now() for update skip locked
     ),
     mine as (
       update relay_lanes l set holder = $1, held_until = now() + interval '${HELD_SECONDS} seconds'
       from free where (select is_set from mode) is not null and l.lane = free.lane returning l.lane
     )
     select lane.name as lane, exists (select from mine where mine.lane = lane.name) as "isHeld",
       ${DUE_IN_MS} as "dueInMs", ${IS_LATE} as "isLate"
     from unnest($2::text[]) as lane (name) ${NEXT_DUE}`,
    [holder, LANE_NAMES],
  );
}

/**
 * Gives up the lanes of a relay and notifies the others, of which one takes them at once.
 * @param channel its payload is empty
 */
export async function freeLanes(database: Queryable, holder: string, channel: string): Promise<void> {
  await database.query(
    `with freed as (
       update relay_lanes set holder = null, held_until = '-infinity' where holder = $1 returning lane)
     select pg_notify($2, '') from freed limit 1`,
    [holder, channel],
  );
}

/**
 * Notifies the holder of each lane with work that is due before its next look. Nothing is sent if there is none.
 * @param channel its payload names lanes and the milliseconds until they have work: `payments:0 deliveries:480`
 */
export async function notifyDueLanes(database: Queryable, channel: string): Promise<void> {
  await database.query(
    `select pg_notify($1, string_agg(lane.name || ':' || ${DUE_IN_MS}, ' '))
     from unnest($2::text[]) as lane (name) ${NEXT_DUE}
     where looked.due_at < now() + interval '${LOOK_EVERY_MS} milliseconds' having count(*) > 0`,
    [channel, LANE_NAMES],
  );
}

/**
 * Tells the holders to look, by a process that may not: one that prints documents may not read the outbox.
 * @param channel its payload is empty
 */
export async function notifyHolders(database: Queryable, channel: string): Promise<void> {
  await database.query(`select pg_notify($1, '')`, [channel]);
}

/** @returns lanes and milliseconds of a notification; a lane of another version is left out */
export function readDueLanes(payload: string): { lane: LaneName; dueInMs: number }[] {
  return payload.split(' ').flatMap((word) => {
    const [lane = '', ms = '0'] = word.split(':');
    return isLaneName(lane) ? [{ lane, dueInMs: Number(ms) }] : [];
  });
}
