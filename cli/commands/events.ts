import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { InvalidArgumentError, type Command } from 'commander';
import type { Database } from '../../db/database';
import { findPosition, readLog } from '../../db/webhooks/event-log';
import { publishEvent } from '../../db/webhooks/publish-event';
import { ENVIRONMENTS, type Environment } from '../../domain/auth/tenant';
import { EVENT_TYPES, eventsMatching, findEventType, PAYMENT_STATUS_CHANGED } from '../../domain/webhooks/events';
import { eventView } from '../../domain/webhooks/payload';
import { isNode } from '../../domain/unknown-value';
import { DEMO_ACCOUNT } from '../demo/seed';
import { actor } from '../actor';
import { contextOf, endWithReader, isJson, UsageError, withDatabase } from '../context';
import { DomainError } from '../../domain/errors';
import { tenantOf, type Side } from './account-of';
import { addResult } from './answer';
import { refuseCommand } from './refusal';
import { oneOf } from './values';

const POLL_MS = 500;
const PAGE = 100;

/** Parses a JSON object, or the file that `@file` names. */
function jsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text.startsWith('@') ? readFileSync(text.slice(1), 'utf8') : text);
    if (isNode(value)) return value;
  } catch (fault) {
    throw new InvalidArgumentError(fault instanceof Error ? fault.message : 'It is not JSON.');
  }
  throw new InvalidArgumentError('It must be a JSON object, or @ and the name of a file with one.');
}

/** Names of the events that a list of names and patterns matches. */
function eventNames(text: string): string[] {
  const lists = text.split(',').map((pattern) => eventsMatching(pattern.trim()));
  if (lists.some((names) => names.length === 0)) {
    throw new InvalidArgumentError(`Names are ${EVENT_TYPES.map(({ name }) => name).join(', ')}; patterns too.`);
  }
  return [...new Set(lists.flat())];
}

/** Each fault of the object on a line of its own, with the member that is at fault. */
function explainFaults(fault: unknown): never {
  if (!(fault instanceof DomainError) || fault.details === undefined) return refuseCommand(fault);
  throw new UsageError(fault.details.map(({ field, message }) => `${field}: ${message}`).join('\n'));
}

interface Publication {
  type: string;
  account: string;
  object: Record<string, unknown>;
  environment: Environment;
}

async function publish(database: Database, request: Publication): Promise<Record<string, unknown>> {
  const { id } = await publishEvent(database, request, { actor: actor(), held: null }).catch(explainFaults);
  return { id, type: request.type, environment: request.environment };
}

interface Tail extends Side {
  type?: string[];
  after?: string;
  once?: true;
}

/** Prints the events of a tenant and then new ones, until the reader ends it. */
async function tailEvents(options: Tail, command: Command): Promise<void> {
  endWithReader();
  await withDatabase(contextOf(command), async (database) => {
    const tenant = await tenantOf(database, options);
    const begin = options.after === undefined ? undefined : await findPosition(database, tenant, options.after);
    if (begin === null) throw new UsageError(`There is no event ${options.after ?? ''}.`);
    let after = begin;
    for (;;) {
      const events = await readLog(database, { tenant, after, types: options.type, limit: PAGE });
      for (const event of events) {
        const view = eventView(event);
        console.log(
          isJson(command)
            ? JSON.stringify(view)
            : `${view.created_at} ${view.id} ${view.type} ${JSON.stringify(view.data)}`,
        );
      }
      after = events.at(-1)?.position ?? after;
      if (events.length === PAGE) continue;
      if (options.once === true) return;
      await delay(POLL_MS);
    }
  });
}

/** Adds `corridor events …`. Source: docs/GAPS.md#W9, docs/GAPS.md#commands */
export function addEventCommands(program: Command): void {
  const events = program.command('events');
  const publishing = events
    .command('publish')
    .description('Publish an external event to an account, such as buyer.matched')
    .requiredOption('--type <event>', 'name of the event', oneOf(EVENT_TYPES.map(({ name }) => name)))
    .requiredOption('--account <name>', 'name or id of the account')
    .requiredOption('--object <json>', 'its object as JSON, or @file', jsonObject)
    .option('--environment <side>', 'side of the account', oneOf(ENVIRONMENTS), 'test');
  addResult<Publication>(publishing, ({ database, options }) => {
    const { type, account, object, environment } = options;
    return publish(database, { type, account, object, environment });
  });
  events
    .command('tail')
    .description('Print events as they occur, from the oldest stored or after one')
    .option('--account <name>', 'name or id of the account', DEMO_ACCOUNT)
    .option('--environment <side>', 'side of the account', oneOf(ENVIRONMENTS), 'test')
    .option('--type <events>', 'names and patterns such as payment.*', eventNames)
    .option('--after <id>', 'id of the event after which to start')
    .option('--once', 'end after the newest instead of waiting for more')
    .option('--json', 'print one JSON object for each')
    .action(tailEvents);
}

/** Adds `corridor trigger`. Source: docs/GAPS.md#commands */
export function addTriggerCommand(program: Command): void {
  const command = program
    .command('trigger')
    .argument('<event>', 'name of the event')
    .option('--account <name>', 'name or id of the account', DEMO_ACCOUNT);
  addResult<{ account: string }>(command, ({ database, id: event, options: { account } }) => {
    const found = findEventType(event === PAYMENT_STATUS_CHANGED ? 'payment.submitted' : event);
    if (found === undefined) {
      throw new UsageError(`There is no event ${event}. There are ${EVENT_TYPES.map(({ name }) => name).join(', ')}.`);
    }
    return publish(database, { type: found.name, account, object: found.sample, environment: 'test' });
  });
}
