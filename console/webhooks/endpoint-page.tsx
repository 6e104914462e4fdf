import type { VNode } from 'preact';
import type { AttemptHour } from '../../db/webhooks/attempt-hours';
import type { DeliveryRow } from '../../db/webhooks/deliveries';
import type { DrillRow } from '../../db/webhooks/drills';
import type { EndpointHealth } from '../../db/webhooks/endpoint-health';
import type { Subscription } from '../../db/webhooks/subscriptions';
import { EVENT_TYPES } from '../../domain/webhooks/events';
import { HourlyResults } from '../charts';
import { Facts, Form, Id, Live, Moment, Select, StatusBadge } from '../parts';
import { DeliveryTable } from './deliveries-page';
import { endpointState } from './endpoints-page';
import { NewestDrill } from './newest-drill';
import { EndpointBanners } from '../account/overview-page';
import { useWords, type Words } from '../words/use-words';

/** What changes while a person looks at an endpoint. */
export interface EndpointParts {
  endpoint: EndpointHealth;
  subscription: Subscription;
  /** The newest ones. */
  deliveries: readonly DeliveryRow[];
  /** The newest one, if there was any. */
  drill: DrillRow | null;
  at: (path: string) => string;
}

export interface EndpointPage extends EndpointParts {
  mayChange: boolean;
  /** Drills run on the test side, and examine no queue. */
  mayDrill: boolean;
  /** The attempts of each hour since then. */
  hours: readonly AttemptHour[];
  since: Date;
  formToken: string;
}

const TESTS = EVENT_TYPES.map(({ name }) => [name, name] as const);

function EndpointActs({ endpoint, formToken, at, mayDrill }: EndpointPage): VNode {
  const words = useWords().webhooks.acts;
  const here = at(`/webhooks/${endpoint.id}`);
  return (
    <section aria-labelledby="acts">
      <h2 id="acts">{words.title}</h2>
      <Form className="panel" action={`${here}/test`} formToken={formToken}>
        <Select name="event" label={words.sampleOf} options={TESTS} value="payment.settled" />
        <button>{words.sendTest}</button>
      </Form>
      {mayDrill && (
        <Form className="panel" action={`${here}/drill`} formToken={formToken}>
          <p>{words.aboutDrills}</p>
          <button>{words.startDrill}</button>
        </Form>
      )}
      <div class="actions">
        <a class="button quiet" href={`${here}/edit`}>
          {words.edit}
        </a>
        <Form action={`${here}/${endpoint.enabled ? 'pause' : 'resume'}`} formToken={formToken}>
          <button class="quiet">{endpoint.enabled ? words.pause : words.resume}</button>
        </Form>
        <a class="button quiet" href={`${here}/rotate`}>
          {words.rotate}
        </a>
        <a class="button quiet" href={`${here}/recover`}>
          {words.recover}
        </a>
        <a class="button danger" href={`${here}/delete`}>
          {words.delete}
        </a>
      </div>
    </section>
  );
}

const linesOf = (named: Record<string, unknown>): string[] =>
  Object.entries(named).map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`);

/** Options of an endpoint other than its events; defaults are left out. */
function controlRows(subscription: Subscription, words: Words['webhooks']): [string, string][] {
  const { endpoint } = words;
  const { header_names: headers, filter, labels, rate_per_second: rate, ordered, breaker } = subscription;
  const pace = [ordered ? endpoint.inOrder : '', breaker ? endpoint.waitsWhileUnreachable : ''];
  if (rate !== null) pace.unshift(endpoint.atMost({ rate }));
  const rows: [string, string][] = [
    [words.filter, linesOf(filter ?? {}).join('; ')],
    [words.pace, pace.filter((text) => text !== '').join(', ')],
    [words.staticHeaders, headers.join(', ')],
    [endpoint.amount, subscription.include_amount ? endpoint.inNotifications : ''],
    [words.labels, linesOf(labels).join('; ')],
  ];
  return rows.filter(([, text]) => text !== '');
}

function placeRows({ url, destination }: Subscription, words: Words['webhooks']): [string, string][] {
  if (destination === null) return [[words.address, url]];
  const { region, access_key_id: accessKeyId } = destination;
  return [
    [words.queue, url],
    [words.region, region],
    [words.accessKeyId, accessKeyId],
  ];
}

export function EndpointFacts({ endpoint, subscription, deliveries, drill, at }: EndpointParts): VNode {
  const { batches, common, requests, webhooks } = useWords();
  const { endpoint: words } = webhooks;
  return (
    <>
      <EndpointBanners of={[endpoint]} at={at} />
      <Facts
        rows={[
          ...placeRows(subscription, webhooks),
          [common.columns.state, <StatusBadge status={endpointState(endpoint)} />],
          [words.id, <Id of={endpoint.id} />],
          [webhooks.description, endpoint.description === '' ? words.noDescription : endpoint.description],
          [webhooks.events, endpoint.events.join(', ')],
          ...controlRows(subscription, webhooks),
          [words.since, <Moment at={endpoint.createdAt} />],
          [batches.requests, <a href={at(`/requests?about=${endpoint.id}`)}>{requests.allAbout}</a>],
          [words.waiting, String(endpoint.open)],
        ]}
      />
      {drill !== null && <NewestDrill drill={drill} />}
      <section aria-labelledby="newest">
        <h2 id="newest">{words.newest}</h2>
        <DeliveryTable deliveries={deliveries} at={at} />
        <p>
          <a href={at(`/deliveries?endpoint=${endpoint.id}`)}>{words.allOfThis}</a>
        </p>
      </section>
    </>
  );
}

/** Results of the endpoint's newest deliveries, at most 2,000, by hour. */
function AttemptsCharts({ hours, since }: Pick<EndpointPage, 'hours' | 'since'>): VNode {
  const words = useWords().webhooks.endpoint;
  const { delivered, refused, unanswered } = words.results;
  return (
    <HourlyResults
      hours={hours.map((hour) => ({ ...hour, counts: [hour.delivered, hour.refused, hour.unanswered] }))}
      since={since}
      results={[
        { name: delivered, colour: 'good' },
        { name: refused, colour: 'bad' },
        { name: unanswered, colour: 'wait' },
      ]}
      titles={{ share: words.share, time: words.time }}
      empty={words.noAttempt}
    />
  );
}

export function Endpoint(page: EndpointPage): VNode {
  return (
    <>
      <Live>
        <EndpointFacts {...page} />
      </Live>
      <AttemptsCharts {...page} />
      {page.mayChange && <EndpointActs {...page} />}
    </>
  );
}
