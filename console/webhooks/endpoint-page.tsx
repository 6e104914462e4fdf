import type { VNode } from 'preact';
import type { AttemptHour } from '../../db/webhooks/attempt-hours';
import type { DeliveryRow } from '../../db/webhooks/deliveries';
import type { DrillRow } from '../../db/webhooks/drills';
import type { EndpointHealth } from '../../db/webhooks/endpoint-health';
import type { Subscription } from '../../db/webhooks/subscriptions';
import { EVENT_TYPES } from '../../domain/webhooks/events';
import { HourlyResults } from '../charts';
import { Facts, Form, Id, Live, Moment, Notice, Select, StatusBadge } from '../parts';
import { DeliveryTable } from './deliveries-page';
import { endpointState } from './endpoints-page';
import { NewestDrill } from './newest-drill';
import { EndpointBanners } from '../account/overview-page';

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
  /** What was done just now, as the address says. */
  done: URLSearchParams;
  formToken: string;
}

function Done({ done }: { done: URLSearchParams }): VNode | null {
  const act = done.get('done');
  if (act !== 'changed' && act !== 'recovered') return null;
  const count = Number(done.get('count'));
  const again = count === 1 ? '1 event will be resent.' : `${count} events will be resent in batches.`;
  return (
    <Notice tone="good">
      <p>{act === 'changed' ? 'The endpoint was changed.' : again}</p>
    </Notice>
  );
}

const TESTS = EVENT_TYPES.map(({ name }) => [name, name] as const);

function Acts({ endpoint, formToken, at, mayDrill }: EndpointPage): VNode {
  const here = at(`/webhooks/${endpoint.id}`);
  return (
    <section aria-labelledby="acts">
      <h2 id="acts">Actions</h2>
      <Form className="panel" action={`${here}/test`} formToken={formToken}>
        <Select name="event" label="Send a sample of" options={TESTS} value="payment.settled" />
        <button>Send a test event</button>
      </Form>
      {mayDrill && (
        <Form className="panel" action={`${here}/drill`} formToken={formToken}>
          <p>
            A drill sends forgeries, duplicates, disorder, late retries, a rotation and a burst, and says which answers
            are wrong. It takes about a minute.
          </p>
          <button>Start a drill</button>
        </Form>
      )}
      <div class="actions">
        <a class="button quiet" href={`${here}/edit`}>
          Edit
        </a>
        <Form action={`${here}/${endpoint.enabled ? 'pause' : 'resume'}`} formToken={formToken}>
          <button class="quiet">{endpoint.enabled ? 'Pause' : 'Resume'}</button>
        </Form>
        <a class="button quiet" href={`${here}/rotate`}>
          Rotate the secret
        </a>
        <a class="button quiet" href={`${here}/recover`}>
          Replay missed events
        </a>
        <a class="button danger" href={`${here}/delete`}>
          Delete
        </a>
      </div>
    </section>
  );
}

const linesOf = (named: Record<string, unknown>): string[] =>
  Object.entries(named).map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`);

/** What was asked for beside the events; nothing of what is as it is without a word. */
function controlRows(subscription: Subscription): [string, string][] {
  const { header_names: headers, filter, labels, rate_per_second: rate, ordered, breaker } = subscription;
  const pace = [ordered ? 'in order' : '', breaker ? 'waits while it is unreachable' : ''];
  if (rate !== null) pace.unshift(`at most ${rate} a second`);
  const rows: [string, string][] = [
    ['Filter', linesOf(filter ?? {}).join('; ')],
    ['Pace', pace.filter((text) => text !== '').join(', ')],
    ['Static headers', headers.join(', ')],
    ['Amount and currency', subscription.include_amount ? 'in notifications about payments' : ''],
    ['Labels', linesOf(labels).join('; ')],
  ];
  return rows.filter(([, text]) => text !== '');
}

function placeRows({ url, destination }: Subscription): [string, string][] {
  if (destination === null) return [['Address', url]];
  const { region, access_key_id: accessKeyId } = destination;
  return [
    ['Amazon SQS queue', url],
    ['Region', region],
    ['Access key id', accessKeyId],
  ];
}

export function EndpointFacts({ endpoint, subscription, deliveries, drill, at }: EndpointParts): VNode {
  return (
    <>
      <EndpointBanners of={[endpoint]} at={at} />
      <Facts
        rows={[
          ...placeRows(subscription),
          ['State', <StatusBadge status={endpointState(endpoint)} />],
          ['Id', <Id of={endpoint.id} />],
          ['Description', endpoint.description === '' ? 'none' : endpoint.description],
          ['Events', endpoint.events.join(', ')],
          ...controlRows(subscription),
          ['Since', <Moment at={endpoint.createdAt} />],
          ['Waiting deliveries', String(endpoint.open)],
        ]}
      />
      {drill !== null && <NewestDrill drill={drill} />}
      <section aria-labelledby="newest">
        <h2 id="newest">Newest deliveries</h2>
        <DeliveryTable deliveries={deliveries} at={at} />
        <p>
          <a href={at(`/deliveries?endpoint=${endpoint.id}`)}>All deliveries of this endpoint</a>
        </p>
      </section>
    </>
  );
}

const RESULTS = [
  { name: 'delivered', colour: 'good' },
  { name: 'refused', colour: 'bad' },
  { name: 'no answer', colour: 'wait' },
] as const;

/** How the endpoint answers, of at most its newest 2,000 deliveries. */
function Attempts({ hours, since }: Pick<EndpointPage, 'hours' | 'since'>): VNode {
  return (
    <HourlyResults
      hours={hours.map((hour) => ({ ...hour, counts: [hour.delivered, hour.refused, hour.unanswered] }))}
      since={since}
      results={RESULTS}
      titles={{ share: 'Attempts that delivered', time: 'Response time' }}
      empty="No attempt was made. Send a test event to see how the endpoint answers."
    />
  );
}

export function Endpoint(page: EndpointPage): VNode {
  return (
    <>
      <Done done={page.done} />
      <Live>
        <EndpointFacts {...page} />
      </Live>
      <Attempts {...page} />
      {page.mayChange && <Acts {...page} />}
    </>
  );
}
