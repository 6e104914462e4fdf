import type { Environment } from '../../../domain/auth/tenant';
import type { FieldFault } from '../../../domain/errors';
import { adapterOf } from '../../../domain/payments/dispatch/adapters';
import type { Calendar } from '../../../domain/payments/routing/calendars';
import { routeBoundFaults, type RouteBounds } from '../../../domain/payments/routing/route-settings';
import type { Route } from '../../../domain/payments/routing/routing';
import { TIMELINES } from '../../../domain/payments/instruction/status';
import type { Database, Queryable } from '../../database';
import { newId } from '../../../lib/ids';
import { CHANNELS, type Listener } from '../../listener';
import { calendarFaults, readCalendars } from './read-calendar';

interface Row {
  id: string;
  environment: Environment;
  partner_id: string;
  partner_name: string;
  adapter: string;
  channel: string;
  currencies: string[];
  countries: string[];
  timelines: string[];
  open_days_for_n: number;
  min_amount: string | null;
  max_amount: string | null;
  cut_off: string;
  cut_off_zone: string;
  calendars: string[];
  always_open: boolean;
  fee_fixed: string;
  fee_basis_points: string;
  fee_min: string | null;
  fee_max: string | null;
  priority: number;
}

function toRoute(row: Row, calendars: ReadonlyMap<string, Calendar>): Route {
  return {
    id: row.id,
    environment: row.environment,
    partnerId: row.partner_id,
    partnerName: row.partner_name,
    isSimulated: adapterOf(row)?.isSimulated === true,
    channel: row.channel,
    currencies: row.currencies,
    countries: row.countries,
    timelines: row.timelines.flatMap((name) => TIMELINES.filter((timeline) => timeline === name)),
    openDaysForN: row.open_days_for_n,
    minAmount: row.min_amount,
    maxAmount: row.max_amount,
    cutOff: row.cut_off.slice(0, 5),
    cutOffZone: row.cut_off_zone,
    calendars: row.calendars.flatMap((id) => calendars.get(id) ?? []),
    alwaysOpen: row.always_open,
    fees: { fixed: row.fee_fixed, basisPoints: row.fee_basis_points, min: row.fee_min, max: row.fee_max },
    priority: row.priority,
  };
}

/** @returns all enabled routes of partners that are not disabled */
export async function listRoutes(database: Queryable): Promise<Route[]> {
  const rows = await database.query<Row>(
    `select r.id, r.environment, r.partner_id, p.name as partner_name, p.adapter, r.channel, r.currencies, r.countries,
            r.timelines, r.open_days_for_n, r.min_amount, r.max_amount, r.cut_off::text as cut_off, r.cut_off_zone, r.calendars, r.always_open,
            r.fee_fixed, r.fee_basis_points, r.fee_min, r.fee_max, r.priority
     from routes r join partners p on p.id = r.partner_id
     where r.enabled and p.disabled_at is null order by r.priority, r.id`,
  );
  const calendars = await readCalendars(
    database,
    rows.flatMap((row) => row.calendars),
  );
  return rows.map((row) => toRoute(row, calendars));
}

export interface NewRoute {
  partnerId: string;
  channel: string;
  currencies: string[];
  countries: string[];
  timelines: string[];
  feeFixed: string;
  feeBasisPoints: string;
  feeMin?: string | null;
  feeMax?: string | null;
  minAmount?: string | null;
  maxAmount?: string | null;
  cutOff?: string;
  cutOffZone?: string;
  /** Ids. */
  calendars?: string[];
  alwaysOpen?: boolean;
  openDaysForN?: number;
  priority: number;
}

const COLUMNS = [
  'id',
  'partner_id',
  'environment',
  'channel',
  'currencies',
  'countries',
  'timelines',
  'fee_fixed',
  'fee_basis_points',
  'fee_min',
  'fee_max',
  'min_amount',
  'max_amount',
  'cut_off',
  'cut_off_zone',
  'calendars',
  'always_open',
  'open_days_for_n',
  'priority',
];

/**
 * Creates a route on its partner's side in the caller's transaction, whose commit notifies every process.
 * Source: docs/GAPS.md#P10, docs/GAPS.md#A4
 */
export async function insertRoute(client: Queryable, route: NewRoute): Promise<string> {
  const id = newId('route');
  await client.query(
    `insert into routes (${COLUMNS.join(', ')})
     select $1, p.id, p.environment, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18
     from partners p where p.id = $2`,
    [
      id,
      route.partnerId,
      route.channel,
      route.currencies,
      route.countries,
      route.timelines,
      route.feeFixed,
      route.feeBasisPoints,
      route.feeMin ?? null,
      route.feeMax ?? null,
      route.minAmount ?? null,
      route.maxAmount ?? null,
      route.cutOff ?? '17:00',
      route.cutOffZone ?? 'UTC',
      route.calendars ?? [],
      route.alwaysOpen ?? false,
      route.openDaysForN ?? 5,
      route.priority,
    ],
  );
  await client.query('select pg_notify($1, $2)', [CHANNELS.routes, id]);
  return id;
}

/** Makes a route that comes with the program, or with a test; `registerRoute` is for people. */
export function createRoute(database: Database, route: NewRoute): Promise<string> {
  return database.transaction((client) => insertRoute(client, route));
}

/** @returns the faults of a route's stored settings; none when there is no such route */
export async function storedRouteFaults(database: Queryable, id: string): Promise<FieldFault[]> {
  const [route] = await database.query<RouteBounds & { calendars: string[] }>(
    `select fee_min as "feeMin", fee_max as "feeMax", min_amount as "minAmount", max_amount as "maxAmount",
       calendars
     from routes where id = $1`,
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
