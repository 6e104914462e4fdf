import type { VNode } from 'preact';
import { z } from 'zod';
import { resend as resendDelivery } from '../../api/webhooks/deliveries';
import { recoverWebhook, WebhookRecovery } from '../../api/webhooks/recover';
import { rotateWebhookSecret } from '../../api/webhooks/subscriptions';
import { readOrder } from '../../db/webhooks/attempt-orders';
import { findDelivery, listDeliveries, readWait, type DeliveryRow } from '../../db/webhooks/deliveries';
import { listEndpointHealth } from '../../db/webhooks/endpoint-health';
import { findSubscription } from '../../db/webhooks/subscriptions';
import { awsCommand } from '../../domain/webhooks/aws-command';
import { headerPlaceholders } from '../../domain/webhooks/controls';
import { curlCommand } from '../../domain/webhooks/curl-command';
import { EVENT_TYPES } from '../../domain/webhooks/events';
import { queueMessage } from '../../domain/webhooks/queue-message';
import {
  Delivery as DeliveryRecord,
  DELIVERY_STATUSES,
  WebhookSubscriptionWithSecret,
} from '../../domain/webhooks/schemas';
import { signDelivery } from '../../domain/webhooks/signature';
import { enteredOf, listRoutes, readListPage, type List } from '../list';
import { runOperation, submitOperation } from '../operation';
import {
  Deliveries,
  Delivery,
  DeliveryFacts,
  DeliveryTable,
  type DeliveryState,
  type ShownCommand,
} from './deliveries-page';
import { timeOrder } from '../parts';
import { RecoverEndpointForm, RotateSecretForm } from './endpoint-actions';
import { NewSecretPage } from '../account/key-actions';
import { checkForm, emptyAsAbsent, numberIn, SpokenRefusal, type Faults } from '../forms/read-form';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { mayChange } from '../user-of';
import { endpointOf } from './webhook-routes';

const HOUR_MS = 60 * 60 * 1000;

const DeliveryFilter = z
  .object({
    status: emptyAsAbsent(z.enum(DELIVERY_STATUSES, 'Choose a status of the list.')),
    event: emptyAsAbsent(
      z.enum(
        EVENT_TYPES.map(({ name }) => name),
        'Choose an event of the list.',
      ),
    ),
    endpoint: emptyAsAbsent(z.string().max(40)),
  })
  .transform(({ status, event, endpoint: webhookId }) => ({
    ...{ status, webhookId },
    events: event === undefined ? undefined : [event],
  }));

const LIST: List<SideVisit, z.output<typeof DeliveryFilter>, DeliveryRow> = {
  name: 'deliveries',
  ids: 'delivery',
  asked: (visit) => checkForm(DeliveryFilter, enteredOf(visit)),
  read: ({ parts, tenant }, query) => listDeliveries(parts.database, { ...query, tenant }),
  columns: {
    id: ({ id }) => id,
    event: ({ event }) => event,
    event_id: ({ event_id }) => event_id,
    webhook_id: ({ webhook_id }) => webhook_id,
    status: ({ status }) => status,
    attempts: ({ attempts }) => attempts.length,
    last_status_code: ({ attempts }) => attempts.at(-1)?.status_code,
    last_error: ({ attempts }) => attempts.at(-1)?.error,
    last_attempt: ({ attempts }) => attempts.slice(-1).map(({ at }) => new Date(at))[0],
    next_attempt: ({ next_attempt_at }) => next_attempt_at,
  },
};

async function liveList(visit: SideVisit): Promise<VNode> {
  const { page } = await readListPage(LIST, visit);
  const { context, at } = visit;
  return <DeliveryTable deliveries={page.items} at={at} order={timeOrder(at('/deliveries'), context.querystring)} />;
}

async function deliveryOf({ parts, tenant, params, words }: SideVisit): Promise<DeliveryRow> {
  const found = await findDelivery(parts.database, tenant, params['deliveryId'] ?? '');
  if (found === null) throw new SpokenRefusal('NOT_FOUND', words.webhooks.noSuchDelivery);
  return found;
}

/** A delivery with its endpoint and what it waits for. */
async function readDeliveryState(visit: SideVisit): Promise<DeliveryState> {
  const { parts, tenant, at } = visit;
  const delivery = await deliveryOf(visit);
  const [endpoint, waitsFor] = await Promise.all([
    findSubscription(parts.database, tenant, delivery.webhook_id),
    readWait(parts.database, delivery.id),
  ]);
  return { delivery, endpoint, waitsFor, at };
}

/** Command that sends the delivery with a current signature; null if the endpoint is gone. */
async function signedCommand({ parts }: SideVisit, delivery: DeliveryRow): Promise<ShownCommand | null> {
  const now = parts.now();
  const order = await readOrder(parts.database, parts.vault, delivery.id, now);
  if (order === null) return null;
  const { url, event, secrets, queue } = order;
  const own = Object.keys(order.headers);
  const signed = signDelivery(event, secrets, now);
  if (queue === null) return { tool: 'curl', text: curlCommand({ url, own, signed }) };
  const message = queueMessage(signed, { ...queue, queueUrl: url, headers: headerPlaceholders(own) });
  return { tool: 'aws', text: awsCommand(message, queue.region) };
}

async function showDelivery(visit: SideVisit): Promise<Answer> {
  const { formToken } = visit;
  const state = await readDeliveryState(visit);
  // Who may not send it again may sign nothing either.
  const canResend = mayChange(visit, visit.tenant.environment) && state.endpoint !== null;
  const command = canResend ? await signedCommand(visit, state.delivery) : null;
  const body = <Delivery {...state} {...{ formToken, canResend, command }} />;
  return { kind: 'page', title: state.delivery.event, body };
}

async function liveShow(visit: SideVisit): Promise<VNode> {
  return <DeliveryFacts {...await readDeliveryState(visit)} />;
}

async function resendFromPage(visit: SideVisit): Promise<Answer> {
  const { data } = await runOperation(visit, resendDelivery);
  return {
    kind: 'done',
    notice: { name: 'event-resent' },
    location: visit.at(`/deliveries/${DeliveryRecord.parse(data).id}`),
  };
}

async function rotation(visit: SideVisit): Promise<Answer> {
  const body = <RotateSecretForm endpoint={await endpointOf(visit)} at={visit.at} formToken={visit.formToken} />;
  return { kind: 'page', title: visit.words.webhooks.titles.rotate, body };
}

async function rotateSecret(visit: SideVisit): Promise<Answer> {
  const { at, form } = visit;
  const body = { overlap_hours: numberIn(form.get('overlap') ?? '') };
  const { data } = await runOperation(visit, rotateWebhookSecret, { body });
  const { id, secret } = WebhookSubscriptionWithSecret.parse(data);
  const shown = (
    <NewSecretPage secret={secret} what={visit.words.webhooks.signingSecret} back={at(`/webhooks/${id}`)} />
  );
  return { kind: 'page', title: visit.words.webhooks.titles.rotated, body: shown, status: 201 };
}

/** A moment as a field for date and time sends it, with seconds or without; the page says that it is UTC. */
function timestampIn(text: string): string {
  const moment = new Date(`${text}Z`);
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}

async function recoveryPage(visit: SideVisit, faults: Faults, status = 200): Promise<Answer> {
  const { at, formToken, form, parts } = visit;
  const day = new Date(parts.now().getTime() - 24 * HOUR_MS).toISOString().slice(0, 16);
  const entered = form.get('since') ?? day;
  const body = <RecoverEndpointForm endpoint={await endpointOf(visit)} {...{ at, formToken, entered, faults }} />;
  return { kind: 'page', title: visit.words.webhooks.titles.recover, body, status };
}

function recoverEndpoint(visit: SideVisit): Promise<Answer> {
  const { at, form } = visit;
  return submitOperation(visit, recoverWebhook, {
    body: { since: timestampIn(form.get('since') ?? '') },
    done: ({ data }) => {
      const { webhook_id: id, count } = WebhookRecovery.parse(data);
      return { kind: 'done', notice: { name: 'events-resent', count }, location: at(`/webhooks/${id}`) };
    },
    refused: (faults, status) => recoveryPage(visit, faults, status),
  });
}

const ENDPOINT = '/webhooks/:webhookId';

export const DELIVERY_ROUTES: readonly SideRoute[] = [
  ...listRoutes({ path: '/deliveries', access: 'account', live: liveList }, LIST, async (visit, shown) => {
    const endpoints = await listEndpointHealth(visit.parts.database, visit.tenant);
    const body = <Deliveries {...shown} {...{ endpoints }} at={visit.at} />;
    return { title: visit.words.layout.places.deliveries, body };
  }),
  { method: 'get', path: '/deliveries/:deliveryId', access: 'account', handle: showDelivery, live: liveShow },
  {
    method: 'post',
    path: '/deliveries/:deliveryId/resend',
    access: 'developer',
    countsOnce: true,
    handle: resendFromPage,
  },
  { method: 'get', path: `${ENDPOINT}/rotate`, access: 'developer', handle: rotation },
  { method: 'post', path: `${ENDPOINT}/rotate`, access: 'developer', makesSecret: true, handle: rotateSecret },
  { method: 'get', path: `${ENDPOINT}/recover`, access: 'developer', handle: (visit) => recoveryPage(visit, {}) },
  { method: 'post', path: `${ENDPOINT}/recover`, access: 'developer', countsOnce: true, handle: recoverEndpoint },
];
