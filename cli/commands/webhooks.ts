import { InvalidArgumentError, type Command } from 'commander';
import { sendTest } from '../../api/webhooks/test-webhook';
import { subscriptionView } from '../../api/webhooks/views';
import type { Database } from '../../db/database';
import { listDeliveries } from '../../db/webhooks/deliveries';
import { readTenantOf } from '../../db/webhooks/listening';
import { findSubscription, listSubscriptions, type Subscription } from '../../db/webhooks/subscriptions';
import { readTrustedOrigins, trustOrigin, untrustOrigin } from '../../db/webhooks/trusted-origins';
import { ENVIRONMENTS, type Tenant } from '../../domain/auth/tenant';
import { isIdOf } from '../../domain/ids';
import { unknownEventText } from '../../domain/webhooks/event-names';
import { eventsMatching, isEventName, PAYMENT_STATUS_CHANGED } from '../../domain/webhooks/events';
import { connectWorkflows } from '../../workflows/client/workflow-client';
import { actor } from '../actor';
import { contextOf, textOf, UsageError } from '../context';
import { DEMO_ACCOUNT } from '../demo/seed';
import { tableOf, terminalWidth, type Column } from '../table';
import { tenantOf, type Side } from './account-of';
import { addResult } from './answer';
import { oneOf, pageSize } from './values';

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

async function requireSubscription(database: Database, id: string): Promise<{ tenant: Tenant; hook: Subscription }> {
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

const TRUST = [
  [
    'trust',
    trustOrigin,
    'Let webhooks of the test side reach an origin that the target policy refuses, for development',
  ],
  ['untrust', untrustOrigin, 'Stop trusting an origin'],
] as const;

/** Adds `corridor webhooks …`. Source: docs/GAPS.md#W11, docs/GAPS.md#commands */
export function addWebhookCommands(program: Command): void {
  const webhooks = program.command('webhooks');
  const list = webhooks
    .command('list')
    .description('Subscriptions of an account, the newest first')
    .option('--account <name>', 'name or id of the account', DEMO_ACCOUNT)
    .option('--environment <side>', 'side of the account', oneOf(ENVIRONMENTS), 'test')
    .option('--limit <n>', 'page size, 1 to 100', pageSize, 100);
  addResult<Side & { limit: number }>(list, async ({ database, options }) => {
    const page = { limit: options.limit, after: undefined };
    const rows = await listSubscriptions(database, await tenantOf(database, options), page);
    const views = rows.map((row) => subscriptionView(row));
    return [{ webhooks: views }, views.length === 0 ? ['No subscriptions.'] : tableOf(views, COLUMNS, terminalWidth())];
  });
  const show = webhooks
    .command('show')
    .description('One subscription with its latest deliveries')
    .argument('<id>', 'id of the subscription', webhookId);
  addResult(show, async ({ database, id }) => {
    const { tenant, hook } = await requireSubscription(database, id);
    const all = { status: undefined, after: undefined };
    const rows = await listDeliveries(database, { tenant, webhookId: id, ...all, limit: RECENT });
    const deliveries = rows.map(({ id: delivery, event, status, attempts }) => {
      const last = attempts.at(-1);
      return { id: delivery, event, status, attempts: attempts.length, last: last?.status_code ?? last?.error ?? null };
    });
    const facts = { ...subscriptionView(hook), environment: tenant.environment };
    return [
      { ...facts, deliveries },
      [
        ...Object.entries(facts).map(([name, value]) => `${name}: ${textOf(value)}`),
        ...deliveries.map(
          (each) => `${each.id} ${each.event} ${each.status} (attempts: ${each.attempts}, last: ${each.last ?? '-'})`,
        ),
      ],
    ];
  });
  const test = webhooks
    .command('test')
    .description('Send a sample event to a subscription once, and print the result')
    .argument('<id>', 'id of the subscription', webhookId)
    .option('--event <event>', 'name of the event; by default the first of the subscription', (name) => {
      if (isEventName(name) || name === PAYMENT_STATUS_CHANGED) return name;
      throw new InvalidArgumentError(`"${name}" ${unknownEventText(name)}`);
    });
  addResult<{ event?: string }>(test, async ({ database, id, options }) => {
    const { tenant, hook } = await requireSubscription(database, id);
    const event = options.event ?? hook.events.flatMap(eventsMatching)[0] ?? 'payment.settled';
    const workflows = connectWorkflows(contextOf(test).temporal, actor().id);
    const sending = sendTest({ database, workflows }, { tenant, webhookId: id, event });
    const result = await sending.finally(() => workflows.close());
    if (result.status === 'failed') process.exitCode = 1;
    return { ...result };
  });
  for (const [name, change, description] of TRUST) {
    const command = webhooks
      .command(name)
      .description(description)
      .argument('<origin>', 'such as http://127.0.0.1:9000', exactOrigin);
    addResult(command, async ({ database, id: origin }) => {
      return { origin, trusted: name === 'trust', changed: await change(database, origin, actor()) };
    });
  }
  addResult(webhooks.command('trusted').description('Origins that are trusted'), async ({ database }) => {
    const origins = await readTrustedOrigins(database, 'test');
    return [{ origins }, origins];
  });
}
