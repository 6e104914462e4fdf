import { z } from 'zod';
import type { QueueAccess, QueueSettings } from '../../domain/webhooks/destination';
import { STATUS_EVENTS } from '../../domain/webhooks/events';
import type { Vault } from '../../lib/vault';

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

function purposeOf(webhookId: string): string {
  return `webhook-headers:${webhookId}`;
}

function credentialsOf(webhookId: string): string {
  return `webhook-credentials:${webhookId}`;
}

/** @returns the secret access key of a queue */
export function openCredentials(vault: Vault, webhookId: string, sealed: Buffer): string {
  return vault.open(sealed, credentialsOf(webhookId));
}

/** @returns static headers as they are sent; none where a subscription has none */
export function openHeaders(vault: Vault, webhookId: string, sealed: Buffer | null): Record<string, string> {
  return sealed === null ? {} : Headers.parse(JSON.parse(vault.open(sealed, purposeOf(webhookId))));
}

/** @returns the requested delivery options in the shape of a stored subscription */
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
 * Assignments of an update, each of a column to a new value; options that are not given stay.
 * @param first number of the first of ten parameters, which `controlValues` gives
 */
export function controlAssignments(first: number): string {
  const [sealed, names, filter, rate, ordered, labels, amount, breaker, queue, credentials] = Array.from(
    { length: 10 },
    (_, offset) => `$${first + offset}`,
  );
  return `
    headers_sealed = case when ${names}::text[] is null then headers_sealed else ${sealed}::bytea end,
    header_names = coalesce(${names}::text[], header_names),
    filter = case when ${filter}::jsonb is null then filter else nullif(${filter}::jsonb, '{}') end,
    next_slot_at = case when nullif(${rate}::integer, 0) is distinct from rate_per_second and ${rate}::integer is not null
      then null else next_slot_at end,
    rate_per_second = case when ${rate}::integer is null then rate_per_second else nullif(${rate}::integer, 0) end,
    ordered = coalesce(${ordered}::boolean, ordered),
    labels = coalesce(${labels}::jsonb, labels),
    include_amount = coalesce(${amount}::boolean, include_amount),
    breaker = coalesce(${breaker}::boolean, breaker),
    destination = case when ${queue}::jsonb is null then destination else coalesce(destination, '{}') || ${queue}::jsonb end,
    credentials_sealed = coalesce(${credentials}::bytea, credentials_sealed)`;
}

/** Parameters of `controlAssignments`. */
export function controlValues(vault: Vault, webhookId: string, controls: Controls): unknown[] {
  const { headers, filter, rate_per_second: rate, ordered, labels, include_amount: amount, destination } = controls;
  const secret = destination?.secret_access_key;
  const names = headers === undefined ? null : Object.keys(headers);
  const hasHeaders = names !== null && names.length > 0;
  return [
    hasHeaders ? vault.seal(JSON.stringify(headers), purposeOf(webhookId)) : null,
    names,
    filter === undefined ? null : JSON.stringify(filter),
    rate ?? null,
    ordered ?? null,
    labels === undefined ? null : JSON.stringify(labels),
    amount ?? null,
    controls.breaker ?? null,
    destination === undefined ? null : JSON.stringify(settingsOf(destination)),
    secret === undefined ? null : vault.seal(secret, credentialsOf(webhookId)),
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
