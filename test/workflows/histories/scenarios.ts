import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { batchChanged, deliveriesMade, subscriptionChanged } from '../../../workflows/contract';
import { PAYMENT_SCENARIOS } from './payment-scenarios';
import { afterAnAnswer, answers, whileItWaits, type Scenario } from './scenario';

const DELIVERY = { deliveryId: 'dlv_1', attemptsMade: 0, once: false };
const FAILED = { status: 'failed' };
const DELIVERED = { status: 'delivered' };

/** Attempts that end as scripted; one that fails ends when it was asked for, by the server's clock. */
function attempts(...script: object[]): Scenario['activities'][string] {
  const answer = answers(...script);
  return () => {
    const endedAtMs = Context.current().info.currentAttemptScheduledTimestampMs;
    return Promise.resolve(answer()).then((outcome) => (outcome === FAILED ? { ...FAILED, endedAtMs } : outcome));
  };
}

function delivery(name: string, script: object[], rest: Partial<Scenario> = {}): Scenario {
  const activities = { attemptDelivery: attempts(...script), settleDelivery: answers('waiting') };
  return { name: `delivery-${name}`, workflow: 'webhookDelivery', args: [DELIVERY], activities, ...rest };
}

/** The subscription changes twice: what the workflow learns each time is scripted. */
function afterChanges(name: string, script: object[], states: string[]): Scenario {
  return delivery(name, script, {
    activities: { attemptDelivery: attempts(...script), settleDelivery: answers(...states) },
    drive: whileItWaits(async (handle, environment) => {
      for (const [index] of states.entries()) {
        if (index > 0) await environment.sleep('1 minute');
        await handle.signal(subscriptionChanged);
      }
    }),
  });
}

const DELIVERIES: readonly Scenario[] = [
  delivery('delivered', [DELIVERED]),
  delivery('retried', [FAILED, DELIVERED]),
  delivery('exhausted', [FAILED]),
  delivery('parked', [{ status: 'paused' }, DELIVERED], {
    drive: afterAnAnswer((handle) => handle.signal(subscriptionChanged)),
  }),
  afterChanges('paused', [FAILED, DELIVERED], ['paused', 'waiting']),
  afterChanges('unsubscribed', [FAILED], ['cancelled']),
  delivery('unsubscribed-at-attempt', [FAILED, { status: 'cancelled' }]),
  delivery('workflow-cancelled', [FAILED, DELIVERED], {
    drive: whileItWaits(async (handle) => void (await handle.cancel())),
  }),
  delivery('in-order', [{ status: 'waiting', waitsFor: 'dlv_0' }, DELIVERED], {
    drive: whileItWaits((handle) => handle.signal(subscriptionChanged)),
  }),
  delivery('paced', [{ status: 'waiting', untilMs: 1 }, DELIVERED]),
  delivery('after-its-sender', [DELIVERED], {
    args: (nowMs) => [{ ...DELIVERY, attemptsMade: 1, dueAtMs: Math.floor(nowMs) + 300_000 }],
  }),
  delivery('unreachable', [{ status: 'waiting', unreachableSince: '2026-01-01T00:00:00.000Z' }, DELIVERED]),
  delivery('renewed', [{ status: 'waiting', waitsFor: 'dlv_0' }], { args: [{ ...DELIVERY, historyLimit: 20 }] }),
  delivery('after-a-renewal', [DELIVERED], {
    args: (nowMs) => [{ ...DELIVERY, attemptsMade: 1, dueAtMs: Math.floor(nowMs) + 300_000, isRenewed: true }],
  }),
  delivery('test-failed', [FAILED], { args: [{ ...DELIVERY, once: true }] }),
];

const SENT = { attempts: { dlv_1: '200' }, meanMs: 20 };
/** A batch that could make no attempt yet. */
const HELD = { attempts: {}, meanMs: 0 };
const OVER = { left: 0, isClock: false, isEnabled: true };

function sender(name: string, outcomes: object[], rest: Partial<Scenario> = {}): Scenario {
  const activities = { sendFirsts: answers(...outcomes) };
  return { name: `sender-${name}`, workflow: 'webhookSender', args: [{ webhookId: 'wh_1' }], activities, ...rest };
}

const SENDERS: readonly Scenario[] = [
  sender('one-batch', [{ ...SENT, rest: OVER }]),
  sender('backlog', [SENT, SENT, SENT, { ...SENT, rest: OVER }]),
  sender('slow', [
    { ...SENT, meanMs: 5_000 },
    { ...SENT, meanMs: 5_000 },
    { ...SENT, rest: OVER },
  ]),
  sender('paced', [
    { ...HELD, rest: { ...OVER, left: 1, nextAtMs: 1 } },
    { ...SENT, rest: OVER },
  ]),
  sender(
    'in-order',
    [
      { ...SENT, rest: { ...OVER, left: 1 } },
      { ...SENT, rest: OVER },
    ],
    {
      drive: whileItWaits((handle) => handle.signal(deliveriesMade)),
    },
  ),
  sender('looks', [
    { ...SENT, rest: { ...OVER, left: 1 } },
    { ...SENT, rest: OVER },
  ]),
  sender(
    'paused',
    [
      { ...SENT, rest: { ...OVER, left: 1, isEnabled: false } },
      { ...SENT, rest: OVER },
    ],
    {
      drive: whileItWaits((handle) => handle.signal(subscriptionChanged)),
    },
  ),
  sender('clock', [
    { ...HELD, rest: { ...OVER, isClock: true, nextAtMs: 1 } },
    { ...SENT, rest: OVER },
  ]),
  sender('released', [
    { ...SENT, rest: OVER, releasedTo: 'dlv_1' },
    { ...SENT, rest: OVER },
  ]),
  sender('renewed', [SENT, SENT, { ...SENT, rest: OVER }], { args: [{ webhookId: 'wh_1', batchesPerRun: 2 }] }),
];

const NOTHING = { payment: 0, cancellation: 0, outcome: 0, report: 0, delivery: 0, document: 0 };
const PAGE = { next: 'instr_1 2026-01-01', repaired: 1 };
const SCREENED = { screened: 100, held: 1, alerted: 1 };
const BULK = { waiting: 0, decided: 0, proposed: 0, refused: 0, skipped: 0, isOver: false };
const BATCH = { total: 60, made: 0, refused: 0, cancelled: 0, isOver: false };
const LAST_PAGE = { next: null, repaired: 0 };

const MAINTENANCE: readonly Scenario[] = [
  {
    name: 'reconciliation',
    workflow: 'reconciliation',
    args: [],
    activities: { repairPage: answers(PAGE, LAST_PAGE) },
  },
  {
    name: 'reconciliation-renewed',
    workflow: 'reconciliation',
    args: [{ step: 0, token: null, repairs: NOTHING, pagesPerRun: 2 }],
    activities: { repairPage: answers(PAGE, PAGE, LAST_PAGE) },
  },
  {
    name: 'rescreening',
    workflow: 'rescreening',
    args: [],
    activities: { rescreenPage: answers({ ...SCREENED, next: 'instr_1' }, { ...SCREENED, next: null }) },
  },
  {
    name: 'rescreening-renewed',
    workflow: 'rescreening',
    args: [{ after: null, counts: { screened: 0, held: 0, alerted: 0 }, pagesPerRun: 1 }],
    activities: { rescreenPage: answers({ ...SCREENED, next: 'instr_1' }, { ...SCREENED, next: null }) },
  },
  {
    name: 'reconciliation-recoveries',
    workflow: 'reconciliation',
    args: [],
    activities: { repairPage: answers(LAST_PAGE) },
  },
  {
    name: 'reconciliation-questions',
    workflow: 'reconciliation',
    args: [],
    activities: { repairPage: answers(LAST_PAGE) },
  },
  {
    name: 'drill',
    workflow: 'webhookDrill',
    args: [{ drillId: 'drl_1' }],
    activities: {
      playDrillScenario: answers('passed'),
      finishDrill: answers({ status: 'completed', verdict: 'passed' }),
    },
  },
  {
    name: 'drill-refused',
    workflow: 'webhookDrill',
    args: [{ drillId: 'drl_1' }],
    activities: {
      playDrillScenario: answers('failed'),
      finishDrill: answers({ status: 'completed', verdict: 'failed' }),
    },
  },
  {
    name: 'drill-over',
    workflow: 'webhookDrill',
    args: [{ drillId: 'drl_1' }],
    activities: {
      playDrillScenario: answers('passed', 'over'),
      finishDrill: answers({ status: 'cancelled', verdict: null }),
    },
  },
  {
    name: 'recovery',
    workflow: 'webhookRecovery',
    args: [{ recoveryId: 'rcv_1' }],
    activities: {
      recoverNextPage: answers(
        { sent: 50, events: 60, isOver: false, pace: 50 },
        { sent: 60, events: 60, isOver: true, pace: 100 },
      ),
    },
  },
  {
    name: 'recovery-renewed',
    workflow: 'webhookRecovery',
    args: [{ recoveryId: 'rcv_1', pagesPerRun: 1 }],
    activities: {
      recoverNextPage: answers(
        { sent: 50, events: 60, isOver: false, pace: 50 },
        { sent: 60, events: 60, isOver: true, pace: 100 },
      ),
    },
  },
  {
    name: 'bulk-decision',
    workflow: 'bulkDecision',
    args: [{ bulkDecisionId: 'bulk_1' }],
    activities: {
      decideNextPayments: answers(
        { ...BULK, waiting: 10, decided: 48, refused: 2 },
        { ...BULK, decided: 57, proposed: 1, refused: 2, isOver: true },
      ),
    },
  },
  {
    name: 'bulk-decision-renewed',
    workflow: 'bulkDecision',
    args: [{ bulkDecisionId: 'bulk_1', groupsPerRun: 1 }],
    activities: {
      decideNextPayments: answers({ ...BULK, waiting: 10, decided: 50 }, { ...BULK, decided: 60, isOver: true }),
    },
  },
  {
    name: 'batch',
    workflow: 'paymentBatch',
    args: [{ batchId: 'bat_1' }],
    activities: {
      makeBatchPayments: answers(
        { ...BATCH, made: 50, waitMs: 0 },
        { ...BATCH, made: 50, waitMs: 6_000 },
        { ...BATCH, made: 60, isOver: true, waitMs: 0 },
      ),
    },
  },
  {
    name: 'batch-cancelled',
    workflow: 'paymentBatch',
    args: [{ batchId: 'bat_1' }],
    activities: {
      makeBatchPayments: answers(
        { ...BATCH, made: 50, waitMs: 60_000 },
        { ...BATCH, made: 50, cancelled: 10, isOver: true, waitMs: 0 },
      ),
    },
    drive: whileItWaits((handle) => handle.signal(batchChanged)),
  },
  {
    name: 'batch-renewed',
    workflow: 'paymentBatch',
    args: [{ batchId: 'bat_1', groupsPerRun: 1 }],
    activities: {
      makeBatchPayments: answers({ ...BATCH, made: 50, waitMs: 0 }, { ...BATCH, made: 60, isOver: true, waitMs: 0 }),
    },
  },
  {
    name: 'data-pull',
    workflow: 'dataPull',
    args: [],
    activities: { pullFeeds: answers([{ id: 'us-hts', status: 'unchanged', reason: null }]) },
  },
  {
    name: 'watch-list-pull',
    workflow: 'watchListPull',
    args: [],
    activities: { pullWatchLists: answers([{ id: 'ofac-sdn', status: 'imported', reason: null }]) },
  },
  { name: 'retention', workflow: 'retention', args: [], activities: { deleteExpired: answers({ events: 3 }) } },
];

const IMPORT = { kind: 'vat', name: 'vat.json', path: '/data/vat.json', options: {} };
const SUMMARY = { file: 'vat.json', status: 'imported', rowsIn: 1, rowsRejected: 0 };
const REFUSED = ApplicationFailure.nonRetryable('The file is another one.', 'refused');

const SANDBOX = {
  instructionId: 'instr_1',
  scenario: 'settles',
  callbacks: { status: 'http://127.0.0.1:1/status', settlement: 'http://127.0.0.1:1/settlement' },
  amount: 100,
  currency: 'USD',
  partnerReference: 'SBX-1',
  stepDelayMs: 400,
};

const DOCUMENT = { workflow: 'documentGeneration', args: [{ documentId: 'doc_1' }] };

/** Its workflow is cancelled while the document is rendered. */
function cancelledDocument(): Scenario {
  let finish = (): void => undefined;
  const rendered = new Promise<void>((resolve) => (finish = resolve));
  return {
    name: 'document-cancelled',
    ...DOCUMENT,
    activities: { generateDocument: () => rendered, giveUpDocument: answers(undefined) },
    async drive(handle) {
      await handle.cancel();
      finish();
    },
  };
}

const OTHERS: readonly Scenario[] = [
  {
    name: 'document-generated',
    ...DOCUMENT,
    activities: { generateDocument: answers(undefined), giveUpDocument: answers(undefined) },
  },
  {
    name: 'document-failed',
    ...DOCUMENT,
    activities: {
      generateDocument: answers(ApplicationFailure.nonRetryable('too tall', 'too_tall')),
      giveUpDocument: answers(undefined),
    },
  },
  cancelledDocument(),
  {
    name: 'reference-import',
    workflow: 'referenceImport',
    args: [[IMPORT, { ...IMPORT, name: 'hs.csv' }]],
    activities: { importReferenceFile: answers(SUMMARY), rebuildSearch: answers(undefined) },
  },
  {
    name: 'reference-import-refused',
    workflow: 'referenceImport',
    args: [[IMPORT]],
    activities: { importReferenceFile: answers(REFUSED), rebuildSearch: answers(undefined) },
    fails: true,
  },
  {
    name: 'sandbox-settles',
    workflow: 'sandboxScenario',
    args: [SANDBOX],
    activities: { reportFromSandbox: answers(undefined) },
  },
];

/** What `npm run record-histories` plays: every branch of required-branches.ts. */
export const SCENARIOS: readonly Scenario[] = [
  ...PAYMENT_SCENARIOS,
  ...DELIVERIES,
  ...SENDERS,
  ...MAINTENANCE,
  ...OTHERS,
];
