import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { InvalidArgumentError, type Command } from 'commander';
import { z } from 'zod';
import { unknownEventText } from '../../domain/webhooks/event-names';
import { eventsMatching, SUBSCRIBABLE } from '../../domain/webhooks/events';
import { headerPlaceholders } from '../../domain/webhooks/controls';
import { EventInLog } from '../../domain/webhooks/schemas';
import { secretOf, signDelivery } from '../../domain/webhooks/signature';
import { isThisMachine } from '../../domain/webhooks/target';
import { apiAccess, httpUrl, type ApiAccess } from '../api-access';
import { dataDirOf, endWithReader, isJson, UsageError } from '../context';
import { followEvents, type StreamMessage } from '../event-stream';
import { writePrivately, type DataDir } from '../place';

/** As long as a delivery waits. Source: specification, "Events" */
const FORWARD_MS = 5_000;
/** The longest stream that the API gives; it is opened again after that. */
const STREAM_SECONDS = '3600';
const TEST_KEY = 'crd_test_';

interface ListenOptions {
  forwardTo: string;
  webhook?: string;
  events?: string;
  api?: string;
  header: Record<string, string>;
  allowRemote?: true;
}

/**
 * A list of events as the API takes it.
 * @throws InvalidArgumentError naming unknown ones
 */
function eventList(text: string): string {
  const unknown = text.split(',').filter((pattern) => eventsMatching(pattern.trim()).length === 0);
  if (unknown.length > 0) {
    throw new InvalidArgumentError(
      unknown.map((name) => `"${name}" ${unknownEventText(name, SUBSCRIBABLE)}`).join('; '),
    );
  }
  return text;
}

/** Collects `Name: value`; the service shows static headers by their names alone. */
function addHeader(text: string, others: Record<string, string>): Record<string, string> {
  const [, name, value] = /^([A-Za-z0-9-]+): *(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Write it as "X-Token: value".');
  return { ...others, [name.toLowerCase()]: value };
}

/**
 * @throws UsageError for another machine as receiver, unless `--allow-remote` is given: events are signed data of an
 * account
 */
function refuseOtherMachine({ forwardTo, allowRemote }: ListenOptions): void {
  if (allowRemote === true || isThisMachine(forwardTo)) return;
  const { host } = new URL(forwardTo);
  throw new UsageError(
    `--forward-to ${host} is not this machine (127.0.0.1, [::1] or localhost). ` +
      'To send your events to another one, add --allow-remote.',
  );
}

/** @throws UsageError for a key of the live side */
function testAccess(dataDir: DataDir, address: string | undefined): ApiAccess {
  const api = apiAccess(dataDir, address);
  if (!api.key.startsWith(TEST_KEY))
    throw new UsageError('Only deliveries of the test side are forwarded: use a test key.');
  return api;
}

/** The same secret each time, so that a receiver need not be set up again. */
function ownSecret(dataDir: DataDir): string {
  const file = dataDir.file('listen-secret');
  if (!existsSync(file)) writePrivately(file, `${secretOf(randomBytes(32))}\n`);
  return readFileSync(file, 'utf8').trim();
}

interface Forwarded {
  body: string;
  headers: Readonly<Record<string, string>>;
}

const SignedByApi = z.object({ headers: z.record(z.string(), z.string()), body: z.string() });

/** Replaces placeholders of static headers by the given values, and drops headers without one. */
function fillIn({ headers, body }: Forwarded, given: Readonly<Record<string, string>>): Forwarded {
  const filled = Object.entries(headers).flatMap(([name, value]) => {
    if (value !== headerPlaceholders([name])[name]) return [[name, value]];
    const known = given[name.toLowerCase()];
    return known === undefined ? [] : [[name, known]];
  });
  return { headers: Object.fromEntries(filled) as Record<string, string>, body };
}

/** Signs an event with a secret, as a delivery of a subscription is signed. */
function signHere({ id, type, data }: StreamMessage, secret: string): Forwarded {
  const view = EventInLog.parse(data);
  const object = view.event === undefined ? z.record(z.string(), z.unknown()).parse(view.data['object']) : view.data;
  const event = { id, type, createdAt: new Date(view.created_at), object };
  const { body, headers } = signDelivery(event, [secret], new Date());
  return { headers, body: body.toString('utf8') };
}

/**
 * Posts an event to the receiver.
 * @returns status or error, and the time taken; it never throws
 */
async function forward(to: string, { headers, body }: Forwarded) {
  const startedAt = performance.now();
  const elapsed = (): number => Math.round(performance.now() - startedAt);
  try {
    const init = {
      method: 'POST',
      redirect: 'manual',
      headers,
      body,
      signal: AbortSignal.timeout(FORWARD_MS),
    } as const;
    const response = await fetch(to, init);
    await response.arrayBuffer();
    return { status: response.status, duration_ms: elapsed(), error: null };
  } catch (fault) {
    const cause = fault instanceof Error && fault.cause instanceof Error ? fault.cause : fault;
    return { status: null, duration_ms: elapsed(), error: cause instanceof Error ? cause.message : String(cause) };
  }
}

/** Runs `corridor listen`: forwards events to a receiver and prints the results. */
async function runListen(options: ListenOptions, command: Command): Promise<void> {
  const { forwardTo, webhook, events } = options;
  refuseOtherMachine(options);
  const dataDir = dataDirOf(command);
  const api = testAccess(dataDir, options.api);
  const secret = webhook === undefined ? ownSecret(dataDir) : null;
  const query = new URLSearchParams({ seconds: STREAM_SECONDS });
  if (webhook !== undefined) query.set('webhook_id', webhook);
  if (events !== undefined) query.set('type', events);
  const print = (line: string, object: Record<string, unknown>): void =>
    console.log(isJson(command) ? JSON.stringify(object) : line);
  const onOpen = (): void => {
    const signedWith = secret === null ? `the secret of ${webhook ?? ''}` : secret;
    print(`Forwarding to ${forwardTo}, signed with ${signedWith}`, { forwarding_to: forwardTo, secret });
  };
  endWithReader();
  for await (const message of followEvents(api, query, onOpen)) {
    const request =
      secret === null ? fillIn(SignedByApi.parse(message.data), options.header) : signHere(message, secret);
    const { status, duration_ms, error } = await forward(forwardTo, request);
    print(`${message.type} ${message.id} -> ${status ?? error ?? ''} in ${duration_ms} ms`, {
      id: message.id,
      type: message.type,
      status,
      duration_ms,
      error,
    });
  }
}

/** Adds `corridor listen`. Source: docs/GAPS.md#W11, docs/GAPS.md#commands */
export function addListenCommand(program: Command): void {
  program
    .command('listen')
    .requiredOption('--forward-to <url>', 'address of the receiver, on this machine', httpUrl)
    .option('--allow-remote', 'let --forward-to be another machine')
    .option('--webhook <id>', 'only events of this subscription, signed with its secret')
    .option('--header <header>', 'value of a static header of the subscription, as "X-Token: value"', addHeader, {})
    .option('--events <list>', 'names and patterns such as payment.*, separated by commas', eventList)
    .option('--api <url>', 'address of the API; by default that of the service in --data-dir', httpUrl)
    .option('--json', 'print one JSON object for each')
    .action(runListen);
}
