import { z } from 'zod';
import type { QueueAccess, QueueSettings } from '../../domain/webhooks/destination';
import { STATUS_EVENTS } from '../../domain/webhooks/events';
import { originOf } from '../../domain/webhooks/target';
import { SealedForAnother, type Vault } from '../../lib/vault';
import { openSealed, WEBHOOK_CREDENTIALS, WEBHOOK_HEADERS, type SealedColumn } from '../sealed-columns';

/** The delivery options of a subscription. */
export interface Controls {
  headers?: Record<string, string> | undefined;
  /** Path into the event's object -> values of which it must have one. */
  filter?: Record<string, (string | number | boolean)[]> | undefined;
  /** Attempts a second; 0: without a bound. */
  rate_per_second?: number | undefined;
  ordered?: boolean | undefined;
  labels?: Record<string, string> | undefined;
  include_amount?: boolean | undefined;
  breaker?: boolean | undefined;
  /** How the queue is reached that the URL of the subscription names; what is given of it changes. */
  destination?: { [Member in keyof QueueAccess]?: QueueAccess[Member] | undefined } | undefined;
}

/** The delivery options of a new subscription. */
export interface NewControls extends Controls {
  destination?: QueueAccess | undefined;
}

/** What is stored of them in clear text. */
export interface StoredControls {
  header_names: string[];
  filter: Record<string, (string | number | boolean)[]> | null;
  rate_per_second: number | null;
  ordered: boolean;
  labels: Record<string, string>;
  include_amount: boolean;
  breaker: boolean;
  /** Null: an HTTPS endpoint. */
  destination: QueueSettings | null;
}

export const CONTROL_COLUMNS = [
  'header_names',
  'filter',
  'rate_per_second',
  'ordered',
  'labels',
  'include_amount',
  'breaker',
  'destination',
] as const;

const Headers = z.record(z.string(), z.string());

/** What of a subscription is sealed for where it goes. */
export interface SealedSettings {
  webhook_id: string;
  url: string;
  destination: QueueSettings | null;
  headers_sealed: Buffer | null;
  credentials_sealed: Buffer | null;
}

/** What an attempt sends of them. */
export interface OpenedSettings {
  /** Static headers as they are sent; none where a subscription has none. */
  headers: Record<string, string>;
  /** The queue with its key; null for an HTTPS endpoint. */
  queue: QueueAccess | null;
  /** Whether a secret is not set for this address: nothing may be sent. */
  lacksSecret: boolean;
}

/**
 * Opens the secrets of a subscription. One that was sealed for another address does not open. Source: docs/GAPS.md#A12
 */
export function openSettings(vault: Vault, row: SealedSettings): OpenedSettings {
  const { webhook_id: id, destination: settings, headers_sealed: headers, credentials_sealed: key } = row;
  const destination = originOf(row.url, settings?.region);
  const open = (column: SealedColumn, value: Buffer): string =>
    openSealed(vault, column, { id, value, destination }).toString('utf8');
  try {
    if (settings !== null && key === null) throw new SealedForAnother('The key of the queue is not set.');
    const queue = settings && key && { ...settings, secret_access_key: open(WEBHOOK_CREDENTIALS, key) };
    const sent = headers === null ? {} : Headers.parse(JSON.parse(open(WEBHOOK_HEADERS, headers)));
    return { headers: sent, queue, lacksSecret: false };
  } catch (fault) {
    if (!(fault instanceof SealedForAnother)) throw fault;
    return { headers: {}, queue: null, lacksSecret: true };
  }
}

/** The requested delivery options in the form in which they are stored. */
export function storedControls({
  headers = {},
  filter = {},
  rate_per_second: rate = 0,
  ordered = false,
  labels = {},
  include_amount = false,
  breaker = false,
  destination,
}: NewControls): StoredControls {
  return {
    header_names: Object.keys(headers),
    filter: Object.keys(filter).length === 0 ? null : filter,
    rate_per_second: rate === 0 ? null : rate,
    ordered,
    labels,
    include_amount,
    breaker,
    destination: destination === undefined ? null : settingsOf(destination),
  };
}

function settingsOf<Access extends { secret_access_key?: string | undefined }>({
  secret_access_key: _sealed,
  ...settings
}: Access) {
  return settings;
}

/**
 * SQL assignments of an update; options that are not given keep their value.
 * @param first number of the first of eleven parameters, which `controlValues` returns; the last drops the secrets of
 * a former address
 */
export function controlAssignments(first: number): string {
  const [sealed, names, filter, rate, ordered, labels, amount, breaker, queue, credentials, isMoved] = Array.from(
    { length: 11 },
    (_, offset) => `$${first + offset}`,
  );
  return `
    headers_sealed = case when ${names}::text[] is not null then ${sealed}::bytea when not ${isMoved}::boolean then headers_sealed end,
    header_names = coalesce(${names}::text[], case when ${isMoved}::boolean then '{}' else header_names end),
    filter = case when ${filter}::jsonb is null then filter else nullif(${filter}::jsonb, '{}') end,
    next_slot_at = case when nullif(${rate}::integer, 0) is distinct from rate_per_second and ${rate}::integer is not null
      then null else next_slot_at end,
    rate_per_second = case when ${rate}::integer is null then rate_per_second else nullif(${rate}::integer, 0) end,
    ordered = coalesce(${ordered}::boolean, ordered),
    labels = coalesce(${labels}::jsonb, labels),
    include_amount = coalesce(${amount}::boolean, include_amount),
    breaker = coalesce(${breaker}::boolean, breaker),
    destination = case when ${queue}::jsonb is null then destination else coalesce(destination, '{}') || ${queue}::jsonb end,
    credentials_sealed = coalesce(${credentials}::bytea, case when not ${isMoved}::boolean then credentials_sealed end)`;
}

/** A subscription and where it delivers from now on, as `originOf` has it. */
interface Sealing {
  id: string;
  destination: string;
  /** Whether it delivered elsewhere before. */
  isMoved: boolean;
}

/** Values for the parameters of `controlAssignments`. */
export function controlValues(
  vault: Vault,
  { id, destination: place, isMoved }: Sealing,
  controls: Controls,
): unknown[] {
  const { headers, filter, rate_per_second: rate, ordered, labels, include_amount: amount, destination } = controls;
  const secret = destination?.secret_access_key;
  const names = headers === undefined ? null : Object.keys(headers);
  const hasHeaders = names !== null && names.length > 0;
  return [
    hasHeaders ? vault.seal(JSON.stringify(headers), WEBHOOK_HEADERS.purpose(id, place)) : null,
    names,
    filter === undefined ? null : JSON.stringify(filter),
    rate ?? null,
    ordered ?? null,
    labels === undefined ? null : JSON.stringify(labels),
    amount ?? null,
    controls.breaker ?? null,
    destination === undefined ? null : JSON.stringify(settingsOf(destination)),
    secret === undefined ? null : vault.seal(secret, WEBHOOK_CREDENTIALS.purpose(id, place)),
    isMoved,
  ];
}

const STATUS_TYPES = STATUS_EVENTS.map((name) => `'${name}'`).join(', ');

/** What a delivery carries of an event, as `withAmount` makes it. */
const CARRIED_SQL = `event.payload || coalesce(
  case when hook.include_amount and event.type in (${STATUS_TYPES}) then amount_of_payment(event.subject) end, '{}')`;

/**
 * Whether an event passes the filter of a subscription: every path leads to a text, number or truth value that is allowed.
 * Expects `event` with type, subject and payload, and `hook` with filter and include_amount. Source: docs/GAPS.md#W13
 */
export const FILTER_SQL = `(hook.filter is null or not exists (
  select from (select ${CARRIED_SQL} as object) carried cross join jsonb_each(hook.filter) as wanted (path, allowed)
  where not coalesce(
    jsonb_typeof(carried.object #> string_to_array(wanted.path, '.')) in ('string', 'number', 'boolean')
      and wanted.allowed @> (carried.object #> string_to_array(wanted.path, '.')), false)))`;
