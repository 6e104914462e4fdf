import { isAnswering, isTalking } from '../../db/health';
import { CHANNELS, listen } from '../../db/listener';
import { instructionBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startSilentProxy, type SilentProxy } from '../support/silent-proxy';
import { startStack, type Stack } from '../support/stack';
import { insertDispatch } from '../support/rows';

/** A silent connection is given up after 20 s; what follows takes seconds where the machine is busy. */
const RECOVERY_MS = 30_000;
const PATH = '/api/v1/payments/instructions';

let proxy: SilentProxy;
let stack: Stack;
let partner: TestPartner;
let key: string;

beforeAll(async () => {
  stack = await startStack({
    workers: false,
    async throughProxy(url) {
      proxy = await startSilentProxy(url);
      return proxy.url;
    },
  });
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north' });
  key = await stack.createKey('acme');
});

async function timed(path: string): Promise<{ status: number; tookMs: number }> {
  const startedAt = performance.now();
  const { status } = await stack.call('GET', path);
  return { status, tookMs: performance.now() - startedAt };
}

/**
 * Asks once a second, as clients do that are answered 503, without waiting for answers that do not come.
 * @returns after how long the first of them was as wanted, once every one of them has been answered
 */
async function untilStatus(wanted: number, ask: () => Promise<{ status: number }>): Promise<number> {
  const startedAt = performance.now();
  const asked: Promise<void>[] = [];
  let tookMs: number | null = null;
  while (tookMs === null) {
    asked.push(
      ask().then(({ status }) => {
        if (status === wanted) tookMs ??= performance.now() - startedAt;
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  await Promise.all(asked);
  return tookMs;
}

it('lets the first create, report and read through within 30 s of a silent fail-over, and health checks within their bound', async () => {
  const made = await stack.call('POST', PATH, { key, body: instructionBody() });
  const { instructionId } = made.body['data'] as { instructionId: string };
  await insertDispatch(stack.database, instructionId);
  const listener = await listen(proxy.url);
  let news = 0;
  listener.on(CHANNELS.routes, () => (news += 1));
  expect(await timed('/readyz')).toMatchObject({ status: 200 });
  // Several connections are warm, so that one that is silent is not the last of them.
  await Promise.all(Array.from({ length: 30 }, () => stack.services.database.query('select pg_sleep(0.05)')));

  proxy.silence();
  const recoveries = [
    untilStatus(201, () => stack.call('POST', PATH, { key, body: instructionBody() })),
    untilStatus(200, () => stack.call('GET', `${PATH}/${instructionId}`, { key })),
    untilStatus(200, () =>
      stack.call('PUT', `${PATH}/${instructionId}/status`, { key: partner.key, body: { status: 'accepted' } }),
    ),
    untilStatus(200, () => stack.call('GET', '/v1/webhooks', { key })),
  ];
  const ready = await timed('/readyz');
  expect(ready.tookMs).toBeLessThan(4_000);
  expect((await timed('/healthz')).status).toBe(200);
  for (const tookMs of await Promise.all(recoveries)) expect(tookMs).toBeLessThan(RECOVERY_MS);
  expect(await timed('/readyz')).toMatchObject({ status: 200 });
  // The listener has found its silent connection, too, and tells that something may have been missed.
  await untilStatus(1, () => Promise.resolve({ status: Math.min(news, 1) }));
  await listener.close();
});

describe('health', () => {
  const database = (outcome: 'answered' | 'refused' | 'silent', sinceMs: number, oldestMs = 0) => ({
    probe: () => Promise.resolve(outcome),
    sinceAnswerMs: () => sinceMs,
    oldestWorkMs: () => oldestMs,
  });

  it('is lost by a process that has heard nothing for a minute, not by one that is refused', async () => {
    expect(await isTalking(database('silent', 59_000))).toBe(true);
    expect(await isTalking(database('silent', 61_000))).toBe(false);
    expect(await isTalking(database('refused', 600_000))).toBe(true);
    expect(await isTalking(database('answered', 600_000))).toBe(true);
  });

  it('is ready while Postgres answers the probe, or others whose connections leave none for it', async () => {
    expect(await isAnswering(database('answered', 0))).toBe(true);
    expect(await isAnswering(database('refused', 0))).toBe(false);
    expect(await isAnswering(database('silent', 500))).toBe(true);
    expect(await isAnswering(database('silent', 5_000))).toBe(false);
  });

  it('is not ready while requests wait on a connection that says nothing, although a new one is answered', async () => {
    expect(await isAnswering(database('answered', 0, 9_000))).toBe(true);
    expect(await isAnswering(database('answered', 0, 11_000))).toBe(false);
  });
});
