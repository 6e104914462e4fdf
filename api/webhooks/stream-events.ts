import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Tenant } from '../../domain/auth/tenant';
import { DomainError, invalidField } from '../../domain/errors';
import { pathId } from '../../domain/schema-tools';
import { headerPlaceholders } from '../../domain/webhooks/controls';
import { eventView, withAmount, type EventRecord } from '../../domain/webhooks/payload';
import {
  BAD_STREAM_POSITION,
  EventTypeFilter,
  START_OF_LOG,
  StreamPosition,
  StreamSeconds,
} from '../../domain/webhooks/schemas';
import { signDelivery } from '../../domain/webhooks/signature';
import type { Database } from '../../db/database';
import { readAmounts } from '../../db/webhooks/amounts';
import { findPosition, readEndOfLog, readLog, type LoggedEvent, type LogPosition } from '../../db/webhooks/event-log';
import { readDeliverable, readListening, type Listening } from '../../db/webhooks/listening';
import { admissionRefused } from '../admission-gate';
import { endpoint } from '../endpoint';
import type { Services } from '../services';
import { unknownWebhook, WEBHOOK_ACCESS, WEBHOOKS } from './common';

const POLL_MS = 500;
/** A stream without events sends a comment this often, so that no proxy closes it as idle. */
const HEARTBEAT_MS = 15_000;
const PAGE = 100;
/** What a client waits before it reconnects. */
const RECONNECT_MS = 1_000;
const NO_PLACE = {
  ofShare: 'Too many streams of this account are open.',
  ofAll: 'Too many streams are open; try again shortly.',
  retryAfterSeconds: 10,
};

interface Stream {
  tenant: Tenant;
  /** Subscription whose deliveries they are; undefined: events without a signature. */
  webhookId: string | undefined;
  types: readonly string[] | undefined;
  /** What was read last; undefined: from the oldest event that is kept. */
  after: LogPosition | undefined;
  endAtMs: number;
  /** The header by which the request was admitted: the stream ends with its key. */
  authorization: string;
}

interface Page {
  /** All that were read, after the last of which the reading goes on. */
  events: LoggedEvent[];
  /** Whether the stream gives it; the others of a subscription do not pass its filter. */
  isGiven: (event: EventRecord) => boolean;
  dataOf: (event: EventRecord) => unknown;
}

/** Text and headers as a delivery of this moment has them; of static headers, the names. */
function requestOf(event: EventRecord, { secrets, headerNames }: Listening): unknown {
  const { body, headers } = signDelivery(event, secrets, new Date());
  return { headers: { ...headerPlaceholders(headerNames), ...headers }, body: body.toString('utf8') };
}

/** The next page of a stream; null once the key or the subscription is gone. */
async function readPage({ database, vault, credentials }: Services, stream: Stream): Promise<Page | null> {
  const { tenant, webhookId, after, authorization } = stream;
  if (!(await credentials.isStillAdmitted(authorization, WEBHOOK_ACCESS))) return null;
  const listening = webhookId === undefined ? undefined : await readListening(database, vault, tenant, webhookId);
  if (listening === null) return null;
  const asked = stream.types;
  const types = listening === undefined ? asked : listening.types.filter((name) => asked?.includes(name) ?? true);
  const events = await readLog(database, { tenant, after, types, limit: PAGE });
  if (webhookId === undefined || listening === undefined) return { events, isGiven: () => true, dataOf: eventView };
  if (events.length === 0) return { events, isGiven: () => false, dataOf: eventView };
  const deliverable = await readDeliverable(database, webhookId, events);
  const amounts = listening.includesAmount ? await readAmounts(database, events) : null;
  return {
    events,
    isGiven: ({ id }) => deliverable.has(id),
    dataOf: (event) => requestOf(withAmount(event, amounts?.get(event.id) ?? null), listening),
  };
}

/** An id without data sets the last event id of a client: a stream that ends before its first event goes on from there. */
function positionLine(position: LogPosition | undefined): string {
  return `id: ${position?.id ?? START_OF_LOG}\n`;
}

function messageOf(event: EventRecord, data: unknown): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * Messages of a stream of events. It ends after its maximum time, when the reader has left or the key has ended, when
 * the subscription is gone, and when database or process go away; then the client reconnects.
 * @param isLeft whether the reader has left
 */
async function* messagesOf(services: Services, stream: Stream, isLeft: () => boolean): AsyncGenerator<string> {
  let { after } = stream;
  yield `retry: ${RECONNECT_MS}\n${positionLine(after)}\n`;
  let saidAtMs = Date.now();
  for (;;) {
    const page = await readPage(services, { ...stream, after }).catch((fault: unknown) => {
      if (fault instanceof DomainError) return null;
      throw fault;
    });
    if (page === null) return;
    const given = page.events.filter(page.isGiven);
    for (const event of given) yield messageOf(event, page.dataOf(event));
    after = page.events.at(-1)?.position ?? after;
    // A client that reconnects does not get the events that were left out again.
    if (given.at(-1) !== page.events.at(-1)) yield `${positionLine(after)}\n`;
    if (page.events.length > 0) saidAtMs = Date.now();
    if (page.events.length === PAGE) continue;
    if (Date.now() >= stream.endAtMs || isLeft() || services.ending.hasBegun) return;
    if (Date.now() - saidAtMs >= HEARTBEAT_MS) {
      yield ':\n\n';
      saidAtMs = Date.now();
    }
    await delay(POLL_MS);
  }
}

/**
 * @param asked id of an event, the start of the log, or undefined: its end
 * @returns undefined: before the oldest event that is kept; null where there is no such event
 */
async function placeOf(
  database: Database,
  tenant: Tenant,
  asked: string | undefined,
): Promise<LogPosition | null | undefined> {
  if (asked === START_OF_LOG) return undefined;
  return asked === undefined ? readEndOfLog(database, tenant) : findPosition(database, tenant, asked);
}

/**
 * Opens a stream if the account has a free place; the place is free again when either side closes the stream.
 * @throws DomainError RATE_LIMIT or UNAVAILABLE without a free place
 */
async function openStream(services: Services, stream: Stream): Promise<Readable> {
  const admission = await services.streams.enter(stream.tenant.accountId, 0);
  if (!admission.admitted) throw admissionRefused(admission, NO_PLACE);
  // A stream that is destroyed asks for no further message, and waits for the one that it has asked for.
  const readable: Readable = Readable.from(messagesOf(services, stream, () => readable.destroyed));
  return readable.once('close', () => admission.release());
}

/**
 * The log of events as it grows, in server-sent events. With a subscription: what its deliveries are, signed with its
 * secret, so that a receiver on the developer's own machine can be tried; on the test side only.
 * Source: docs/GAPS.md#W11
 */
export const streamEvents = endpoint({
  ...WEBHOOKS,
  operationId: 'streamEvents',
  summary: 'Events as they come, or the deliveries of a subscription with their signatures, as server-sent events',
  method: 'get',
  path: '/v1/events/stream',
  query: z.object({
    after: StreamPosition,
    type: EventTypeFilter,
    webhook_id: pathId('webhook').optional(),
    seconds: StreamSeconds,
  }),
  requestHeaders: { 'Last-Event-ID': 'As `after`, and before it: browsers send it when they connect again' },
  responses: {
    200: {
      description:
        'Each message has the id of its event, its type as `event`, and in `data` the event as in the log; with ' +
        '`webhook_id` its `headers` and `body` as they are delivered. Begins after `after` or `Last-Event-ID`, else ' +
        'now; the first message has no data and, as its id, where the stream begins',
      schema: null,
      mediaTypes: ['text/event-stream'],
    },
  },
  errors: ['NOT_FOUND'],
  async handle(call, services) {
    const { tenant } = call.principal;
    const { webhook_id: webhookId, type: types, seconds } = call.query;
    const position = StreamPosition.safeParse(call.header('Last-Event-ID') || call.query.after);
    if (!position.success) throw invalidField('Last-Event-ID', 'cursor', BAD_STREAM_POSITION);
    if (webhookId !== undefined) {
      if (tenant.environment !== 'test') {
        throw invalidField('webhook_id', 'test_only', 'signed deliveries are streamed on the test side only');
      }
      if ((await readListening(services.database, services.vault, tenant, webhookId)) === null) throw unknownWebhook();
    }
    const after = await placeOf(services.database, tenant, position.data);
    if (after === null) throw invalidField('after', 'unknown', 'is not an event of this account');
    const endAtMs = call.receivedAt.getTime() + seconds * 1000;
    const authorization = call.header('Authorization');
    const stream = await openStream(services, { tenant, webhookId, types, after, endAtMs, authorization });
    // nginx would gather what comes in small pieces.
    const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };
    return { status: 200, stream, headers };
  },
});
