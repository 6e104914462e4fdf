import type { VNode } from 'preact';
import { z } from 'zod';
import { readOrder } from '../../db/webhooks/attempts';
import { startRecovery } from '../../db/webhooks/recover';
import { findDelivery, listDeliveries, resendDelivery, type DeliveryRow } from '../../db/webhooks/deliveries';
import { listEndpointHealth } from '../../db/webhooks/endpoint-health';
import { findSubscription, rotateSecret } from '../../db/webhooks/subscriptions';
import { readWait } from '../../db/webhooks/turns';
import { DomainError } from '../../domain/errors';
import { idOfCursor, pageOf, type Page } from '../../domain/schema-tools';
import { curlCommand } from '../../domain/webhooks/curl-command';
import { EVENT_TYPES } from '../../domain/webhooks/events';
import { DELIVERY_STATUSES } from '../../domain/webhooks/schemas';
import { signDelivery } from '../../domain/webhooks/signature';
import { Deliveries, Delivery, DeliveryFacts, DeliveryTable, type DeliveryState } from '../pages/deliveries';
import { RecoverEndpoint, RotateSecret } from '../pages/endpoint-actions';
import { OVERLAP_HOURS, ShownOnce } from '../pages/key-actions';
import { checkForm, emptyAsAbsent, faultsOf, type Faults } from '../read-form';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { actorOf, mayChange } from './user-of';
import { endpointOf, targetOf } from './webhooks';

const PAGE = 25;
const HOUR_MS = 60 * 60 * 1000;
const DELIVERY_ID = /^dlv_[0-9a-z]{26}$/;

const DeliveryFilter = z.object({
  status: emptyAsAbsent(z.enum(DELIVERY_STATUSES, 'Choose a status of the list.')),
  event: emptyAsAbsent(
    z.enum(
      EVENT_TYPES.map(({ name }) => name),
      'Choose an event of the list.',
    ),
  ),
  endpoint: emptyAsAbsent(z.string().max(40)),
});

interface Listed {
  page: Page<DeliveryRow>;
  entered: Record<string, string>;
  faults: Faults | null;
}

async function readList({ parts, tenant, context }: SideVisit): Promise<Listed> {
  const entered = Object.fromEntries(new URLSearchParams(context.querystring));
  const checked = checkForm(DeliveryFilter, entered);
  if (!checked.ok) return { page: pageOf([], PAGE), entered, faults: checked.faults };
  const { endpoint: webhookId, event, status } = checked.value;
  const filter = { status, events: event === undefined ? undefined : [event] };
  const after = idOfCursor(entered['cursor'], DELIVERY_ID);
  const rows = await listDeliveries(parts.database, { ...filter, webhookId, tenant, after, limit: PAGE + 1 });
  return { page: pageOf(rows, PAGE), entered, faults: null };
}

async function list(visit: SideVisit): Promise<Answer> {
  const { parts, tenant, at, context } = visit;
  const [{ page, entered, faults }, endpoints] = await Promise.all([
    readList(visit),
    listEndpointHealth(parts.database, tenant),
  ]);
  const query = context.querystring;
  const body = <Deliveries faults={faults ?? {}} {...{ page, endpoints, entered, query, at }} />;
  return { kind: 'page', title: 'Deliveries', body, status: faults === null ? 200 : 400 };
}

async function liveList(visit: SideVisit): Promise<VNode> {
  const { page } = await readList(visit);
  return <DeliveryTable deliveries={page.items} at={visit.at} />;
}

async function deliveryOf({ parts, tenant, params }: SideVisit): Promise<DeliveryRow> {
  const found = await findDelivery(parts.database, tenant, params['deliveryId'] ?? '');
  if (found === null) throw new DomainError('NOT_FOUND', 'There is no such delivery.');
  return found;
}

async function readState(visit: SideVisit): Promise<DeliveryState> {
  const { parts, tenant, at } = visit;
  const delivery = await deliveryOf(visit);
  const [endpoint, waitsFor] = await Promise.all([
    findSubscription(parts.database, tenant, delivery.webhook_id),
    readWait(parts.database, delivery.id),
  ]);
  return { delivery, endpoint, waitsFor, at };
}

/** The delivery as it would be sent now, under a signature of this moment. */
async function commandOf({ parts }: SideVisit, delivery: DeliveryRow): Promise<string | null> {
  const now = parts.now();
  const order = await readOrder(parts.database, parts.vault, delivery.id, now);
  if (order === null) return null;
  const { url, headers, event, secrets } = order;
  return curlCommand({ url, own: Object.keys(headers), signed: signDelivery(event, secrets, now) });
}

async function show(visit: SideVisit): Promise<Answer> {
  const { context, formToken } = visit;
  const state = await readState(visit);
  const done = new URLSearchParams(context.querystring).get('done');
  // Who may not send it again may sign nothing either.
  const canResend = mayChange(visit, visit.tenant.environment) && state.endpoint !== null;
  const command = canResend ? await commandOf(visit, state.delivery) : null;
  const body = <Delivery {...state} {...{ formToken, done, canResend, command }} />;
  return { kind: 'page', title: state.delivery.event, body };
}

async function liveShow(visit: SideVisit): Promise<VNode> {
  return <DeliveryFacts {...await readState(visit)} />;
}

async function resend(visit: SideVisit): Promise<Answer> {
  const { parts, tenant, at } = visit;
  const delivery = await deliveryOf(visit);
  if ((await findSubscription(parts.database, tenant, delivery.webhook_id)) === null) {
    throw new DomainError('NOT_FOUND', 'The endpoint of this delivery is deleted.');
  }
  const made = await resendDelivery(parts.database, tenant, delivery, null);
  parts.wake();
  return { kind: 'redirect', location: at(`/deliveries/${made}?done=resend`) };
}

async function rotation(visit: SideVisit): Promise<Answer> {
  const body = <RotateSecret endpoint={await endpointOf(visit)} at={visit.at} formToken={visit.formToken} />;
  return { kind: 'page', title: 'Rotate a signing secret', body };
}

async function rotate(visit: SideVisit): Promise<Answer> {
  const { parts, form, at } = visit;
  const endpoint = await endpointOf(visit);
  const hours = Number(form.get('overlap'));
  if (!OVERLAP_HOURS.includes(hours)) throw new DomainError('INVALID_REQUEST', 'Choose an overlap.');
  const until = new Date(parts.now().getTime() + hours * HOUR_MS);
  const secret = await rotateSecret(parts.database, parts.vault, targetOf(visit, endpoint), until);
  if (secret === null) throw new DomainError('NOT_FOUND', 'There is no such endpoint.');
  const body = <ShownOnce secret={secret} what="signing secret" back={at(`/webhooks/${endpoint.id}`)} />;
  return { kind: 'page', title: 'New signing secret', body, status: 201 };
}

/** A moment as a field for date and time sends it; the page says that it is UTC. */
const Since = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/, 'Enter a day and a time.')
  .refine((text) => !Number.isNaN(Date.parse(`${text}Z`)), 'Enter a day and a time.')
  .transform((text) => new Date(`${text}Z`));

async function recovery(visit: SideVisit, faults: Faults, status = 200): Promise<Answer> {
  const { at, formToken, form, parts } = visit;
  const day = new Date(parts.now().getTime() - 24 * HOUR_MS).toISOString().slice(0, 16);
  const entered = form.get('since') ?? day;
  const body = <RecoverEndpoint endpoint={await endpointOf(visit)} {...{ at, formToken, entered, faults }} />;
  return { kind: 'page', title: 'Send again what was missed', body, status };
}

async function recover(visit: SideVisit): Promise<Answer> {
  const { parts, form, at, tenant } = visit;
  const { id: webhookId } = await endpointOf(visit);
  const until = parts.now();
  const past = Since.refine((since) => since < until, 'The time must be in the past.');
  const checked = checkForm(z.object({ since: past }), { since: form.get('since') ?? '' });
  if (!checked.ok) return recovery(visit, checked.faults, 400);
  const times = { since: checked.value.since.toISOString(), until: until.toISOString() };
  const actor = actorOf(visit);
  try {
    const ordered = await startRecovery(parts.database, { tenant, webhookId, ...times, actor, held: null });
    if (ordered === null) throw new DomainError('NOT_FOUND', 'There is no such endpoint.');
    parts.wake();
    return { kind: 'redirect', location: at(`/webhooks/${webhookId}?done=recovered&count=${ordered.events}`) };
  } catch (fault) {
    return recovery(visit, faultsOf(fault, ['DUPLICATE']), 409);
  }
}

const ENDPOINT = '/webhooks/:webhookId';

export const DELIVERY_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '/deliveries', access: 'account', handle: list, live: liveList },
  { method: 'get', path: '/deliveries/:deliveryId', access: 'account', handle: show, live: liveShow },
  { method: 'post', path: '/deliveries/:deliveryId/resend', access: 'developer', countsOnce: true, handle: resend },
  { method: 'get', path: `${ENDPOINT}/rotate`, access: 'developer', handle: rotation },
  { method: 'post', path: `${ENDPOINT}/rotate`, access: 'developer', makesSecret: true, handle: rotate },
  { method: 'get', path: `${ENDPOINT}/recover`, access: 'developer', handle: (visit) => recovery(visit, {}) },
  { method: 'post', path: `${ENDPOINT}/recover`, access: 'developer', countsOnce: true, handle: recover },
];
