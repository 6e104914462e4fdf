import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createDocument } from '../../db/documents/documents';
import { failDocument } from '../../db/documents/outcome';
import { sealRequestData } from '../../db/documents/store';
import { orderImports } from '../../db/imports/import-orders';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { TOPICS, type Topic } from '../../db/outbox';
import { SANDBOX_SCENARIOS } from '../../domain/payments/dispatch/sandbox';
import { CLIENTS } from '../../workflows/client/clients';
import { MAINTENANCE } from '../../workflows/client/maintenance';
import { QUEUES, workflowIds } from '../../workflows/contract';
import { eventually, instructionBody, settlementBody } from '../support/builders';
import { startScriptedServer, type ScriptedServer } from '../support/http-server';
import { FIXTURES } from '../support/reference-data';
import { readRoutesAgain, startTestPartner, type TestPartner } from '../support/partner';
import { startStack, type Stack } from '../support/stack';
import { begun, clientOf } from '../support/temporal';

/**
 * Workflows and the outbox are hints: whoever starts a workflow, sends a message to one or puts an item into the outbox,
 * with invented input or with that of another row, brings about no call of a partner or receiver and no change.
 * Source: docs/GAPS.md#P14
 */
const PATH = '/api/v1/payments/instructions';
const FOLDER = path.join(__dirname, '..', '..', 'workflows');
const YEAR_MS = 365 * 86_400_000;

/** Names of all workflows, as the code has them. */
function workflowNames(): string[] {
  const index = readFileSync(path.join(FOLDER, 'index.ts'), 'utf8');
  return [...index.matchAll(/export \{([^}]*)\}/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
}

/** Names of all signals and updates, as the code has them. */
function messageNames(): string[] {
  const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const text = sources.map((name) => readFileSync(path.join(FOLDER, name), 'utf8')).join('\n');
  return [...text.matchAll(/define(?:Signal|Update)(?:<.*>)?\('(\w+)'\)/g)].map(([, name = '']) => name);
}

let stack: Stack;
let partner: TestPartner;
let other: TestPartner;
let receiver: ScriptedServer;
let key: string;
/** Payments, by where they stand. */
const payments: Record<'submitted' | 'settled' | 'waiting' | 'cancelled' | 'silent', string> = {
  submitted: '',
  settled: '',
  waiting: '',
  cancelled: '',
  silent: '',
};
let deliveries: string[];
/** Of the deliveries those that wait for a retry, in workflows of their own. */
let waiting: string[];
let webhooks: string[];

async function pay(overrides: Record<string, unknown> = {}): Promise<string> {
  const body = instructionBody({ settlementRoute: { routeId: partner.routeId }, ...overrides });
  const answer = await stack.call('POST', PATH, { key, body });
  expect(answer.status).toBe(201);
  return (answer.body['data'] as { instructionId: string }).instructionId;
}

const read = (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  stack.database.query(sql, values);

async function makePayments(): Promise<void> {
  const valueDate = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  payments.submitted = await pay();
  payments.settled = await pay();
  const settle = () =>
    stack.call('POST', `${PATH}/${payments.settled}/settlement`, { key: partner.key, body: settlementBody() });
  await eventually(settle, ({ status }) => status === 200, 'the settlement');
  payments.waiting = await pay({ valueDate });
  payments.cancelled = await pay({ valueDate });
  await stack.call('POST', `${PATH}/${payments.cancelled}/cancel`, { key, body: {} });
  const silent = { accountNumber: '9876540003', bankName: 'Example Bank', swiftBic: 'BOFAUS3N', country: 'US' };
  const beneficiary = { name: 'Example Trading Ltd', country: 'US', bankAccount: silent };
  payments.silent = await pay({ settlementRoute: {}, amount: 77, beneficiary });
  // The one that waits does so for its value date once its workflow has seen it.
  const states = () =>
    read("select concat_ws(' ', status, waiting_reason) as state from payment_instructions order by id");
  const wanted = ['submitted', 'settled', 'pending value_date', 'cancelled', 'submitted'];
  await eventually(states, (rows) => rows.every(({ state }, index) => state === wanted[index]), 'all payments');
}

async function makeDocument(): Promise<void> {
  const { id: accountId } = await findOrCreateAccount(stack.database, 'acme');
  const document = {
    id: 'doc_1',
    tenant: { accountId, environment: 'test' as const },
    requestId: 'req_1',
    type: 'packing_list' as const,
    number: '1',
    locale: 'en' as const,
    shipmentId: null,
    instructionId: null,
    brandingId: null,
    warnings: [],
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + YEAR_MS),
    dataSealed: sealRequestData(stack.vault, 'doc_1', {}),
  };
  await createDocument(stack.database, document, null);
  await read("delete from outbox where subject = 'doc_1'");
  await failDocument(stack.database, document.id, 'The document could not be rendered.');
}

beforeAll(async () => {
  // Every second one is answered, so that some deliveries are over and others wait for a retry.
  let requests = 0;
  receiver = await startScriptedServer(() => ({ status: (requests += 1) % 2 === 0 ? 200 : 503 }));
  stack = await startStack({
    sandbox: true,
    documents: true,
    maintenance: true,
    imports: true,
    webhookTrustedOrigins: [receiver.url],
  });
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north' });
  other = await startTestPartner(stack.database, stack.vault, { name: 'south', environment: 'live' });
  key = await stack.createKey('acme');
  await read('update routes set enabled = false where partner_id = $1', [other.id]);
  await stack.call('POST', '/v1/webhooks', { key, body: { url: receiver.url, events: ['payment.*'] } });
  await read(`update routes set priority = 0 where partner_id = (select id from partners where adapter = 'sandbox')`);
  await readRoutesAgain(stack.database);
  const { schedule } = client();
  for (const id of [MAINTENANCE.reconciliation, MAINTENANCE.repairs]) {
    const pause = () =>
      schedule
        .getHandle(id)
        .pause('the law starts it')
        .then(
          () => true,
          () => false,
        );
    await eventually(pause, Boolean, 'the Schedules');
  }
  await makePayments();
  await makeDocument();
  await orderImports(stack.database, [{ ...IMPORTABLE, path: path.join(FIXTURES, 'schedule-us.csv') }]);
  const unattempted = () =>
    read(`select id from deliveries d where not exists (
      select from delivery_attempts a where a.delivery_id = d.id and a.duration_ms is not null)`);
  await eventually(unattempted, (rows) => rows.length === 0, 'the first attempts');
  await eventually(
    () => read('select id from outbox'),
    (rows) => rows.length === 0,
    'an empty outbox',
  );
  deliveries = (await read('select id from deliveries order by id')).map(({ id }) => String(id));
  waiting = (await read("select id from deliveries where status = 'pending' order by id")).map(({ id }) => String(id));
  webhooks = (await read('select id from webhook_subscriptions')).map(({ id }) => String(id));
  const over = await read("select id from deliveries where status = 'delivered'");
  expect([over.length > 0, over.length < deliveries.length]).toEqual([true, true]);
});

/** Everything that nobody but its owner may change, and how often others were called. */
async function facts(): Promise<unknown> {
  const tables = [
    // That a workflow claims more than its row holds the payment for people, as it should; nothing else of it changes.
    `select id, status, cancellation, recall, resubmitted_as,
       version - (select count(*) from audit_log l where l.subject = i.id and l.act = 'payment.contradicted') as version,
       case waiting_reason when 'contradiction' then 'value_date' else waiting_reason end as waiting_reason
     from payment_instructions i order by id`,
    'select * from status_history order by instruction_id, id',
    'select * from dispatches order by instruction_id, attempt',
    'select id, status, disposition from partner_reports order by id',
    'select id, kind, state, count from reconciliation_cases order by id',
    // That a workflow claims more than its row is shown to people, as it should be.
    `select subject, kind from operator_flags where kind <> 'workflow_ahead' order by subject, kind`,
    'select id, type, subject from events order by id',
    'select id, status, next_attempt_at from deliveries order by id',
    'select delivery_id, number, started_at, status_code from delivery_attempts order by delivery_id, number',
    'select id, status, failure_reason from documents order by id',
    'select document_id from document_files order by document_id',
    'select id, enabled, deleted_at from webhook_subscriptions order by id',
    'select id, edition from reference_editions order by id',
    "select actor, act, subject from audit_log where act <> 'payment.contradicted' order by id",
  ];
  const rows = await Promise.all(tables.map((sql) => read(sql)));
  const calls = [partner, other].map(({ server }) => server.requests.map(({ method, path: to }) => `${method} ${to}`));
  return { rows, calls, received: receiver.requests.length };
}

interface Start {
  queue: keyof typeof QUEUES;
  /** Arguments of each start. */
  inputs: () => unknown[][];
}

const progress = (status: string) => ({
  ...{
    status,
    version: 0,
    shown: status,
    flagAtMs: 1,
    checkAtMs: 1,
    cancellationAsked: true,
    outages: 0,
    inquiries: 0,
  },
  hasWorkflowCancellation: false,
  isUrged: true,
});
const ids = (): string[] => ['instr_invented', ...Object.values(payments)];
const partners = (): string[] => [partner.id, other.id, 'ptn_invented'];

/** A file that would be imported where somebody wanted it. */
const IMPORTABLE = { kind: 'vat', name: 'vat.json', path: path.join(FIXTURES, 'vat.json'), options: {} };

/** Invented and swapped inputs of every workflow. A new workflow gets a row here. */
const STARTS: Record<string, Start> = {
  paymentInstruction: {
    queue: 'payments',
    inputs: () =>
      ids().flatMap((instructionId) => [
        [{ instructionId, partnerName: 'Invented', releaseAtMs: null }],
        [{ instructionId, partnerName: 'Invented', releaseAtMs: Date.now() + YEAR_MS }],
        [{ instructionId, partnerName: 'Invented', releaseAtMs: null, progress: progress('pending') }],
        [{ instructionId, partnerName: 'Invented', releaseAtMs: null, progress: progress('submitted') }],
      ]),
  },
  paymentStop: {
    queue: 'payments',
    inputs: () =>
      ids().flatMap((instructionId) => [
        [{ instructionId, partnerName: 'x' }],
        ...partners().map((partnerId) => [{ instructionId, partnerName: 'x', partnerId }]),
      ]),
  },
  paymentRecall: {
    queue: 'payments',
    inputs: () => ids().map((instructionId) => [{ instructionId, partnerName: 'x' }]),
  },
  webhookDelivery: {
    queue: 'webhooks',
    inputs: () =>
      ['dlv_invented', ...deliveries].flatMap((deliveryId) =>
        [-1, 0, 1, 4].flatMap((attemptsMade) => [
          [{ deliveryId, attemptsMade, once: false, dueAtMs: 1 }],
          [{ deliveryId, attemptsMade, once: true }],
        ]),
      ),
  },
  webhookSender: {
    queue: 'webhooks',
    inputs: () => ['wh_invented', ...webhooks, ...deliveries].map((webhookId) => [{ webhookId, releaseAfter: '' }]),
  },
  paymentBatch: { queue: 'payments', inputs: () => [[{ batchId: 'bat_invented' }]] },
  bulkDecision: { queue: 'maintenance', inputs: () => [[{ bulkDecisionId: 'bulk_invented' }]] },
  webhookDrill: { queue: 'webhooks', inputs: () => [[{ drillId: 'drl_invented' }]] },
  webhookRecovery: { queue: 'webhooks', inputs: () => [[{ recoveryId: 'rcv_invented' }]] },
  sandboxScenario: {
    queue: 'sandbox',
    inputs: () =>
      ids().flatMap((instructionId) =>
        SANDBOX_SCENARIOS.map((scenario) => [
          {
            ...{ instructionId, scenario, stepDelayMs: 1, amount: 1, currency: 'USD', partnerReference: 'x' },
            callbacks: { status: `${receiver.url}/stolen`, settlement: `${receiver.url}/stolen` },
          },
        ]),
      ),
  },
  documentGeneration: {
    queue: 'documents',
    inputs: () => ['doc_invented', 'doc_1'].map((documentId) => [{ documentId }]),
  },
  reconciliation: { queue: 'maintenance', inputs: () => [[], [{ step: 7, token: null, repairs: { payment: 9 } }]] },
  rescreening: {
    queue: 'maintenance',
    inputs: () => [[], [{ after: 'instr_0', counts: { screened: 1, held: 1, alerted: 1 } }]],
  },
  retention: { queue: 'maintenance', inputs: () => [[]] },
  dataPull: { queue: 'imports', inputs: () => [[]] },
  watchListPull: { queue: 'imports', inputs: () => [[]] },
  referenceImport: {
    queue: 'imports',
    inputs: () => [
      [[{ kind: 'vat', name: 'x', path: '/nowhere', options: {} }]],
      [[{ kind: 'invented', name: 'x', path: __filename, options: {} }]],
      [[{ kind: 'vat', name: 'x', path: __filename, options: {} }]],
      [[IMPORTABLE]],
      [[{ ...IMPORTABLE, options: { replace: true } }]],
    ],
  },
};

const changed = (status: string, retry: boolean, disposition = 'applied') => [
  { reportId: 'rep_x', status, disposition, version: 99, retry },
];

const reported = (status: string, disposition: string) => [
  { ...changed('submitted', false, disposition)[0], reported: status, at: '2026-11-20T10:00:00.000Z' },
];

/** What is sent to the workflows of payments and deliveries by each signal and update. A new one gets a row here. */
const MESSAGES: Record<string, { kind: 'signal' | 'update'; args: unknown[][] }> = {
  submission: { kind: 'update', args: [[]] },
  cancellationRequested: {
    kind: 'signal',
    args: [[{ status: 'submitted', version: 99 }], [{ status: 'cancelled', version: 99 }]],
  },
  reportsRecorded: {
    kind: 'signal',
    args: [
      [changed('pending', true)],
      [changed('submitted', false)],
      [changed('pending', true, 'operator')],
      [changed('waiting', true)],
      [changed('settled', false)],
      // Reports that no partner made, as the story of the payment shows them.
      [reported('processing', 'applied')],
      [reported('settled', 'conflicting')],
      [reported('failed', 'refused')],
    ],
  },
  subscriptionChanged: { kind: 'signal', args: [[]] },
  deliveriesMade: { kind: 'signal', args: [[]] },
  batchChanged: { kind: 'signal', args: [[]] },
};

const client = () => clientOf(stack.services.workflows);

/** Waits until a workflow has done what it was started for: it has ended, waits for a timer or a message, or tries again. */
async function rest(workflowId: string, namespace = client()): Promise<void> {
  const handle = await begun(namespace, workflowId);
  await eventually(
    () => handle.describe(),
    ({ status, raw }) => {
      const activities = raw.pendingActivities ?? [];
      const isTried = activities.every(({ attempt }) => (attempt ?? 0) > 1);
      return (
        status.name !== 'RUNNING' ||
        (isTried && !raw.pendingWorkflowTask && (raw.workflowExecutionInfo?.historyLength?.toNumber() ?? 0) > 3)
      );
    },
    workflowId,
  );
}

async function startAll(name: string, { queue, inputs }: Start): Promise<void> {
  const { main, documents } = stack.services.workflows[CLIENTS];
  const to = queue === 'documents' ? documents : main;
  const started = await Promise.all(
    inputs().map(async (args, index) => {
      const workflowId = `invented/${name}/${index}`;
      await to.workflow.start(name, { workflowId, taskQueue: QUEUES[queue], args });
      return workflowId;
    }),
  );
  for (const workflowId of started) await rest(workflowId, to);
  for (const workflowId of started)
    await to.workflow
      .getHandle(workflowId)
      .terminate()
      .catch(() => undefined);
}

it('knows every workflow, signal and update of the code', () => {
  expect(Object.keys(STARTS).sort()).toEqual(workflowNames().sort());
  expect(Object.keys(MESSAGES).sort()).toEqual(messageNames().sort());
});

it.each(Object.entries(STARTS))('%s with invented input calls nobody and changes nothing', async (name, start) => {
  const before = await facts();
  await startAll(name, start);
  expect(await facts()).toEqual(before);
});

it.each(Object.entries(MESSAGES))(
  '%s with invented content calls nobody and changes nothing',
  async (name, message) => {
    const before = await facts();
    const all = [
      ...Object.values(payments).map(workflowIds.payment),
      ...waiting.map(workflowIds.delivery),
      ...webhooks.map(workflowIds.sender),
    ];
    for (const workflowId of all) {
      const handle = await begun(client(), workflowId);
      for (const args of message.args) {
        if (message.kind === 'signal') await handle.signal(name, ...args).catch(() => undefined);
        else await handle.startUpdate(name, { args: [], waitForStage: 'ACCEPTED' }).catch(() => undefined);
      }
      await rest(workflowId);
    }
    expect(await facts()).toEqual(before);
  },
);

/** What an item of each topic is invented with. */
const PAYLOADS: Partial<Record<Topic, object[]>> = {
  'payment.signal': [{ reportId: 'rep_x', status: 'settled', version: 99 }],
  'payment.cancel': [{ status: 'submitted', version: 99 }],
  'payment.link': [{ as: 'instr_invented' }],
  'delivery.start': [{}, { attemptsMade: 4 }],
  'event.broadcast': [
    { type: 'payment.settled', object: { instructionId: 'instr_invented' }, after: '' },
    { type: 'tariff.updated', object: {}, after: '' },
  ],
};

it.each(Object.values(TOPICS))('an invented item of %s calls nobody and changes nothing', async (topic) => {
  const before = await facts();
  const stops = partners().map((partnerId) => ({ partnerId }));
  const payloads = topic === 'payment.stop' ? [{}, ...stops] : (PAYLOADS[topic] ?? [{}]);
  for (const subject of [...ids(), ...deliveries, ...webhooks, 'doc_1', 'invented']) {
    for (const payload of payloads) {
      await read('insert into outbox (topic, subject, account_id, payload) values ($1, $2, $3, $4)', [
        ...[topic, subject, 'acc_invented'],
        JSON.stringify(payload),
      ]);
    }
  }
  await eventually(
    () => read('select topic, subject, attempts from outbox'),
    (rows) => rows.length === 0,
    'an empty outbox',
  );
  const running = () =>
    client().workflow.count("ExecutionStatus = 'Running' and WorkflowType in ('paymentStop', 'paymentRecall')");
  await eventually(running, ({ count }) => count === 0, 'the end of questions to partners');
  expect(await facts()).toEqual(before);
});

/** After a restore of Postgres a workflow may know of a dispatch that was lost; it has to prove it. */
it('the reconciler takes nothing that is invented for a dispatch that was lost', async () => {
  const workflowId = workflowIds.payment(payments.waiting);
  const handle = await begun(client(), workflowId);
  await handle.terminate().catch(() => undefined);
  const recorded = { attempt: 1, sends: 1, isTaken: true, mac: 'invented' };
  const invented = { ...progress('submitted'), checkAtMs: Date.now() + YEAR_MS, recorded };
  const args = [{ instructionId: payments.waiting, partnerName: 'Invented', releaseAtMs: null, progress: invented }];
  await client().workflow.start('paymentInstruction', { workflowId, taskQueue: QUEUES.payments, args });
  await rest(workflowId);
  const before = await facts();
  for (const end of [() => Promise.resolve(), () => client().workflow.getHandle(workflowId).terminate()]) {
    await end();
    await read(`update payment_instructions set last_updated_at = last_updated_at - interval '10 minutes'`);
    await read(`update repairs set last_at = last_at - interval '2 hours'`);
    const id = `reconciliation-${Math.random()}`;
    await client().workflow.execute('reconciliation', { workflowId: id, taskQueue: QUEUES.maintenance, args: [] });
    expect(await facts()).toEqual(before);
  }
  const flags = await read(`select detail ->> 'says' as says from operator_flags where subject = $1 and kind = $2`, [
    ...[payments.waiting, 'workflow_ahead'],
  ]);
  expect(flags).not.toEqual([]);
  for (const { says } of flags) expect(says).toContain('Nothing that Corridor made proves that it was sent');
});
