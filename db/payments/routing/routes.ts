import type { Environment } from '../../../domain/auth/tenant';
import type { FieldFault } from '../../../domain/errors';
import { adapterOf, filesBankOf } from '../../../domain/payments/dispatch/adapters';
import { instantRefusal } from '../../../domain/payments/iso20022/order-writer';
import type { Calendar } from '../../../domain/payments/routing/calendars';
import {
  ROUTE_MEMBERS,
  wholeRoute,
  type NewRoute,
  type RouteSettings,
} from '../../../domain/payments/routing/route-schema';
import { routeBoundFaults } from '../../../domain/payments/routing/route-settings';
import type { Route } from '../../../domain/payments/routing/routing';
import { TIMELINES } from '../../../domain/payments/instruction/status';
import type { Database, Queryable } from '../../database';
import { newId } from '../../../lib/ids';
import { columnOf, columnsAs } from '../../columns';
import { CHANNELS, type Listener } from '../../listener';
import { calendarFaults, readCalendars } from './read-calendar';

/** Columns of what an operator sets, from table `r`, under the names of the members. */
export const ROUTE_SETTINGS = columnsAs('r', ROUTE_MEMBERS).replace('r.cut_off as', "to_char(r.cut_off, 'HH24:MI') as");

interface Row extends RouteSettings, Record<string, unknown> {
  id: string;
  environment: Environment;
  partnerId: string;
  partnerName: string;
  adapter: string;
  /** Null for an adapter without rules of a bank. */
  config: Record<string, unknown> | null;
  readAt: Date;
}

/** A route as it is chosen; timelines that its bank refuses are left out. */
function toRoute({ adapter, config, readAt, ...row }: Row, calendars: ReadonlyMap<string, Calendar>): Route {
  const traits = adapterOf({ adapter });
  const bankFiles = filesBankOf(config === null ? null : { adapter, config });
  const refusesInstant = bankFiles && instantRefusal(bankFiles, readAt);
  return {
    ...row,
    isSimulated: traits?.isSimulated === true,
    needsBankCode: traits?.needsBankCode === true,
    bankFiles,
    refusesInstant,
    // A bank whose rules have no instant payments offers none, whatever the route says.
    timelines: row.timelines
      .flatMap((name) => TIMELINES.filter((timeline) => timeline === name))
      .filter((timeline) => timeline !== 'instant' || refusesInstant === null),
    calendars: row.calendars.flatMap((id) => calendars.get(id) ?? []),
    fees: { fixed: row.feeFixed, basisPoints: row.feeBps, min: row.feeMin, max: row.feeMax },
  };
}

/** @returns all enabled routes of partners that are not disabled */
export async function listRoutes(database: Queryable): Promise<Route[]> {
  const rows = await database.query<Row>(
    `select r.id, r.environment, r.partner_id as "partnerId", p.name as "partnerName", p.adapter,
            case when p.adapter = 'iso20022' then p.config end as config, clock_timestamp() as "readAt", ${ROUTE_SETTINGS}
     from routes r join partners p on p.id = r.partner_id
     where r.enabled and p.disabled_at is null order by r.priority, r.id`,
  );
  const calendars = await readCalendars(
    database,
    rows.flatMap((row) => row.calendars),
  );
  return rows.map((row) => toRoute(row, calendars));
}

/**
 * Creates a route on its partner's side in the caller's transaction, whose commit notifies every process.
 * @returns its id
 * Source: docs/GAPS.md#P10, docs/GAPS.md#A4
 */
export async function insertRoute(client: Queryable, route: NewRoute): Promise<string> {
  const id = newId('route');
  const whole = new Map(Object.entries(wholeRoute(route)));
  await client.query(
    `insert into routes (id, partner_id, environment, ${ROUTE_MEMBERS.map(columnOf).join(', ')})
     select $1, p.id, p.environment, ${ROUTE_MEMBERS.map((_member, index) => `$${index + 3}`).join(', ')}
     from partners p where p.id = $2`,
    [id, route.partnerId, ...ROUTE_MEMBERS.map((member) => whole.get(member) ?? null)],
  );
  await client.query('select pg_notify($1, $2)', [CHANNELS.routes, id]);
  return id;
}

/** Makes a route that comes with the program, or with a test; `registerRoute` is for people. */
export function createRoute(database: Database, route: NewRoute): Promise<string> {
  return database.transaction((client) => insertRoute(client, route));
}

/** The faults of a route's stored settings; empty when there is no such route. */
export async function storedRouteFaults(database: Queryable, id: string): Promise<FieldFault[]> {
  const [route] = await database.query<RouteSettings & Record<string, unknown>>(
    `select ${ROUTE_SETTINGS} from routes r where r.id = $1`,
    [id],
  );
  if (route === undefined) return [];
  return [...routeBoundFaults(route), ...(await calendarFaults(database, route.calendars))];
}

/** Routes change rarely and every payment needs them; this is how stale they may be if a notification is missed. */
const CACHE_MS = 1_000;

/** All routes of this process, read again when one of them or a calendar changes. */
export class RouteCache {
  private loaded: { routes: Promise<Route[]>; at: number } | null = null;

  constructor(
    private readonly database: Queryable,
    listener: Listener | null,
  ) {
    // Each route has its calendars with it.
    for (const channel of [CHANNELS.routes, CHANNELS.calendars]) {
      listener?.on(channel, () => {
        this.loaded = null;
      });
    }
  }

  /** @param since routes that were read before this moment are read again; those of a second ago will do where absent */
  async all(since?: Date): Promise<Route[]> {
    const now = Date.now();
    const oldest = since?.getTime() ?? now - CACHE_MS + 1;
    if (this.loaded !== null && this.loaded.at >= oldest) return this.loaded.routes;
    const routes = listRoutes(this.database);
    this.loaded = { routes, at: now };
    routes.catch(() => {
      this.loaded = null;
    });
    return routes;
  }
}
