import { AttemptBounds, FIRST_ATTEMPTS } from '../../activities/webhooks/attempt-bounds';
import { createBurstActivities, type BurstActivities } from '../../activities/webhooks/attempt-burst';
import { createDeliveryActivities, type DeliveryActivities } from '../../activities/webhooks/attempt-delivery';
import { createGuardedAgents } from '../../activities/webhooks/guarded-connect';
import { BEFORE_ALL_ACCOUNTS, takeOutboxItems } from '../../db/outbox';
import { formBurst } from '../../db/webhooks/bursts';
import { closeAtEnd } from './closing';
import { startScriptedServer, type HttpRequest, type Reaction } from './http-server';
import { startStack, type Stack } from './stack';

/** The schedule of the specification: after the first attempt, and after retry 1. */
export const RETRY_1_MS = 5 * 60_000;
export const RETRY_2_MS = 30 * 60_000;

/** Deliveries of a burst of the scene. */
export const SIZE = 6;

/** What takes all that is due in the lane of deliveries. */
export const TAKE = {
  lane: 'deliveries' as const,
  after: BEFORE_ALL_ACCOUNTS,
  limit: 500,
  ofOneAccount: 100,
};

export interface BurstRow {
  id: string;
  event_id: string;
  status: string;
  burst: string | null;
  next_attempt_at: Date | null;
  made: number;
  ended_at: Date | null;
}

export interface FormedBurst {
  key: string;
  webhookId: string;
  id: string;
  rows: () => Promise<BurstRow[]>;
}

/** A stack without workers, whose bursts the test makes by hand, and the receiver of all of them. */
export interface BurstScene {
  stack: Stack;
  receiverUrl: string;
  bounds: AttemptBounds;
  bursts: BurstActivities;
  deliveries: DeliveryActivities;
  /** How the receiver answers; 503 until it is told. */
  react: (request: HttpRequest) => Reaction | Promise<Reaction>;
  /** How often the relays were told of something. */
  wakes: number;
  /** When each event arrived, Unix time in milliseconds. */
  arrivals: Map<string, number[]>;
  /** Deliveries of one subscription in one burst, of which no attempt is made. */
  formOne(): Promise<FormedBurst>;
  /** A burst whose first attempts have all failed. */
  failFirst(): Promise<FormedBurst>;
}

/** How far a due time is from the end of the last attempt, in milliseconds, beyond the pause. */
export function offBy({ next_attempt_at: due, ended_at: ended }: BurstRow, pauseMs: number): number {
  return Math.abs((due?.getTime() ?? 0) - (ended?.getTime() ?? 0) - pauseMs);
}

function rowsOf({ database }: Stack, webhookId: string): Promise<BurstRow[]> {
  return database.query<BurstRow>(
    `select d.id, d.event_id, d.status, d.burst, d.next_attempt_at, count(a.number)::int as made,
       max(a.started_at + make_interval(secs => a.duration_ms / 1000.0)) as ended_at
     from deliveries d left join delivery_attempts a on a.delivery_id = d.id and a.duration_ms is not null
     where d.webhook_id = $1 group by d.id order by d.id`,
    [webhookId],
  );
}

async function formOne(stack: Stack, receiverUrl: string, account: string): Promise<FormedBurst> {
  const key = await stack.createKey(account);
  const hook = { url: `${receiverUrl}/hook`, events: ['shipment.created'] };
  const webhookId = String((await stack.call('POST', '/v1/webhooks', { key, body: hook })).body['id']);
  for (let made = 0; made < SIZE; made += 1) {
    await stack.call('POST', '/v1/shipments', { key, body: { origin_country: 'DE', destination_country: 'US' } });
  }
  const rows = (): Promise<BurstRow[]> => rowsOf(stack, webhookId);
  const ids = new Set((await rows()).map(({ id }) => id));
  const items = await takeOutboxItems(stack.database, { ...TAKE, leaseSeconds: 0 });
  const mine = items.filter(({ subject }) => ids.has(subject));
  const formed = await formBurst(stack.database, webhookId, mine);
  return { key, webhookId, id: formed?.burstId ?? '', rows };
}

export async function startBurstScene(): Promise<BurstScene> {
  const arrivals = new Map<string, number[]>();
  const receiver = await startScriptedServer((request) => {
    const event = String(request.headers['webhook-id']);
    arrivals.set(event, [...(arrivals.get(event) ?? []), Date.now()]);
    return scene.react(request);
  });
  const trustedOrigins = [receiver.url];
  const stack = await startStack({ webhookTrustedOrigins: trustedOrigins, workers: false });
  const agents = createGuardedAgents({ caFile: null, nameServers: [] });
  closeAtEnd(() => agents.close());
  const bounds = new AttemptBounds(FIRST_ATTEMPTS);
  const wake = (): void => void (scene.wakes += 1);
  const context = { database: stack.database, vault: stack.vault, agents, trustedOrigins, bounds, wake };
  const bursts = createBurstActivities(context);
  let accounts = 0;
  const scene: BurstScene = {
    stack,
    receiverUrl: receiver.url,
    bounds,
    bursts,
    deliveries: createDeliveryActivities(context),
    react: () => ({ status: 503 }),
    wakes: 0,
    arrivals,
    formOne: () => formOne(stack, receiver.url, `account-${(accounts += 1)}`),
    async failFirst() {
      const burst = await scene.formOne();
      await bursts.attemptBurst(burst.id);
      arrivals.clear();
      return burst;
    },
  };
  return scene;
}
