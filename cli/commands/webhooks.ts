import { InvalidArgumentError, type Command } from 'commander';
import { sendTest } from '../../api/webhooks/test-webhook';
import { subscriptionView } from '../../api/webhooks/views';
import { findAccount } from '../../db/auth/accounts';
import type { Database } from '../../db/database';
import { listDeliveries } from '../../db/webhooks/deliveries';
import { readTenantOf } from '../../db/webhooks/listening';
import { findSubscription, listSubscriptions, type Subscription } from '../../db/webhooks/subscriptions';
import { readTrustedOrigins, trustOrigin, untrustOrigin } from '../../db/webhooks/trusted-origins';
import { ENVIRONMENTS, type Environment, type Tenant } from '../../domain/auth/tenant';
import { isIdOf } from '../../domain/ids';
import { unknownEventText } from '../../domain/webhooks/event-names';
import { eventsMatching, isEventName, PAYMENT_STATUS_CHANGED } from '../../domain/webhooks/events';
import { connectWorkflows } from '../../workflows/client/workflow-client';
import { actor } from '../actor';
import { contextOf, printResult, textOf, UsageError, withDatabase } from '../context';
import { DEMO_ACCOUNT } from '../demo/seed';
import { tableOf, terminalWidth, type Column } from '../table';
import { oneOf, pageSize, printLines } from './values';

const RECENT = 5;

function webhookId(text: string): string {
  if (isIdOf('webhook', text)) return text;
  throw new InvalidArgumentError('It must be the id of a subscription, such as wh_….');
}

/** An exact origin: scheme, host and port, as a browser writes it. */
function exactOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && url.origin === text) return text;
  throw new InvalidArgumentError('It must be an origin such as http://127.0.0.1:9000, without a path.');
}

async function existing(database: Database, id: string): Promise<{ tenant: Tenant; hook: Subscription }> {
  const tenant = await readTenantOf(database, id);
  const hook = tenant === null ? null : await findSubscription(database, tenant, id);
  if (tenant === null || hook === null) throw new UsageError(`There is no subscription ${id}.`);
  return { tenant, hook };
}

const COLUMNS: readonly Column<ReturnType<typeof subscriptionView>>[] = [
  { title: 'ID', isWhole: true, of: ({ id }) => id },
  { title: 'STATE', of: ({ enabled }) => (enabled ? 'enabled' : 'disabled') },
  { title: 'URL', of: ({ url }) => url },
  { title: 'EVENTS', of: ({ events }) => events.join(' ') },
];

interface ListOptions {
  account: string;
  environment: Environment;
  limit: number;
}

async function list({ account, environment, limit }: ListOptions, command: Command): Promise<void> {
  const rows = await withDatabase(contextOf(command), async (database) => {
    const found = await findAccount(database, account);
    if (found === null) throw new UsageError(`There is no account ${account}.`);
    return listSubscriptions(database, { accountId: found.id, environment }, { limit, after: undefined });
  });
  const webhooks = rows.map(subscriptionView);
  printLines(
    command,
    { webhooks },
    webhooks.length === 0 ? ['No subscriptions.'] : tableOf(webhooks, COLUMNS, terminalWidth()),
  );
}

async function show(id: string, _options: unknown, command: Command): Promise<void> {
  const shown = await withDatabase(contextOf(command), async (database) => {
    const { tenant, hook } = await existing(database, id);
    const all = { status: undefined, after: undefined };
    const rows = await listDeliveries(database, { tenant, webhookId: id, ...all, limit: RECENT });
    const deliveries = rows.map(({ id: delivery, event, status, attempts }) => {
      const last = attempts.at(-1);
      return { id: delivery, event, status, attempts: attempts.length, last: last?.status_code ?? last?.error ?? null };
    });
    return { ...subscriptionView(hook), environment: tenant.environment, deliveries };
  });
  const { deliveries, ...facts } = shown;
  printLines(command, shown, [
    ...Object.entries(facts).map(([name, value]) => `${name}: ${textOf(value)}`),
    ...deliveries.map(
      (each) => `${each.id} ${each.event} ${each.status} (attempts: ${each.attempts}, last: ${each.last ?? '-'})`,
    ),
  ]);
}

async function test(id: string, { event }: { event?: string }, command: Command): Promise<void> {
  const context = contextOf(command);
  const result = await withDatabase(context, async (database) => {
    const { tenant, hook } = await existing(database, id);
    const chosen = event ?? hook.events.flatMap(eventsMatching)[0] ?? 'payment.settled';
    const workflows = connectWorkflows(context.temporal, actor().id);
    return sendTest({ database, workflows }, { tenant, webhookId: id, event: chosen }).finally(() => workflows.close());
  });
  printResult(command, result);
  if (result.status === 'failed') process.exitCode = 1;
}

async function setTrust(origin: string, isTrusted: boolean, command: Command): Promise<void> {
  const change = isTrusted ? trustOrigin : untrustOrigin;
  const isChanged = await withDatabase(contextOf(command), (database) => change(database, origin, actor()));
  printResult(command, { origin, trusted: isTrusted, changed: isChanged });
}

async function listTrusted(_options: unknown, command: Command): Promise<void> {
  const origins = await withDatabase(contextOf(command), (database) => readTrustedOrigins(database, 'test'));
  printLines(command, { origins }, origins);
}

/** `corridor webhooks …`. Source: docs/GAPS.md#W11, docs/GAPS.md#commands */
export function addWebhookCommands(program: Command): void {
  const webhooks = program.command('webhooks');
  const json = (command: Command): Command => command.option('--json', 'print one JSON object');
  json(webhooks.command('list'))
    .description('Subscriptions of an account, the newest first')
    .option('--account <name>', 'name or id of the account', DEMO_ACCOUNT)
    .option('--environment <side>', 'side of the account', oneOf(ENVIRONMENTS), 'test')
    .option('--limit <n>', 'page size, 1 to 100', pageSize, 100)
    .action(list);
  json(webhooks.command('show'))
    .description('One subscription with its latest deliveries')
    .argument('<id>', 'id of the subscription', webhookId)
    .action(show);
  json(webhooks.command('test'))
    .description('Send a sample event to a subscription once, and print the result')
    .argument('<id>', 'id of the subscription', webhookId)
    .option('--event <event>', 'name of the event; by default the first of the subscription', (name) => {
      if (isEventName(name) || name === PAYMENT_STATUS_CHANGED) return name;
      throw new InvalidArgumentError(`"${name}" ${unknownEventText(name)}`);
    })
    .action(test);
  json(webhooks.command('trust'))
    .description('Let webhooks of the test side reach an origin that the target policy refuses, for development')
    .argument('<origin>', 'such as http://127.0.0.1:9000', exactOrigin)
    .action((origin: string, _options: unknown, command: Command) => setTrust(origin, true, command));
  json(webhooks.command('untrust'))
    .description('Stop trusting an origin')
    .argument('<origin>', 'as it was trusted', exactOrigin)
    .action((origin: string, _options: unknown, command: Command) => setTrust(origin, false, command));
  json(webhooks.command('trusted')).description('Origins that are trusted').action(listTrusted);
}
