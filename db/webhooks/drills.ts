import type { output } from 'zod';
import type { Tenant } from '../../domain/auth/tenant';
import { DomainError, invalidField, tooMany } from '../../domain/errors';
import {
  DRILL_SCENARIOS,
  DRILL_TITLES,
  type DrillOutcome,
  type DrillScenario,
} from '../../domain/webhooks/drills/scenarios';
import type { Drill, DrillResult } from '../../domain/webhooks/drills/schemas';
import { newId } from '../../lib/ids';
import type { Vault } from '../../lib/vault';
import { appendAuditEntry, type Actor } from '../auth/audit-log';
import type { Database, Queryable } from '../database';
import { nameIdempotentSubject, type HeldKey } from '../idempotency';
import { addToOutbox, TOPICS } from '../outbox';
import { openSettings, type SealedSettings } from './controls';
import { liveSecrets, type SealedSecrets } from './subscriptions';
import { trustedOriginsSql } from './trusted-origins';

type Result = output<typeof DrillResult>;

/** A drill as it is stored. */
export interface DrillRow extends Pick<output<typeof Drill>, 'id' | 'webhook_id' | 'status' | 'verdict'> {
  results: Result[];
  created_at: Date;
  finished_at: Date | null;
}

const COLUMNS = 'id, webhook_id, status, verdict, results, created_at, finished_at';

/** Drills that an account may order in an hour: each sends about 35 requests to an address that nobody has proven to own. */
const DRILLS_AN_HOUR = 20;

/** A drill takes a few minutes: one that is older has lost its workflow, and must not keep others from starting. */
const LOST_AFTER = "interval '1 hour'";

export interface DrillOrder {
  tenant: Tenant;
  webhookId: string;
  actor: Actor;
  held: HeldKey | null;
}

/**
 * Orders a drill of the receiver of a subscription, which a workflow runs, with an audit entry.
 * @returns null where the tenant has no such subscription
 * @throws DomainError DUPLICATE while another drill of the subscription runs; RATE_LIMIT when the account has used up
 * its drills of an hour; INVALID_REQUEST for a queue, whose receiver answers nobody
 * Source: docs/GAPS.md#drills
 */
export async function startDrill(database: Database, order: DrillOrder): Promise<DrillRow | null> {
  const { tenant, webhookId, actor, held } = order;
  const { accountId, environment } = tenant;
  return database.transaction(async (client) => {
    const [hook] = await client.query<{ is_queue: boolean }>(
      `select s.destination is not null as is_queue from webhook_subscriptions s join accounts a on a.id = s.account_id
       where s.id = $1 and s.account_id = $2 and s.environment = $3 and s.deleted_at is null for no key update`,
      [webhookId, accountId, environment],
    );
    if (hook === undefined) return null;
    if (hook.is_queue) throw invalidField('webhook_id', 'https_only', 'drills examine HTTPS receivers, not queues');
    const [full] = await client.query<{ wait: number }>(
      `with lost as (
         update webhook_drills set status = 'cancelled', finished_at = now()
         where webhook_id = $1 and status = 'running' and created_at < now() - ${LOST_AFTER})
       select ceil(extract(epoch from created_at + interval '1 hour' - now()))::integer as wait from webhook_drills
       where account_id = $2 and created_at > now() - interval '1 hour'
       order by created_at desc offset ${DRILLS_AN_HOUR - 1} limit 1`,
      [webhookId, accountId],
    );
    if (full !== undefined)
      throw tooMany(`An account may order ${DRILLS_AN_HOUR} drills an hour.`, Math.max(1, full.wait));
    const [drill] = await client.query<DrillRow>(
      `insert into webhook_drills (id, account_id, environment, webhook_id) values ($1, $2, $3, $4)
       on conflict (webhook_id) where status = 'running' do nothing returning ${COLUMNS}`,
      [newId('drill'), accountId, environment, webhookId],
    );
    if (drill === undefined) throw new DomainError('DUPLICATE', 'A drill of this subscription runs already.');
    await addToOutbox(client, { topic: TOPICS.drillWebhook, subject: drill.id, accountId });
    const entry = { actor, act: 'webhook.drilled', subject: webhookId, accountId };
    await appendAuditEntry(client, { ...entry, detail: { environment, drillId: drill.id } });
    await nameIdempotentSubject(client, held, drill.id);
    return drill;
  });
}

/** @throws DomainError NOT_FOUND for an unknown drill, and for another tenant's */
export async function readDrill(database: Queryable, tenant: Tenant, drillId: string): Promise<DrillRow> {
  const [row] = await database.query<DrillRow>(
    `select ${COLUMNS} from webhook_drills where id = $1 and account_id = $2 and environment = $3`,
    [drillId, tenant.accountId, tenant.environment],
  );
  if (row === undefined) throw new DomainError('NOT_FOUND', 'There is no such drill.');
  return row;
}

/** The last ordered drill of a subscription, or null. */
export async function findNewestDrill(
  database: Queryable,
  tenant: Tenant,
  webhookId: string,
): Promise<DrillRow | null> {
  const [row] = await database.query<DrillRow>(
    `select ${COLUMNS} from webhook_drills
     where webhook_id = $1 and account_id = $2 and environment = $3 order by id desc limit 1`,
    [webhookId, tenant.accountId, tenant.environment],
  );
  return row ?? null;
}

/** The tenant of a drill, for commands; null where there is none. */
export async function readTenantOfDrill(database: Queryable, drillId: string): Promise<Tenant | null> {
  const [row] = await database.query<Tenant>(
    'select account_id as "accountId", environment from webhook_drills where id = $1',
    [drillId],
  );
  return row ?? null;
}

/** Where the deliveries of a drill go, and what signs them. */
export interface DrillTarget {
  url: string;
  accountId: string;
  headers: Record<string, string>;
  /** Whether one of its secrets is not set for this address: nothing may be sent. */
  lacksSecret: boolean;
  secrets: [string, ...string[]];
  trustedOrigins: string[];
  /** Names and patterns that the subscription lists. */
  patterns: string[];
  /** Attempts a second at most; null: no bound. */
  rate: number | null;
  /** Of the scenario, where it is on record. */
  outcome: DrillOutcome | null;
}

interface TargetRow extends SealedSecrets, SealedSettings, Omit<DrillTarget, 'headers' | 'lacksSecret' | 'secrets'> {
  webhook_id: string;
  url: string;
}

/** What a scenario of a drill needs; null where the drill has ended or its subscription is deleted. */
export async function readDrillTarget(
  database: Queryable,
  vault: Vault,
  { drillId, scenario, now }: { drillId: string; scenario: DrillScenario; now: Date },
): Promise<DrillTarget | null> {
  const [row] = await database.query<TargetRow>(
    `select s.id as webhook_id, s.url, s.account_id as "accountId", s.events as patterns, s.rate_per_second as rate,
       s.secret_sealed, s.previous_secret_sealed, s.overlap_until, s.headers_sealed, s.destination, s.credentials_sealed,
       ${trustedOriginsSql('d.environment')} as "trustedOrigins",
       (select result ->> 'outcome' from jsonb_array_elements(d.results) result
        where result ->> 'scenario' = $2) as outcome
     from webhook_drills d join webhook_subscriptions s on s.id = d.webhook_id
     where d.id = $1 and d.status = 'running' and s.deleted_at is null`,
    [drillId, scenario],
  );
  if (row === undefined) return null;
  const { url, accountId, patterns, rate, trustedOrigins, outcome } = row;
  const { headers, lacksSecret } = openSettings(vault, row);
  return {
    ...{ url, accountId, patterns, rate, trustedOrigins, outcome, headers, lacksSecret },
    secrets: liveSecrets(row, vault, now),
  };
}

/**
 * Stores the result of a scenario, unless it has one.
 * @returns whether the drill still runs
 */
export async function keepDrillResult(database: Queryable, drillId: string, result: Result): Promise<boolean> {
  const [row] = await database.query(
    `update webhook_drills
     set results = case when results @> jsonb_build_array(jsonb_build_object('scenario', $3::text)) then results
       else results || $2::jsonb end
     where id = $1 and status = 'running' returning id`,
    [drillId, JSON.stringify([result]), result.scenario],
  );
  return row !== undefined;
}

/** How a drill has ended. */
export interface DrillEnding {
  status: 'completed' | 'cancelled';
  verdict: 'passed' | 'failed' | null;
}

/** A `skipped` result for each scenario that was not played. */
function skippedAfter(results: readonly Result[]): Result[] {
  const played = new Set(results.map(({ scenario }) => scenario));
  return DRILL_SCENARIOS.filter((scenario) => !played.has(scenario)).map((scenario) => ({
    ...{ scenario, title: DRILL_TITLES[scenario], outcome: 'skipped' as const, deliveries: [] },
    ...{ fault: null, message: null, advice: null },
  }));
}

/** Ends a drill with a verdict, or as cancelled if its subscription was deleted meanwhile. A repeat changes nothing. */
export async function finishDrill(database: Database, drillId: string): Promise<DrillEnding> {
  return database.transaction(async (client) => {
    const [drill] = await client.query<DrillRow & { is_deleted: boolean }>(
      `select d.status, d.verdict, d.results, s.deleted_at is not null as is_deleted
       from webhook_drills d join webhook_subscriptions s on s.id = d.webhook_id where d.id = $1 for update of d`,
      [drillId],
    );
    if (drill === undefined) return { status: 'cancelled', verdict: null };
    const { status, verdict, results } = drill;
    if (status !== 'running') return { status, verdict };
    const isFailed = results.some(({ outcome }) => outcome === 'failed');
    const ending: DrillEnding = drill.is_deleted
      ? { status: 'cancelled', verdict: null }
      : { status: 'completed', verdict: isFailed ? 'failed' : 'passed' };
    await client.query(
      `update webhook_drills set status = $2, verdict = $3, results = results || $4::jsonb, finished_at = now()
       where id = $1`,
      [drillId, ending.status, ending.verdict, JSON.stringify(skippedAfter(results))],
    );
    return ending;
  });
}
