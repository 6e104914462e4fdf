import type { VNode } from 'preact';
import type { DeliveryRow } from '../../db/webhooks/deliveries';
import type { EndpointHealth } from '../../db/webhooks/endpoint-health';
import type { Subscription } from '../../db/webhooks/subscriptions';
import type { WaitsFor } from '../../domain/webhooks/controls';
import { unixMsOf } from '../../domain/ids';
import type { Page } from '../../domain/schema-tools';
import { EVENT_TYPES } from '../../domain/webhooks/events';
import { DELIVERY_STATUSES } from '../../domain/webhooks/schemas';
import {
  BY_TIME,
  Empty,
  Facts,
  Filters,
  Form,
  Id,
  ListFoot,
  Live,
  Moment,
  Select,
  StatusBadge,
  Table,
  fieldsOf,
  timeOrder,
  type Column,
  type Order,
} from '../parts';
import type { Faults } from '../forms/read-form';
import { NextAttempt, useDeliveryColumns } from './delivery-columns';
import { RetryLadder } from './retry-ladder';
import { useWords, wordFor, type Words } from '../words/use-words';

/** The command that receives deliveries on the machine of a developer. */
const LISTEN = 'corridor listen';

type At = (path: string) => string;

function useDeliveryListColumns(at: At): readonly Column<DeliveryRow>[] {
  const { webhooks } = useWords();
  const { deliveries: words, delivery } = webhooks;
  const { event, status, attempts, next } = useDeliveryColumns(at);
  return [
    event,
    status,
    { name: words.created, orders: BY_TIME, cell: ({ id }) => <Moment at={new Date(unixMsOf(id))} /> },
    { ...attempts, isExtra: true },
    {
      name: words.lastAnswer,
      isExtra: true,
      cell: (one) => attemptText(one.attempts.at(-1), delivery),
    },
    {
      name: words.lastAttempt,
      isExtra: true,
      cell: (one) => attemptTime(one.attempts.at(-1)),
    },
    next,
  ];
}

export function DeliveryTable(parts: { deliveries: readonly DeliveryRow[]; at: At; order?: Order }): VNode {
  const { deliveries, at, ...shown } = parts;
  const { layout, webhooks } = useWords();
  return (
    <Table
      name={layout.places.deliveries}
      {...shown}
      rows={deliveries}
      empty={webhooks.deliveries.none({
        endpoints: (text) => <a href={at('/webhooks')}>{text}</a>,
        command: <code>{LISTEN}</code>,
      })}
      columns={useDeliveryListColumns(at)}
    />
  );
}

type Attempt = DeliveryRow['attempts'][number];

function attemptText(attempt: Attempt | undefined, words: Words['webhooks']['delivery']): string {
  if (attempt === undefined) return '';
  const { status_code: code, error, duration_ms: duration } = attempt;
  if (duration === null) return words.underWay;
  // `status` says that the answer came and was not 200: then its number says more.
  const fault =
    error === null || error === 'status' ? [] : [wordFor(words.errors, error) ?? error.replaceAll('_', ' ')];
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
  at: At;
}

export function Deliveries({ page, endpoints, entered, faults, query, at }: DeliveriesPage): VNode {
  const { common, webhooks } = useWords();
  const { deliveries: words } = webhooks;
  const field = fieldsOf(entered, faults, { required: false });
  const order = timeOrder(at('/deliveries'), query);
  const hooks = endpoints.map(({ id, url }) => [id, url] as const);
  return (
    <>
      <Filters action={at('/deliveries')} order={order}>
        <Select {...field('endpoint')} label={words.endpoint} options={[['', words.allEndpoints], ...hooks]} />
        <Select
          {...field('status')}
          label={common.columns.status}
          options={[
            ['', common.anyStatus],
            ...DELIVERY_STATUSES.map((status) => [status, common.statuses[status]] as const),
          ]}
        />
        <Select
          {...field('event')}
          label={words.event}
          options={[['', words.anyEvent], ...EVENT_TYPES.map(({ name }) => [name, name] as const)]}
        />
      </Filters>
      <Live>
        <DeliveryTable deliveries={page.items} {...{ at, order }} />
      </Live>
      <ListFoot path={at('/deliveries')} query={query} next={page.nextCursor} isEmpty={page.items.length === 0} />
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
  at: At;
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
  formToken: string;
}

function WaitReason({ waitsFor, at }: { waitsFor: Exclude<WaitsFor, undefined>; at: At }): VNode {
  const words = useWords().webhooks.delivery.waitsFor;
  switch (waitsFor.reason) {
    case 'order':
      return (
        <>{words.order({ delivery: <a href={at(`/deliveries/${waitsFor.delivery_id}`)}>{waitsFor.delivery_id}</a> })}</>
      );
    case 'rate':
      return <>{words.rate({ until: <Moment at={new Date(waitsFor.until)} precise /> })}</>;
    case 'unreachable':
      return (
        <>
          {words.unreachable({
            since: <Moment at={new Date(waitsFor.since)} precise />,
            probe: <Moment at={new Date(waitsFor.probe_at)} precise />,
          })}
        </>
      );
  }
}

/** The receiver's answer as sent: headers, an empty line, body; null if it has neither. */
function ReceiverAnswer({ number, response_headers, response_excerpt }: DeliveryRow['attempts'][number]): VNode | null {
  const words = useWords().webhooks.delivery;
  const headers = Object.entries(response_headers ?? {}).map(([name, value]) => `${name}: ${value}\n`);
  const body = response_excerpt ?? '';
  if (headers.length === 0 && body === '') return null;
  return (
    <pre tabindex={0} role="region" aria-label={words.answerTo({ attempt: number })}>
      {headers.join('')}
      {headers.length > 0 && body !== '' && '\n'}
      {body}
    </pre>
  );
}

export function DeliveryFacts({ delivery, endpoint, waitsFor, at }: DeliveryState): VNode {
  const { common, webhooks } = useWords();
  const { deliveries, delivery: words } = webhooks;
  const waits: [string, VNode][] = waitsFor === undefined ? [] : [[words.waits, <WaitReason {...{ waitsFor, at }} />]];
  return (
    <>
      <Facts
        rows={[
          [common.columns.status, <StatusBadge status={delivery.status} />],
          [words.id, <Id of={delivery.id} />],
          [deliveries.event, <Id of={delivery.event_id} />],
          [
            deliveries.endpoint,
            endpoint === null ? words.deleted : <a href={at(`/webhooks/${endpoint.id}`)}>{endpoint.url}</a>,
          ],
          [deliveries.nextAttempt, <NextAttempt of={delivery} none={words.noNext} />],
          ...waits,
        ]}
      />
      <section aria-labelledby="attempts">
        <h2 id="attempts">{deliveries.attempts}</h2>
        <RetryLadder delivery={delivery} />
        {delivery.attempts.length === 0 ? (
          <Empty>{words.noAttempt}</Empty>
        ) : (
          <ol class="timeline">
            {delivery.attempts.map((attempt) => (
              <li key={attempt.number}>
                <p>
                  <strong>{attemptText(attempt, words)}</strong> <Moment at={new Date(attempt.at)} precise />{' '}
                  {attempt.duration_ms === null ? '' : words.after({ duration: attempt.duration_ms })}
                </p>
                <ReceiverAnswer {...attempt} />
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  );
}

function SignedRequest({ command: { tool, text } }: { command: ShownCommand }): VNode {
  const { keys, webhooks } = useWords();
  const words = webhooks.delivery;
  return (
    <section aria-labelledby="request">
      <h2 id="request">{words.request}</h2>
      <p>{words.signedNow[tool]}</p>
      <p class="secret">
        <label for="command">{words.command}</label>
        <textarea id="command" class="code" readOnly rows={12} spellcheck={false}>
          {text}
        </textarea>
        <button type="button" class="quiet" data-copy="command" hidden>
          {keys.secret.copy}
        </button>
        <span role="status" data-copied="command" />
      </p>
    </section>
  );
}

export function Delivery({ canResend, command, formToken, ...state }: DeliveryPage): VNode {
  const words = useWords().webhooks.delivery;
  return (
    <>
      <Live>
        <DeliveryFacts {...state} />
      </Live>
      {canResend && (
        <Form action={state.at(`/deliveries/${state.delivery.id}/resend`)} formToken={formToken}>
          <button>{words.sendAgain}</button>
        </Form>
      )}
      {command !== null && <SignedRequest command={command} />}
    </>
  );
}
