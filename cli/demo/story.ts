import type { DemoReceiver, ReceivedEvent } from './receiver';

export interface StoryContext {
  baseUrl: string;
  temporalUi: string | null;
  apiKey: string;
  receiver: DemoReceiver;
  receiverUrl: string;
  print(line: string): void;
}

/** A step of the story did not come out as it must. */
class StoryFailure extends Error {}

const WAIT_MS = 30_000;
const POLL_MS = 150;

type Json = Record<string, unknown>;

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function object(value: unknown): Json {
  return isJson(value) ? value : {};
}

class Client {
  constructor(private readonly context: StoryContext) {}

  async call(method: string, path: string, expected: number, body?: Json): Promise<Json> {
    const response = await fetch(this.context.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${this.context.apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = response.status === 204 ? {} : await response.json();
    if (response.status !== expected) {
      throw new StoryFailure(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    }
    return object(answer);
  }

  /** Asks until the answer is as wanted. */
  async until(path: string, wanted: (answer: Json) => boolean, what: string): Promise<Json> {
    const limit = Date.now() + WAIT_MS;
    while (Date.now() < limit) {
      const answer = await this.call('GET', path, 200);
      if (wanted(answer)) return answer;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    throw new StoryFailure(`${what} did not happen within ${WAIT_MS / 1000} s`);
  }
}

function workflowLink(context: StoryContext, workflowId: string): string {
  if (context.temporalUi === null) return workflowId;
  return `${context.temporalUi}/namespaces/default/workflows/${encodeURIComponent(workflowId)}`;
}

async function subscribe(client: Client, context: StoryContext, path: string, events: string[]): Promise<string> {
  const hook = await client.call('POST', '/v1/webhooks', 201, {
    url: context.receiverUrl + path,
    events,
    description: 'Demonstration',
  });
  context.receiver.secrets.set(path, text(hook['secret']));
  return text(hook['id']);
}

/** Subscriptions of an earlier run lead to a receiver that is gone. */
async function forgetEarlierSubscriptions(client: Client): Promise<void> {
  const page = await client.call('GET', '/v1/webhooks?limit=100', 200);
  const items = Array.isArray(page['data']) ? page['data'] : [];
  for (const item of items.map(object)) {
    if (item['description'] !== 'Demonstration') continue;
    await client.call('DELETE', `/v1/webhooks/${text(item['id'])}`, 204);
  }
}

async function submitPayment(client: Client, context: StoryContext): Promise<string> {
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
  context.print(`2. Payment ${id} is ${text(data['status'])} to ${text(details['partnerName'])}`);
  context.print(`   ${workflowLink(context, `pay/${id}`)}`);
  return id;
}

async function followPayment(client: Client, context: StoryContext, instructionId: string): Promise<void> {
  const path = `/api/v1/payments/instructions/${instructionId}`;
  const settled = await client.until(path, (answer) => object(answer['data'])['status'] === 'settled', 'settlement');
  const data = object(settled['data']);
  const history = Array.isArray(data['statusHistory']) ? data['statusHistory'].map(object) : [];
  for (const entry of history) context.print(`   ${text(entry['timestamp'])}  ${text(entry['status'])}`);
  const names = history.map((entry) => text(entry['status'])).join(' ');
  // On a busy machine the answer may come before the partner's: then the payment begins as pending.
  if (!/^(pending )?submitted accepted processing settled$/.test(names))
    throw new StoryFailure(`the history reads "${names}"`);
  context.print(`3. The partner accepted, processed and settled it: ${text(object(data['reconciliation'])['status'])}`);
}

async function followEvents(context: StoryContext, instructionId: string): Promise<void> {
  let before = 0;
  for (const status of ['submitted', 'accepted', 'processing', 'settled']) {
    const wanted = (event: ReceivedEvent): boolean =>
      event.path === '/ok' && event.instructionId === instructionId && event.status === status;
    const event = await context.receiver.waitFor(`the event payment.${status}`, wanted, WAIT_MS);
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

async function followRetry(client: Client, context: StoryContext, { instructionId, webhookId }: Retry): Promise<void> {
  const event = await context.receiver.waitFor(
    'the event that fails once',
    ({ path, instructionId: of }) => path === '/flaky' && of === instructionId,
    WAIT_MS,
  );
  const path = `/v1/webhooks/${webhookId}/deliveries?event=payment.settled`;
  const delivery = (answer: Json): Json =>
    (Array.isArray(answer['data']) ? answer['data'].map(object) : []).find((item) => item['event_id'] === event.id) ??
    {};
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
  const made = Array.isArray(delivery['attempts']) ? delivery['attempts'].map(object) : [];
  return made.filter((attempt) => attempt['duration_ms'] !== null).length;
}

/**
 * Plays the main story against the running service: subscribe, pay, settle, be told, be retried.
 * @throws Error in plain words at the first step that does not come out as it must
 */
export async function playStory(context: StoryContext): Promise<void> {
  const client = new Client(context);
  await forgetEarlierSubscriptions(client);
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
