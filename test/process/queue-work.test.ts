import { randomBytes } from 'node:crypto';
import type { Client } from '@temporalio/client';
import pino from 'pino';
import { DatabaseClock } from '../../db/database-clock';
import { openVault } from '../../lib/vault';
import { QUEUE_WORK } from '../../process/queue-work';
import { closeAtEnd } from '../support/closing';
import { createTestDatabase } from '../support/database';
import { workflowsOver } from '../support/temporal';

/** One activity of each queue whose activities write something for the relays now and then, and its arguments. */
it.each([
  ['webhooks', 'recoverNextPage', ['whr_unknown', null]],
  ['imports', 'rebuildSearch', []],
  ['maintenance', 'repairPage', ['document', null]],
] as const)('wakes the relays after an activity of the queue %s: %s', async (queue, name, input) => {
  const database = await createTestDatabase();
  let woken = 0;
  const work = await QUEUE_WORK[queue]({
    database,
    vault: openVault(randomBytes(32).toString('base64')),
    workflows: workflowsOver({} as Client),
    log: pino({ level: 'silent' }),
    temporal: { address: '127.0.0.1:1', namespace: 'default' },
    workerVersion: null,
    publicUrl: 'https://corridor.example',
    webhookTrustedOrigins: [],
    webhookCaFile: null,
    webhookNameServers: [],
    sandboxStepDelayMs: 0,
    instance: 'worker-1',
    queues: [queue],
    wake: () => void (woken += 1),
    clock: new DatabaseClock(database),
  } as never);
  closeAtEnd(async () => work.close?.());
  const activity = Reflect.get(work.activities, name) as (...input: readonly unknown[]) => Promise<unknown>;
  await activity(...input).catch(() => undefined);
  expect(woken).toBe(1);
});
