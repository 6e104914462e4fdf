import type { VNode } from 'preact';
import { createWebhook, deleteWebhook, updateWebhook } from '../../api/webhooks/subscriptions';
import { startWebhookDrill } from '../../api/webhooks/drills';
import { testWebhook } from '../../api/webhooks/test-webhook';
import { listAttemptHours } from '../../db/webhooks/attempt-hours';
import { listDeliveries } from '../../db/webhooks/deliveries';
import { findNewestDrill } from '../../db/webhooks/drills';
import { listEndpointHealth } from '../../db/webhooks/endpoint-health';
import { findSubscription, type Subscription } from '../../db/webhooks/subscriptions';
import { DomainError } from '../../domain/errors';
import { memberOf } from '../../domain/unknown-value';
import { CreatedWebhookSubscription, WebhookTestResult } from '../../domain/webhooks/schemas';
import {
  endpointBody,
  changedOptions,
  endpointFields,
  enteredEndpoint,
  faultsOfEndpoint,
  NEW_ENDPOINT,
} from './endpoint-fields';
import { runOperation, submitOperation } from '../operation';
import { firstHour } from '../charts';
import { NewSecretPage } from '../account/key-actions';
import { Endpoint, EndpointFacts, type EndpointParts } from './endpoint-page';
import { EndpointForm } from './endpoint-form';
import { DeleteEndpointForm } from './endpoint-actions';
import { Endpoints, EndpointTable } from './endpoints-page';
import { SpokenRefusal, type Faults } from '../forms/read-form';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { mayChange } from '../user-of';

/** Deliveries that an endpoint's page shows. */
const NEWEST = 10;
/** Also deliveries of a subscription that is deleted can be looked at; itself cannot. */
export async function endpointOf({ parts, tenant, params, words }: SideVisit): Promise<Subscription> {
  const found = await findSubscription(parts.database, tenant, params['webhookId'] ?? '');
  if (found === null) throw new SpokenRefusal('NOT_FOUND', words.webhooks.noSuchEndpoint);
  return found;
}

async function showEndpoints(visit: SideVisit): Promise<Answer> {
  const { parts, tenant, at } = visit;
  const endpoints = await listEndpointHealth(parts.database, tenant);
  return {
    kind: 'page',
    title: visit.words.layout.places.webhooks,
    body: <Endpoints {...{ endpoints, at }} mayChange={mayChange(visit, visit.tenant.environment)} />,
  };
}

async function liveList({ parts, tenant, at }: SideVisit): Promise<VNode> {
  return <EndpointTable endpoints={await listEndpointHealth(parts.database, tenant)} at={at} />;
}

function creationPage(visit: SideVisit, faults: Faults, status = 200): Answer {
  const { at, formToken, form, context } = visit;
  const toQueue = new URLSearchParams(context.querystring).get('to') === 'sqs';
  const entered = form.has('form_id') ? enteredEndpoint(form) : { ...NEW_ENDPOINT, isQueue: toQueue };
  const other = at(entered.isQueue ? '/webhooks/new' : '/webhooks/new?to=sqs');
  const list = at('/webhooks');
  const body = <EndpointForm {...{ entered, faults, formToken, other }} action={list} back={list} />;
  return { kind: 'page', title: visit.words.webhooks.titles.add, body, status };
}

function saveNewEndpoint(visit: SideVisit): Promise<Answer> {
  const { at, form } = visit;
  const entered = enteredEndpoint(form);
  const { rate_per_second: rate, ...body } = endpointBody(entered);
  return submitOperation(visit, createWebhook, {
    body: rate === 0 ? body : { ...body, rate_per_second: rate },
    done: ({ data }) => {
      const { id, secret = '' } = CreatedWebhookSubscription.parse(data);
      const shown = (
        <NewSecretPage secret={secret} what={visit.words.webhooks.signingSecret} back={at(`/webhooks/${id}`)} />
      );
      return { kind: 'page', title: visit.words.webhooks.titles.added, body: shown, status: 201 };
    },
    refused: (faults, status) => creationPage(visit, faultsOfEndpoint(faults, entered, visit.words), status),
  });
}

async function readEndpoint(visit: SideVisit): Promise<EndpointParts> {
  const { parts, tenant, at } = visit;
  const subscription = await endpointOf(visit);
  const { id } = subscription;
  const [all, deliveries, drill] = await Promise.all([
    listEndpointHealth(parts.database, tenant),
    listDeliveries(parts.database, { tenant, webhookId: id, limit: NEWEST }),
    findNewestDrill(parts.database, tenant, id),
  ]);
  const endpoint = all.find((one) => one.id === id);
  if (endpoint === undefined) throw new SpokenRefusal('NOT_FOUND', visit.words.webhooks.noSuchEndpoint);
  return { endpoint, subscription, deliveries, drill, at };
}

async function showEndpoint(visit: SideVisit): Promise<Answer> {
  const { formToken, parts, tenant } = visit;
  const since = firstHour(parts.now());
  const state = await readEndpoint(visit);
  const hours = await listAttemptHours(parts.database, tenant, state.endpoint.id, since);
  const body = (
    <Endpoint
      {...state}
      {...{ formToken, hours, since }}
      mayChange={mayChange(visit, tenant.environment)}
      mayDrill={tenant.environment === 'test' && state.subscription.destination === null}
    />
  );
  return { kind: 'page', title: state.endpoint.url, body };
}

async function liveShow(visit: SideVisit): Promise<VNode> {
  return <EndpointFacts {...await readEndpoint(visit)} />;
}

async function editPage(visit: SideVisit, faults: Faults, status = 200): Promise<Answer> {
  const { at, formToken, form } = visit;
  const endpoint = await endpointOf(visit);
  const entered = form.has('form_id') ? enteredEndpoint(form) : endpointFields(endpoint);
  const here = at(`/webhooks/${endpoint.id}`);
  const body = (
    <EndpointForm
      {...{ entered, faults, formToken }}
      headerNames={endpoint.header_names}
      action={`${here}/edit`}
      back={here}
    />
  );
  return { kind: 'page', title: visit.words.webhooks.titles.change, body, status };
}

async function saveEndpoint(visit: SideVisit): Promise<Answer> {
  const { at, form } = visit;
  const endpoint = await endpointOf(visit);
  const entered = enteredEndpoint(form);
  return submitOperation(visit, updateWebhook, {
    body: changedOptions(endpoint, endpointBody(entered)),
    done: ({ data }) => {
      const name = memberOf(data, 'dropped') === undefined ? 'endpoint-changed' : 'endpoint-moved';
      return { kind: 'done', notice: { name }, location: at(`/webhooks/${endpoint.id}`) };
    },
    refused: (faults, status) => editPage(visit, faultsOfEndpoint(faults, entered, visit.words), status),
  });
}

async function setEnabled(visit: SideVisit, enabled: boolean): Promise<Answer> {
  const { at, params } = visit;
  await runOperation(visit, updateWebhook, { body: { enabled } });
  return {
    kind: 'done',
    notice: { name: enabled ? 'endpoint-enabled' : 'endpoint-disabled' },
    location: at(`/webhooks/${params['webhookId'] ?? ''}`),
  };
}

async function deletion(visit: SideVisit): Promise<Answer> {
  const body = <DeleteEndpointForm endpoint={await endpointOf(visit)} at={visit.at} formToken={visit.formToken} />;
  return { kind: 'page', title: visit.words.webhooks.titles.delete, body };
}

async function remove(visit: SideVisit): Promise<Answer> {
  await runOperation(visit, deleteWebhook);
  return { kind: 'done', notice: { name: 'endpoint-deleted' }, location: visit.at('/webhooks') };
}

async function sendTestEvent(visit: SideVisit): Promise<Answer> {
  const { at, form } = visit;
  const { data } = await runOperation(visit, testWebhook, { body: { event: form.get('event') } });
  return {
    kind: 'done',
    notice: { name: 'sample-sent' },
    location: at(`/deliveries/${WebhookTestResult.parse(data).delivery_id}`),
  };
}

/** Starts a drill and returns to the endpoint, which also shows one that runs already. */
async function beginDrill(visit: SideVisit): Promise<Answer> {
  const { at, params } = visit;
  const { webhookId = '' } = params;
  const location = at(`/webhooks/${webhookId}#drill`);
  try {
    await runOperation(visit, startWebhookDrill, { body: { webhook_id: webhookId } });
  } catch (fault) {
    if (!(fault instanceof DomainError && fault.code === 'DUPLICATE')) throw fault;
    return { kind: 'done', notice: { name: 'drill-running' }, location };
  }
  return { kind: 'done', notice: { name: 'drill-started' }, location };
}

const ONE = '/webhooks/:webhookId';

export const WEBHOOK_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '/webhooks', access: 'account', handle: showEndpoints, live: liveList },
  { method: 'get', path: '/webhooks/new', access: 'developer', handle: async (visit) => creationPage(visit, {}) },
  { method: 'post', path: '/webhooks', access: 'developer', makesSecret: true, handle: saveNewEndpoint },
  { method: 'get', path: ONE, access: 'account', handle: showEndpoint, live: liveShow },
  { method: 'get', path: `${ONE}/edit`, access: 'developer', handle: (visit) => editPage(visit, {}) },
  { method: 'post', path: `${ONE}/edit`, access: 'developer', handle: saveEndpoint },
  { method: 'post', path: `${ONE}/pause`, access: 'developer', handle: (visit) => setEnabled(visit, false) },
  { method: 'post', path: `${ONE}/resume`, access: 'developer', handle: (visit) => setEnabled(visit, true) },
  { method: 'get', path: `${ONE}/delete`, access: 'developer', handle: deletion },
  { method: 'post', path: `${ONE}/delete`, access: 'developer', handle: remove },
  { method: 'post', path: `${ONE}/drill`, access: 'developer', countsOnce: true, handle: beginDrill },
  { method: 'post', path: `${ONE}/test`, access: 'developer', countsOnce: true, handle: sendTestEvent },
];
