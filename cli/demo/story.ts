import { DemoClient, object, objects, StoryFailure, text, type Json } from './client';
import type { DemoReceiver, ReceivedEvent } from './receiver';
import { STORY_ACCOUNT } from './seed';

/** The first task of a worker that has just started takes this many times as long on a busy machine. */
const FIRST_TASK_FACTOR = 3;

export interface StoryContext {
  baseUrl: string;
  temporalUi: string | null;
  apiKey: string;
  /** How long a step may take in which nothing changes, in milliseconds. */
  waitMs: number;
  /** Shows a payment at the command line. */
  showCommand(instructionId: string): string;
  receiver: DemoReceiver;
  receiverUrl: string;
  print(line: string): void;
}

function workflowLink(context: StoryContext, workflowId: string): string {
  if (context.temporalUi === null) return workflowId;
  return `${context.temporalUi}/namespaces/default/workflows/${encodeURIComponent(workflowId)}`;
}

/**
 * Subscribes the story's receiver to events, and remembers the secret.
 * @returns id of the subscription
 */
async function subscribe(client: DemoClient, context: StoryContext, path: string, events: string[]): Promise<string> {
  const hook = await client.call('POST', '/v1/webhooks', 201, {
    url: context.receiverUrl + path,
    events,
    description: 'Demonstration',
  });
  context.receiver.secrets.set(path, text(hook['secret']));
  return text(hook['id']);
}

/** Deletes subscriptions of earlier runs, whose receiver is gone. */
async function deleteEarlierSubscriptions(client: DemoClient): Promise<void> {
  const page = await client.call('GET', '/v1/webhooks?limit=100', 200);
  for (const item of objects(page['data'])) {
    if (item['description'] !== 'Demonstration') continue;
    await client.call('DELETE', `/v1/webhooks/${text(item['id'])}`, 204);
  }
}

/**
 * Creates the story's payment.
 * @returns its id
 */
async function submitPayment(client: DemoClient, context: StoryContext): Promise<string> {
  const answer = await client.call('POST', '/api/v1/payments/instructions', 201, {
    amount: 1250.5,
    currency: 'USD',
    beneficiary: {
      name: 'Example Trading Ltd',
      country: 'US',
      bankAccount: { accountNumber: '9876540000', bankName: 'Example Bank', swiftBic: 'BOFAUS3N', country: 'US' },
    },
    purpose: { code: 'trade_settlement', description: 'Invoice 1001' },
    settlementRoute: {},
    clientReference: `demo-${Date.now()}`,
  });
  const data = object(answer['data']);
  const id = text(data['instructionId']);
  const details = object(data['settlementDetails']);
  context.print(`2. Payment ${id} for ${text(details['partnerName'])} is ${text(data['status'])}`);
  context.print(`   ${workflowLink(context, `pay/${id}`)}`);
  context.print(
    `   It is of the account "${STORY_ACCOUNT}"; this shows it, and so does the log-in of the story below:`,
  );
  context.print(`   ${context.showCommand(id)}`);
  return id;
}

/** Waits until the story's payment is settled, and prints its history. */
async function followPayment(client: DemoClient, context: StoryContext, instructionId: string): Promise<void> {
  const path = `/api/v1/payments/instructions/${instructionId}`;
  const patient = new DemoClient({ ...context, waitMs: context.waitMs * FIRST_TASK_FACTOR });
  await patient.until(
    path,
    (answer) => object(answer['data'])['status'] !== 'pending',
    'its submission to the partner',
  );
  const settled = await client.until(path, (answer) => object(answer['data'])['status'] === 'settled', 'settlement');
  const data = object(settled['data']);
  const history = objects(data['statusHistory']);
  for (const entry of history) context.print(`   ${text(entry['timestamp'])}  ${text(entry['status'])}`);
  const names = history.map((entry) => text(entry['status'])).join(' ');
  // On a busy machine the answer may come before the partner's: then the payment begins as pending.
  if (!/^(pending )?submitted accepted processing settled$/.test(names))
    throw new StoryFailure(`the history reads "${names}"`);
  context.print(`3. The partner accepted, processed and settled it: ${text(object(data['reconciliation'])['status'])}`);
}

/** Waits for each event of the payment, and checks its signature and sequence. */
async function followEvents(context: StoryContext, instructionId: string): Promise<void> {
  let before = 0;
  for (const status of ['submitted', 'accepted', 'processing', 'settled']) {
    const wanted = (event: ReceivedEvent): boolean =>
      event.path === '/ok' && event.instructionId === instructionId && event.status === status;
    const event = await context.receiver.waitFor(`the event payment.${status}`, wanted, context.waitMs);
    if (!event.verified) throw new StoryFailure(`the signatures of ${event.id} are wrong`);
    if (event.sequence <= before) throw new StoryFailure(`the event ${event.id} does not follow the one before it`);
    before = event.sequence;
    context.print(`   ${event.type} (${event.id}): signatures verified`);
  }
  context.print('4. Every event arrived, and both signatures of each verify');
}

interface Retry {
  instructionId: string;
  webhookId: string;
}

/** Waits for the retry of a delivery that is refused once. */
async function followRetry(
  client: DemoClient,
  context: StoryContext,
  { instructionId, webhookId }: Retry,
): Promise<void> {
  const event = await context.receiver.waitFor(
    'the event that fails once',
    ({ path, instructionId: of }) => path === '/flaky' && of === instructionId,
    context.waitMs,
  );
  const path = `/v1/webhooks/${webhookId}/deliveries?event=payment.settled`;
  const delivery = (answer: Json): Json => objects(answer['data']).find((item) => item['event_id'] === event.id) ?? {};
  const answer = await client.until(
    path,
    (page) => text(delivery(page)['next_attempt_at']) !== '' && attempts(delivery(page)) === 1,
    'the failed delivery',
  );
  const { id, next_attempt_at: dueAt } = delivery(answer);
  context.print(`5. A receiver that answered 500 gets ${text(id)} again at ${text(dueAt)}`);
  context.print('   The delivery waits in a workflow timer; the Temporal UI says for what:');
  context.print(`   ${workflowLink(context, `whd/${text(id)}`)}`);
}

function attempts(delivery: Json): number {
  return objects(delivery['attempts']).filter((attempt) => attempt['duration_ms'] !== null).length;
}

/**
 * Plays the main story on the running service: subscribe, pay, settle, get events, get a retried one.
 * @throws Error in plain words at the first step with another result
 */
export async function playStory(context: StoryContext): Promise<void> {
  const client = new DemoClient(context);
  await deleteEarlierSubscriptions(client);
  const hook = await subscribe(client, context, '/ok', ['payment.*']);
  const flaky = await subscribe(client, context, '/flaky', ['payment.settled']);
  context.print(
    `1. Subscribed ${hook} to payment.*, and ${flaky}, whose receiver refuses the first try, to payment.settled`,
  );
  const instructionId = await submitPayment(client, context);
  await followPayment(client, context, instructionId);
  await followEvents(context, instructionId);
  await followRetry(client, context, { instructionId, webhookId: flaky });
}
