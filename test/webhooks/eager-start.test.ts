import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import pino from 'pino';
import { installRuntime } from '../../activities/runtime';
import { workflowIds } from '../../workflows/contract';
import { startDelivery } from '../../workflows/client/deliveries';
import { eventually, instructionBody } from '../support/builders';
import { startScriptedServer, type ScriptedServer } from '../support/http-server';
import { startTestPartner } from '../support/partner';
import { startSilentProxy } from '../support/silent-proxy';
import { startStack, type Stack } from '../support/stack';
import { createNamespace, temporalAddress } from '../support/temporal';

const START = {
  deliveryId: 'dlv_1',
  attemptsMade: 0,
  once: false,
  accountId: 'acc_1',
  eventType: 'payment.settled',
  webhookId: 'wh_1',
};

describe('a delivery that the relay starts', () => {
  let receiver: ScriptedServer;
  let stack: Stack;

  beforeAll(async () => {
    receiver = await startScriptedServer(() => ({ status: 200 }));
    stack = await startStack({ webhookTrustedOrigins: [receiver.url], workers: false });
    await startTestPartner(stack.database, stack.vault, { name: 'north' });
  });

  /** Makes an instruction that a new account hears of. @returns whether its delivery began with the answer to its start */
  async function isEager(account: string): Promise<boolean | null | undefined> {
    const key = await stack.createKey(account);
    const hook = { url: `${receiver.url}/${account}`, events: ['payment.cancelled'] };
    const { body } = await stack.call('POST', '/v1/webhooks', { key, body: hook });
    const created = await stack.call('POST', '/api/v1/payments/instructions', {
      key,
      body: instructionBody({ valueDate: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10) }),
    });
    const { instructionId } = created.body['data'] as { instructionId: string };
    await stack.call('POST', `/api/v1/payments/instructions/${instructionId}/cancel`, { key, body: {} });
    const deliveries = await stack.call('GET', `/v1/webhooks/${String(body['id'])}/deliveries`, { key });
    const [delivery] = deliveries.body['data'] as { id: string }[];
    const handle = stack.services.workflows.client.workflow.getHandle(workflowIds.delivery(delivery?.id ?? ''));
    const history = await eventually(
      () => handle.fetchHistory().catch(() => null),
      (found) => found !== null,
      'the workflow of the delivery',
    );
    return history?.events?.[0]?.workflowExecutionStartedEventAttributes?.eagerExecutionAccepted;
  }

  it('begins in the process of the relay, without a trip through the task queue', async () => {
    await stack.startWorkers();
    expect(await isEager('acme')).toBe(true);
    await stack.stopWorkers();
  });

  it('goes through the task queue where workers are versioned, to the release that is current', async () => {
    stack.settings.workerVersion = { deploymentName: 'corridor', buildId: '1' };
    await stack.startWorkers();
    expect(await isEager('other')).not.toBe(true);
    await stack.stopWorkers();
  });
});

describe('a start over the connection of workers', () => {
  it('ends at its deadline when Temporal has gone, though the connection would go on trying', async () => {
    installRuntime(pino({ enabled: false }));
    const proxy = await startSilentProxy(`http://${temporalAddress()}`);
    const connection = await NativeConnection.connect({ address: new URL(proxy.url).host });
    const client = new Client({ connection, namespace: await createNamespace() });
    await proxy.close();
    const begunAt = performance.now();
    await expect(startDelivery({ client, isBesideWorkers: true }, START)).rejects.toThrow();
    expect(performance.now() - begunAt).toBeLessThan(30_000);
    await connection.close();
  });
});
