import { ENDPOINTS } from '../../api/endpoints';
import type { Endpoint } from '../../api/endpoint';
import { ID_PREFIXES, type IdKind } from '../../domain/ids';
import { openDatabase } from '../../db/database';
import { closeAtEnd } from '../support/closing';
import { eventually, instructionBody } from '../support/builders';
import { CUTS, startCommitProxy, type CommitProxy, type Cut } from '../support/commit-proxy';
import { startScriptedServer } from '../support/http-server';
import { startTestPartner, type TestPartner } from '../support/partner';
import { INSTRUCTIONS, instructionIdOf, untilStatus } from '../support/payment-scene';
import { startStack, type Answer, type Stack } from '../support/stack';
import { bodyOf, NOTHING, pathOf, type World } from './samples';

/** What each operation that creates makes. */
const MAKES: Readonly<Record<string, IdKind>> = {
  createPaymentInstruction: 'instruction',
  resubmitPaymentInstruction: 'instruction',
  createPaymentBatch: 'batch',
  createBeneficiary: 'beneficiary',
  generateDocument: 'document',
  createWebhook: 'webhook',
  resendDelivery: 'delivery',
  recoverWebhook: 'recovery',
  startWebhookDrill: 'drill',
  publishEvent: 'event',
  createShipment: 'shipment',
  prepareBulkDecision: 'bulkDecision',
  createPartner: 'partner',
  createRoute: 'route',
};

const CREATING = ENDPOINTS.filter(({ recover }) => recover !== undefined);

let stack: Stack;
let proxy: CommitProxy;
let partner: TestPartner;
/** What happens before the partner takes a payment. */
let beforeTaken: () => Promise<void> = () => Promise.resolve();
let keys: { client: string; operator: string };
let world: World;

beforeAll(async () => {
  const receiver = await startScriptedServer(() => ({ status: 200, body: {} }));
  stack = await startStack({
    documents: true,
    webhookTrustedOrigins: [receiver.url],
    throughProxy: async (url) => {
      proxy = await startCommitProxy(url);
      return proxy.url;
    },
  });
  partner = await startTestPartner(stack.database, stack.vault, {
    name: 'north',
    react: async ({ path }) => {
      await beforeTaken();
      return { status: 200, body: { partnerReference: `north-${path}` } };
    },
  });
  keys = { client: await stack.createKey('laws'), operator: await stack.createOperator() };
  world = { ...NOTHING, partnerId: partner.id, receiverUrl: receiver.url };
  const hook = { url: `${receiver.url}/hook`, events: ['payment.*'] };
  const webhook = await stack.call('POST', '/v1/webhooks', { key: keys.client, body: hook });
  world.webhookId = webhook.body['id'] as string;
  await stack.call('POST', `/v1/webhooks/${world.webhookId}/test`, {
    key: keys.client,
    body: { event: 'payment.submitted' },
  });
  const { body } = await stack.call('GET', `/v1/webhooks/${world.webhookId}/deliveries`, { key: keys.client });
  world.deliveryId = (body['data'] as { id: string }[])[0]?.id ?? '';
});

/** A payment that its partner has failed. */
async function failedPayment(): Promise<string> {
  const { client: key } = keys;
  const id = instructionIdOf(await stack.call('POST', INSTRUCTIONS, { key, body: instructionBody() }));
  await untilStatus(stack.baseUrl, key, id, 'submitted');
  const report = { key: partner.key, body: { status: 'failed' } };
  await stack.call('PUT', `${INSTRUCTIONS}/${id}/status`, report);
  return id;
}

/** Leaves a payment in review. */
async function holdPayment(): Promise<void> {
  const body = instructionBody({ valueDate: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10) });
  const id = instructionIdOf(await stack.call('POST', INSTRUCTIONS, { key: keys.client, body }));
  await stack.database.query(
    `update payment_instructions set compliance_hold = '{"state":"review"}', waiting_reason = 'compliance_review',
       version = version + 1 where id = $1`,
    [id],
  );
}

/** What an operation needs before it can make one more. */
async function prepare({ operationId }: Endpoint): Promise<void> {
  if (operationId === 'resubmitPaymentInstruction') world.instructionId = await failedPayment();
  if (operationId === 'startWebhookDrill') await stack.database.query('delete from webhook_drills');
  // The recovery made before may go on still, and a subscription has one at a time.
  if (operationId === 'recoverWebhook') await stack.database.query('delete from webhook_recoveries');
  if (operationId === 'prepareBulkDecision') await holdPayment();
  if (operationId === 'resendDelivery')
    await stack.database.query("update deliveries set status = 'cancelled' where status in ('pending', 'delivering')");
}

/** A connection that was cut before is replaced first, so that a cut meets one request alone. */
beforeEach(async () => {
  await eventually(
    () => stack.call('GET', '/v1/webhooks', { key: keys.client }),
    ({ status }) => status === 200,
    'the service answers again',
  );
});

async function makeAndCut(record: Endpoint, cut: Cut): Promise<{ answer: Answer; made: string }> {
  await prepare(record);
  const kind = MAKES[record.operationId];
  if (kind === undefined) throw new Error(`${record.operationId} makes nothing that this test knows`);
  const madeId = proxy.cutAt(ID_PREFIXES[kind], cut, Object.values(world));
  const key = record.access.kind === 'operator' ? keys.operator : keys.client;
  const body = bodyOf(record, world);
  const answer = await stack.call('POST', pathOf(record, world), { key, ...(body === undefined ? {} : { body }) });
  proxy.comeBack();
  const made = madeId();
  if (made === null) throw new Error(`nothing was made: ${answer.status} ${JSON.stringify(answer.body)}`);
  return { answer, made };
}

it('knows every operation that creates', () => {
  expect(CREATING.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(MAKES).sort());
});

describe('a committed creation without a key is never answered as refused', () => {
  const cases = CREATING.flatMap((record) =>
    CUTS.map((cut): [string, Cut, Endpoint] => [record.operationId, cut, record]),
  );

  it.each(cases)('%s, %s', async (_name, cut, record) => {
    const { answer, made } = await makeAndCut(record, cut);
    expect([201, 202]).toContain(answer.status);
    expect(JSON.stringify(answer.body)).toContain(made);
  });

  it('answers a payment from what is in hand while the database is away', async () => {
    const record = CREATING.find(({ operationId }) => operationId === 'createPaymentInstruction');
    if (record === undefined) throw new Error('there is no such operation');
    const { answer } = await makeAndCut(record, 'away after it');
    expect(answer).toMatchObject({
      status: 201,
      body: { data: { status: expect.stringMatching(/pending|submitted/) as string } },
    });
  });

  it('answers a payment in time while another transaction holds its row', async () => {
    // The partner may be called for a payment of a case before, too.
    const elsewhere = openDatabase(stack.database.url, 4);
    closeAtEnd(() => elsewhere.close());
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    beforeTaken = () =>
      elsewhere.transaction(async (client) => {
        await client.query('select from payment_instructions order by id desc limit 1 for update');
        await released;
      });
    const startedAt = performance.now();
    const { status, body } = await stack.call('POST', INSTRUCTIONS, { key: keys.client, body: instructionBody() });
    const tookMs = performance.now() - startedAt;
    release();
    beforeTaken = () => Promise.resolve();
    expect({ status, data: body['data'] }).toMatchObject({
      status: 201,
      data: { status: 'pending', waitingReason: 'engine_busy' },
    });
    // Two seconds for the partner's word and one for the row; the lock alone would have taken ten.
    expect(tookMs).toBeLessThan(8_000);
  });
});
