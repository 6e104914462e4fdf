import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { publishMany } from '../benches/webhooks/publish';
import { findOrCreateAccount } from '../../db/auth/accounts';
import type { AnswerLog } from './answer-log';
import { callApi, textOf, type Call, type CallAnswer, type ReceivedRequest } from './http';
import { patiently, until } from './patience';
import { Random } from './random';
import type { Plan } from './schedule';
import type { Site } from './site';
import { memberOf } from '../../domain/unknown-value';

/** The endpoint of the waves, and its name in the receivers' ledger. */
export const WAVE_ENDPOINT = 'wave';

const WAVES = 3;
/** More than a batch of first attempts has, so that a wave is several of these. */
const EVENTS_OF_ONE = 60;
/** In a run of ten minutes the first retries, five minutes later, meet faults as well. */
const LAST_SHARE = 0.4;
const RETRY_MS = 500;

/**
 * A receiver that refuses every event once: whole waves fail, and wait for their retries. It knows the secret of
 * the subscription's creation alone, with which the single-value signature is made until the overlap of a rotation ends.
 */
export class WaveReceiver {
  /** Ids of events that were answered with 200. */
  readonly received = new Set<string>();
  /** Ids of events whose signature was not made with that secret. */
  readonly unsigned = new Set<string>();
  secret = '';
  private readonly refused = new Set<string>();

  /** @returns the status that a delivery is answered with */
  answer({ headers, body }: Pick<ReceivedRequest, 'headers' | 'body'>): number {
    const id = textOf(body, 'id');
    // Bodies are compact, and parsing keeps the order of their members: these are the bytes that came.
    const signature = createHmac('sha256', this.secret).update(JSON.stringify(body)).digest('hex');
    if (headers['x-service-signature'] !== signature) {
      this.unsigned.add(id);
      return 401;
    }
    if (!this.refused.has(id)) {
      this.refused.add(id);
      return 503;
    }
    this.received.add(id);
    return 200;
  }
}

/** @returns the id of the subscription that the waves go to */
export async function subscribeWaves(site: Site, receiver: WaveReceiver): Promise<string> {
  const { status, body } = await callApi(site.urlOf('client>api-1'), {
    method: 'POST',
    path: '/v1/webhooks',
    key: site.clientKey,
    body: { url: `${site.urlOf('worker>receiver')}/${WAVE_ENDPOINT}`, events: ['buyer.matched'] },
  });
  if (status !== 201) throw new Error(`the subscription of the waves was answered with ${status}`);
  receiver.secret = textOf(body, 'secret');
  return String(memberOf(body, 'id'));
}

export interface WaveContext {
  site: Site;
  plan: Plan;
  webhookId: string;
  answers: AnswerLog;
  signal: AbortSignal;
}

/** Makes waves of events, and rotates the secret and recovers what was missed while they travel, by the plan's seed. */
export async function makeWaves({ site, plan, webhookId, answers, signal }: WaveContext, startedAt: number) {
  const random = new Random(plan.seed, 'waves');
  const { id: accountId } = await findOrCreateAccount(site.database, 'Chaos');
  const tenant = { accountId, environment: 'test' } as const;
  const webhook = `/v1/webhooks/${webhookId}`;

  /** A client that is careful: what was not answered, or with 5xx, is asked again until the run is over. */
  async function ask(request: Omit<Call, 'key'>): Promise<void> {
    while (Date.now() < startedAt + plan.runMs) {
      const url = site.urlOf(random.pick(['client>api-1', 'client>api-2'] as const));
      const answer: CallAnswer | null = await callApi(url, { ...request, key: site.clientKey }).catch(() => null);
      if (answer !== null) answers.note(request.method, request.path, answer);
      if (answer !== null && answer.status < 500 && answer.status !== 429) return;
      await delay(RETRY_MS, undefined, { signal });
    }
  }

  const acts = [
    // Whoever holds the account's row keeps its events from being written, too; what is written again has ids of its own.
    () => patiently(() => publishMany(site.database, tenant, EVENTS_OF_ONE), signal),
    () => ask({ method: 'POST', path: `${webhook}/rotate-secret`, body: { overlap_hours: 24 } }),
    () => ask({ method: 'POST', path: `${webhook}/recover`, body: { since: new Date(startedAt).toISOString() } }),
  ];
  const all = Array.from({ length: WAVES }, () => acts).flat();
  await Promise.all(
    all.map(async (act) => {
      await until(startedAt + random.next() * LAST_SHARE * plan.runMs, signal);
      await act();
    }),
  );
}
