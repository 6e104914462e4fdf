import { z } from 'zod';
import { startRecovery } from '../../db/webhooks/recover';
import { findDelivery, listDeliveries, resendDelivery, type DeliveryRow } from '../../db/webhooks/deliveries';
import { listEndpointHealth } from '../../db/webhooks/endpoint-health';
import { findSubscription, rotateSecret } from '../../db/webhooks/subscriptions';
import { readWait } from '../../db/webhooks/turns';
import { DomainError } from '../../domain/errors';
import { idOfCursor, pageOf } from '../../domain/schema-tools';
import { EVENT_TYPES } from '../../domain/webhooks/events';
import { DELIVERY_STATUSES } from '../../domain/webhooks/schemas';
import { Deliveries, Delivery } from '../pages/deliveries';
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

async function list(visit: SideVisit): Promise<Answer> {
  const { parts, tenant, at, context } = visit;
  const query = context.querystring;
  const entered = Object.fromEntries(new URLSearchParams(query));
  const checked = checkForm(DeliveryFilter, entered);
  const { endpoint: webhookId, ...filter } = checked.ok ? checked.value : {};
  const after = idOfCursor(entered['cursor'], DELIVERY_ID);
  const wanted = { ...filter, webhookId, tenant, after, limit: PAGE + 1 };
  const [rows, endpoints] = await Promise.all([
    checked.ok ? listDeliveries(parts.database, wanted) : [],
    listEndpointHealth(parts.database, tenant),
  ]);
  const faults = checked.ok ? {} : checked.faults;
  const body = <Deliveries page={pageOf(rows, PAGE)} {...{ endpoints, entered, faults, query, at }} />;
  return { kind: 'page', title: 'Deliveries', body, status: checked.ok ? 200 : 400 };
}

async function deliveryOf({ parts, tenant, params }: SideVisit): Promise<DeliveryRow> {
  const found = await findDelivery(parts.database, tenant, params['deliveryId'] ?? '');
  if (found === null) throw new DomainError('NOT_FOUND', 'There is no such delivery.');
  return found;
}

async function show(visit: SideVisit): Promise<Answer> {
  const { parts, tenant, at, context, formToken } = visit;
  const delivery = await deliveryOf(visit);
  const [endpoint, waitsFor] = await Promise.all([
    findSubscription(parts.database, tenant, delivery.webhook_id),
    readWait(parts.database, delivery.id),
  ]);
  const done = new URLSearchParams(context.querystring).get('done');
  const canResend = mayChange(visit) && endpoint !== null;
  const body = <Delivery {...{ delivery, endpoint, waitsFor, at, formToken, done, canResend }} />;
  return { kind: 'page', title: delivery.event, body };
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
  { method: 'get', path: '/deliveries', access: 'account', handle: list },
  { method: 'get', path: '/deliveries/:deliveryId', access: 'account', handle: show },
  { method: 'post', path: '/deliveries/:deliveryId/resend', access: 'owner', countsOnce: true, handle: resend },
  { method: 'get', path: `${ENDPOINT}/rotate`, access: 'owner', handle: rotation },
  { method: 'post', path: `${ENDPOINT}/rotate`, access: 'owner', makesSecret: true, handle: rotate },
  { method: 'get', path: `${ENDPOINT}/recover`, access: 'owner', handle: (visit) => recovery(visit, {}) },
  { method: 'post', path: `${ENDPOINT}/recover`, access: 'owner', countsOnce: true, handle: recover },
];
