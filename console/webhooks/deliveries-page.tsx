import type { VNode } from 'preact';
import type { DeliveryRow } from '../../db/webhooks/deliveries';
import type { EndpointHealth } from '../../db/webhooks/endpoint-health';
import type { Subscription } from '../../db/webhooks/subscriptions';
import type { WaitsFor } from '../../domain/webhooks/controls';
import type { Page } from '../../domain/schema-tools';
import { EVENT_TYPES } from '../../domain/webhooks/events';
import { DELIVERY_STATUSES } from '../../domain/webhooks/schemas';
import {
  Empty,
  Facts,
  Filters,
  Form,
  Id,
  Live,
  Moment,
  Notice,
  Pager,
  Select,
  StatusBadge,
  Table,
  fieldsOf,
} from '../parts';
import type { Faults } from '../forms/read-form';
import { RetryLadder } from './retry-ladder';

export function DeliveryTable(parts: { deliveries: readonly DeliveryRow[]; at: (path: string) => string }): VNode {
  const { deliveries, at } = parts;
  return (
    <Table
      name="Deliveries"
      rows={deliveries}
      empty={
        <>
          No delivery to show. Each event that an endpoint listens to appears here with its attempts and their answers.
          Add an endpoint under <a href={at('/webhooks')}>Webhooks</a> and send it a test event, or receive on this
          machine with <code>corridor listen</code>.
        </>
      }
      columns={[
        { name: 'Event', cell: ({ id, event }) => <a href={at(`/deliveries/${id}`)}>{event}</a> },
        { name: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
        { name: 'Attempts', isExtra: true, isNumber: true, cell: ({ attempts }) => attempts.length },
        { name: 'Last answer', isExtra: true, cell: (one) => answerOf(one.attempts.at(-1)) },
        { name: 'Last attempt', isExtra: true, cell: ({ attempts }) => attemptTime(attempts.at(-1)) },
        {
          name: 'Next attempt',
          isExtra: true,
          cell: ({ next_attempt_at: next }) => (next === null ? '' : <Moment at={next} />),
        },
      ]}
    />
  );
}

type Attempt = DeliveryRow['attempts'][number];

function answerOf(attempt: Attempt | undefined): string {
  if (attempt === undefined) return '';
  const { status_code: code, error, duration_ms: duration } = attempt;
  if (duration === null) return 'under way';
  // `status` says that the answer came and was not 200: then its number says more.
  const fault = error === null || error === 'status' ? [] : [error.replaceAll('_', ' ')];
  return [...(code === null ? [] : [`HTTP ${code}`]), ...fault].join(', ');
}

function attemptTime(attempt: Attempt | undefined): VNode | string {
  return attempt === undefined ? '' : <Moment at={new Date(attempt.at)} />;
}

export interface DeliveriesPage {
  page: Page<DeliveryRow>;
  endpoints: readonly EndpointHealth[];
  entered: Record<string, string>;
  faults: Faults;
  query: string;
  at: (path: string) => string;
}

export function Deliveries({ page, endpoints, entered, faults, query, at }: DeliveriesPage): VNode {
  const field = fieldsOf(entered, faults, { required: false });
  const hooks = endpoints.map(({ id, url }) => [id, url] as const);
  return (
    <>
      <Filters action={at('/deliveries')}>
        <Select {...field('endpoint')} label="Endpoint" options={[['', 'All'], ...hooks]} />
        <Select
          {...field('status')}
          label="Status"
          options={[['', 'Any status'], ...DELIVERY_STATUSES.map((status) => [status, status] as const)]}
        />
        <Select
          {...field('event')}
          label="Event"
          options={[['', 'Any event'], ...EVENT_TYPES.map(({ name }) => [name, name] as const)]}
        />
      </Filters>
      <Live>
        <DeliveryTable deliveries={page.items} at={at} />
      </Live>
      <Pager path={at('/deliveries')} query={query} next={page.nextCursor} />
    </>
  );
}

/** What changes while a person looks at a delivery. */
export interface DeliveryState {
  delivery: DeliveryRow;
  /** Null once it is deleted. */
  endpoint: Subscription | null;
  /** What holds its attempt up. */
  waitsFor: WaitsFor;
  at: (path: string) => string;
}

/** The request of an attempt as a command, of curl or, for a queue, of AWS. */
export interface ShownCommand {
  tool: 'curl' | 'aws';
  text: string;
}

export interface DeliveryPage extends DeliveryState {
  canResend: boolean;
  /** For those who may send it. */
  command: ShownCommand | null;
  done: string | null;
  formToken: string;
}

const DONE: Record<string, string> = {
  test: 'The sample was sent once, without retries.',
  resend: 'The event was resent as this new delivery.',
};

function Wait({ waitsFor, at }: { waitsFor: Exclude<WaitsFor, undefined>; at: (path: string) => string }): VNode {
  switch (waitsFor.reason) {
    case 'order':
      return (
        <>
          Another delivery of the same subject goes first:{' '}
          <a href={at(`/deliveries/${waitsFor.delivery_id}`)}>{waitsFor.delivery_id}</a>
        </>
      );
    case 'rate':
      return (
        <>
          The endpoint's rate limit allows it at <Moment at={new Date(waitsFor.until)} precise />
        </>
      );
    case 'unreachable':
      return (
        <>
          The endpoint cannot be reached since <Moment at={new Date(waitsFor.since)} precise />. One delivery tries
          again at <Moment at={new Date(waitsFor.probe_at)} precise />; all continue when it answers.
        </>
      );
  }
}

/** What the receiver answered, as it travelled: its headers, an empty line, its body. */
function Answer({ number, response_headers, response_excerpt }: DeliveryRow['attempts'][number]): VNode | null {
  const headers = Object.entries(response_headers ?? {}).map(([name, value]) => `${name}: ${value}\n`);
  const body = response_excerpt ?? '';
  if (headers.length === 0 && body === '') return null;
  return (
    <pre tabindex={0} role="region" aria-label={`Answer to attempt ${number}`}>
      {headers.join('')}
      {headers.length > 0 && body !== '' && '\n'}
      {body}
    </pre>
  );
}

export function DeliveryFacts({ delivery, endpoint, waitsFor, at }: DeliveryState): VNode {
  const waits: [string, VNode][] = waitsFor === undefined ? [] : [['Waits', <Wait {...{ waitsFor, at }} />]];
  return (
    <>
      <Facts
        rows={[
          ['Status', <StatusBadge status={delivery.status} />],
          ['Delivery', <Id of={delivery.id} />],
          ['Event', <Id of={delivery.event_id} />],
          ['Endpoint', endpoint === null ? 'deleted' : <a href={at(`/webhooks/${endpoint.id}`)}>{endpoint.url}</a>],
          [
            'Next attempt',
            delivery.next_attempt_at === null ? 'none' : <Moment at={delivery.next_attempt_at} precise />,
          ],
          ...waits,
        ]}
      />
      <section aria-labelledby="attempts">
        <h2 id="attempts">Attempts</h2>
        <RetryLadder delivery={delivery} />
        {delivery.attempts.length === 0 ? (
          <Empty>No attempt has been made yet.</Empty>
        ) : (
          <ol class="timeline">
            {delivery.attempts.map((attempt) => (
              <li key={attempt.number}>
                <p>
                  <strong>{answerOf(attempt)}</strong> <Moment at={new Date(attempt.at)} precise />{' '}
                  {attempt.duration_ms === null ? '' : `after ${attempt.duration_ms} ms`}
                </p>
                <Answer {...attempt} />
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  );
}

const SIGNED_NOW: Record<ShownCommand['tool'], string> = {
  curl: 'The request of an attempt, as a command for your own machine. It is signed now, and receivers accept it for five minutes; reload the page for a new one.',
  aws: 'The message of an attempt, as a command of the AWS CLI, which uses your own credentials: those of the endpoint are never shown. It is signed now; reload the page for a new signature. A FIFO queue takes it once if it took this delivery less than five minutes ago.',
};

function Request({ command: { tool, text } }: { command: ShownCommand }): VNode {
  return (
    <section aria-labelledby="request">
      <h2 id="request">Request</h2>
      <p>{SIGNED_NOW[tool]} Values of static headers are never shown: fill them in.</p>
      <p class="secret">
        <label for="command">Command</label>
        <textarea id="command" class="code" readOnly rows={12} spellcheck={false}>
          {text}
        </textarea>
        <button type="button" class="quiet" data-copy="command" hidden>
          Copy
        </button>
        <span role="status" data-copied="command" />
      </p>
    </section>
  );
}

export function Delivery({ canResend, command, done, formToken, ...state }: DeliveryPage): VNode {
  const said = DONE[done ?? ''];
  return (
    <>
      {said !== undefined && (
        <Notice>
          <p>{said}</p>
        </Notice>
      )}
      <Live>
        <DeliveryFacts {...state} />
      </Live>
      {canResend && (
        <Form action={state.at(`/deliveries/${state.delivery.id}/resend`)} formToken={formToken}>
          <button>Send the event again</button>
        </Form>
      )}
      {command !== null && <Request command={command} />}
    </>
  );
}
