import type { DemoReceiver } from './receiver';

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
  if (names !== 'submitted accepted processing settled') throw new StoryFailure(`the history reads "${names}"`);
  context.print(`3. The partner accepted, processed and settled it: ${text(object(data['reconciliation'])['status'])}`);
}

async function followEvents(context: StoryContext): Promise<void> {
  for (const [index, status] of ['submitted', 'accepted', 'processing', 'settled'].entries()) {
    const wanted = (event: { path: string; status: string; sequence: number }): boolean =>
      event.path === '/ok' && event.status === status && event.sequence === index + 1;
    const event = await context.receiver.waitFor(`the event payment.${status}`, wanted, WAIT_MS);
    if (!event.verified) throw new StoryFailure(`the signatures of ${event.id} are wrong`);
    context.print(`   ${event.type} (${event.id}): signatures verified`);
  }
  context.print('4. Every event arrived, and both signatures of each verify');
}

async function followRetry(client: Client, context: StoryContext, webhookId: string): Promise<void> {
  const path = `/v1/webhooks/${webhookId}/deliveries?event=payment.settled`;
  const first = (answer: Json): Json => object(Array.isArray(answer['data']) ? answer['data'][0] : undefined);
  const waiting = await client.until(
    path,
    (answer) => text(first(answer)['next_attempt_at']) !== '' && attempts(first(answer)) === 1,
    'the failed delivery',
  );
  const delivery = first(waiting);
  context.print(
    `5. A receiver that answered 500 gets ${text(delivery['id'])} again at ${text(delivery['next_attempt_at'])}`,
  );
  context.print('   The delivery waits in a workflow timer; the Temporal UI says for what:');
  context.print(`   ${workflowLink(context, `whd/${text(delivery['id'])}`)}`);
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
  context.print(`1. Subscribed ${hook} to payment.*, and ${flaky}, whose receiver fails once, to payment.settled`);
  const instructionId = await submitPayment(client, context);
  await followPayment(client, context, instructionId);
  await followEvents(context);
  await followRetry(client, context, flaky);
}
