import type { VNode } from 'preact';
import { checkTarget } from '../../api/webhooks/target';
import { sendTest } from '../../api/webhooks/test-webhook';
import { listDeliveries } from '../../db/webhooks/deliveries';
import { listEndpointHealth } from '../../db/webhooks/endpoint-health';
import {
  createSubscription,
  deleteSubscription,
  findSubscription,
  updateSubscription,
  type Subscription,
  type SubscriptionTarget,
} from '../../db/webhooks/subscriptions';
import { DomainError } from '../../domain/errors';
import { TestWebhook } from '../../domain/webhooks/schemas';
import { changesOf, checkEndpoint, endpointFields, enteredEndpoint, NEW_ENDPOINT } from '../endpoint-fields';
import { ShownOnce } from '../pages/key-actions';
import { Endpoint, EndpointFacts, type EndpointParts } from '../pages/endpoint';
import { EndpointForm } from '../pages/endpoint-form';
import { DeleteEndpoint } from '../pages/endpoint-actions';
import { Endpoints, EndpointTable } from '../pages/endpoints';
import { checkForm, faultsOf, type Faults } from '../read-form';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { actorOf, mayChange } from './user-of';

/** Deliveries that an endpoint's page shows. */
const NEWEST = 10;
/** Also deliveries of a subscription that is deleted can be looked at; itself cannot. */
export async function endpointOf({ parts, tenant, params }: SideVisit): Promise<Subscription> {
  const found = await findSubscription(parts.database, tenant, params['webhookId'] ?? '');
  if (found === null) throw new DomainError('NOT_FOUND', 'There is no such endpoint.');
  return found;
}

export function targetOf(visit: SideVisit, { id }: Subscription): SubscriptionTarget {
  return { tenant: visit.tenant, id, actor: actorOf(visit) };
}

async function list(visit: SideVisit): Promise<Answer> {
  const { parts, tenant, at } = visit;
  const endpoints = await listEndpointHealth(parts.database, tenant);
  return {
    kind: 'page',
    title: 'Webhooks',
    body: <Endpoints {...{ endpoints, at }} mayChange={mayChange(visit, visit.tenant.environment)} />,
  };
}

async function liveList({ parts, tenant, at }: SideVisit): Promise<VNode> {
  return <EndpointTable endpoints={await listEndpointHealth(parts.database, tenant)} at={at} />;
}

function creation(visit: SideVisit, faults: Faults, status = 200): Answer {
  const { at, formToken, form } = visit;
  const entered = form.has('form_id') ? enteredEndpoint(form) : NEW_ENDPOINT;
  const body = <EndpointForm {...{ entered, faults, formToken }} action={at('/webhooks')} back={at('/webhooks')} />;
  return { kind: 'page', title: 'Add an endpoint', body, status };
}

async function create(visit: SideVisit): Promise<Answer> {
  const { parts, tenant, at } = visit;
  const checked = checkEndpoint(enteredEndpoint(visit.form));
  if (!checked.ok) return creation(visit, checked.faults, 400);
  try {
    const { url, events, description, ...controls } = checked.value;
    await checkTarget(url, visit.tenant, parts.services);
    const request = { url, events, description, controls, enabled: true, actor: actorOf(visit) };
    const made = await createSubscription(parts.database, parts.vault, tenant, request, null);
    const body = <ShownOnce secret={made.secret} what="signing secret" back={at(`/webhooks/${made.id}`)} />;
    return { kind: 'page', title: 'Your new endpoint', body, status: 201 };
  } catch (fault) {
    return creation(visit, faultsOf(fault), 400);
  }
}

async function readEndpoint(visit: SideVisit): Promise<EndpointParts> {
  const { parts, tenant, at } = visit;
  const subscription = await endpointOf(visit);
  const { id } = subscription;
  const [all, deliveries] = await Promise.all([
    listEndpointHealth(parts.database, tenant),
    listDeliveries(parts.database, { tenant, webhookId: id, limit: NEWEST }),
  ]);
  const endpoint = all.find((one) => one.id === id);
  if (endpoint === undefined) throw new DomainError('NOT_FOUND', 'There is no such endpoint.');
  return { endpoint, subscription, deliveries, at };
}

async function show(visit: SideVisit): Promise<Answer> {
  const { context, formToken } = visit;
  const done = new URLSearchParams(context.querystring);
  const body = (
    <Endpoint
      {...await readEndpoint(visit)}
      {...{ formToken, done }}
      mayChange={mayChange(visit, visit.tenant.environment)}
    />
  );
  return { kind: 'page', title: 'Endpoint', body };
}

async function liveShow(visit: SideVisit): Promise<VNode> {
  return <EndpointFacts {...await readEndpoint(visit)} />;
}

async function edition(visit: SideVisit, faults: Faults, status = 200): Promise<Answer> {
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
  return { kind: 'page', title: 'Change an endpoint', body, status };
}

async function change(visit: SideVisit): Promise<Answer> {
  const { parts, at } = visit;
  const endpoint = await endpointOf(visit);
  const checked = checkEndpoint(enteredEndpoint(visit.form));
  if (!checked.ok) return edition(visit, checked.faults, 400);
  try {
    await checkTarget(checked.value.url, visit.tenant, parts.services);
    const change = changesOf(endpoint, checked.value);
    await updateSubscription(parts.database, parts.vault, targetOf(visit, endpoint), change);
  } catch (fault) {
    return edition(visit, faultsOf(fault), 400);
  }
  parts.wake();
  return { kind: 'redirect', location: at(`/webhooks/${endpoint.id}?done=changed`) };
}

async function setEnabled(visit: SideVisit, enabled: boolean): Promise<Answer> {
  const endpoint = await endpointOf(visit);
  await updateSubscription(visit.parts.database, visit.parts.vault, targetOf(visit, endpoint), { enabled });
  visit.parts.wake();
  return { kind: 'redirect', location: visit.at(`/webhooks/${endpoint.id}`) };
}

async function deletion(visit: SideVisit): Promise<Answer> {
  const body = <DeleteEndpoint endpoint={await endpointOf(visit)} at={visit.at} formToken={visit.formToken} />;
  return { kind: 'page', title: 'Delete an endpoint', body };
}

async function remove(visit: SideVisit): Promise<Answer> {
  await deleteSubscription(visit.parts.database, targetOf(visit, await endpointOf(visit)));
  visit.parts.wake();
  return { kind: 'redirect', location: visit.at('/webhooks') };
}

async function test(visit: SideVisit): Promise<Answer> {
  const { id } = await endpointOf(visit);
  const checked = checkForm(TestWebhook, { event: visit.form.get('event') });
  if (!checked.ok) throw new DomainError('INVALID_REQUEST', 'Choose an event of the list.');
  const order = { tenant: visit.tenant, webhookId: id, event: checked.value.event };
  const { delivery_id: delivery } = await sendTest(visit.parts.services, order);
  return { kind: 'redirect', location: visit.at(`/deliveries/${delivery}?done=test`) };
}

const ONE = '/webhooks/:webhookId';

export const WEBHOOK_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '/webhooks', access: 'account', handle: list, live: liveList },
  { method: 'get', path: '/webhooks/new', access: 'developer', handle: async (visit) => creation(visit, {}) },
  { method: 'post', path: '/webhooks', access: 'developer', makesSecret: true, handle: create },
  { method: 'get', path: ONE, access: 'account', handle: show, live: liveShow },
  { method: 'get', path: `${ONE}/edit`, access: 'developer', handle: (visit) => edition(visit, {}) },
  { method: 'post', path: `${ONE}/edit`, access: 'developer', handle: change },
  { method: 'post', path: `${ONE}/pause`, access: 'developer', handle: (visit) => setEnabled(visit, false) },
  { method: 'post', path: `${ONE}/resume`, access: 'developer', handle: (visit) => setEnabled(visit, true) },
  { method: 'get', path: `${ONE}/delete`, access: 'developer', handle: deletion },
  { method: 'post', path: `${ONE}/delete`, access: 'developer', handle: remove },
  { method: 'post', path: `${ONE}/test`, access: 'developer', countsOnce: true, handle: test },
];
