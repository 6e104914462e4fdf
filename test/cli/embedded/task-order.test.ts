import { randomUUID } from 'node:crypto';
import { temporal } from '@temporalio/proto';
import { connectWorkflows } from '../../../workflows/client/workflow-client';
import { startDelivery, wakeSender } from '../../../workflows/client/deliveries';
import { eventually } from '../../support/builders';
import { clientOf, createNamespace, temporalAddress } from '../../support/temporal';

const QUEUE = 'webhooks';
const STARTED = 19;

/** Starts deliveries that nobody works on. @returns whose tasks are handed out, in that order */
it('hands out tests first, then first attempts of accounts in turn, then retries', async () => {
  const namespace = await createNamespace();
  const target = { address: temporalAddress(), namespace, tls: null, apiKey: null };
  const workflows = connectWorkflows(target, randomUUID());
  const client = clientOf(workflows);
  const start = (account: string, number: number, more: object = {}) =>
    startDelivery(workflows, {
      deliveryId: `${account}${number}`,
      accountId: account,
      webhookId: 'wh_1',
      eventType: 'buyer.matched',
      attemptsMade: 0,
      once: false,
      dueAt: null,
      ...more,
    });
  const wake = (account: string, number: number) =>
    wakeSender(workflows, { webhookId: `${account}${number}`, accountId: account });
  for (let number = 0; number < 12; number += 1) await wake('busy', number);
  for (let number = 0; number < 3; number += 1) await start('retried', number, { attemptsMade: 1, dueAt: new Date(1) });
  for (let number = 0; number < 3; number += 1) await wake('quiet', number);
  await start('test', 0, { once: true });

  // A start is answered before its task is in the queue: who asks at once may be handed the tasks that came earlier.
  await eventually(
    () =>
      client.workflowService.describeTaskQueue({
        namespace,
        taskQueue: { name: QUEUE },
        taskQueueType: temporal.api.enums.v1.TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
        reportStats: true,
      }),
    ({ stats }) => Number(stats?.approximateBacklogCount) === STARTED,
    'every task in the queue',
  );

  const order: string[] = [];
  const poll = { namespace, taskQueue: { name: QUEUE }, identity: 'judge' };
  while (order.length < STARTED) {
    const task = await client.connection.withDeadline(Date.now() + 20_000, () =>
      client.workflowService.pollWorkflowTaskQueue(poll),
    );
    order.push(task.workflowExecution?.workflowId?.replace(/^wh[ds]\/|\d+$/g, '') ?? 'nothing');
  }
  expect(order[0]).toBe('test');
  expect(order.slice(-3)).toEqual(['retried', 'retried', 'retried']);
  // Each account has its turn: three of the quiet one are not behind the twelve of the busy one.
  expect(order.slice(1, 9).filter((account) => account === 'quiet')).toHaveLength(3);
  await workflows.close();
});
