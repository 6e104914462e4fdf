import { ApplicationFailure } from '@temporalio/common';
import { subscriptionChanged, subscriptionChangedEarly } from '../../../workflows/contract';
import { PAYMENT_SCENARIOS } from './payment-scenarios';
import { answers, whileItWaits, type Scenario } from './scenario';

const DELIVERY = { deliveryId: 'dlv_1', attemptsMade: 0, once: false };
const FAILED = { status: 'failed' };
const DELIVERED = { status: 'delivered' };

function delivery(name: string, script: object[], rest: Partial<Scenario> = {}): Scenario {
  const activities = { attemptDelivery: answers(...script), parkDelivery: answers('waiting') };
  return { name: `delivery-${name}`, workflow: 'webhookDelivery', args: [DELIVERY], activities, ...rest };
}

/** The subscription changes twice: what the workflow learns each time is scripted. */
function afterChanges(name: string, script: object[], states: string[]): Scenario {
  return delivery(name, script, {
    activities: { attemptDelivery: answers(...script), parkDelivery: answers(...states) },
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
  delivery('parked', [{ status: 'parked' }, DELIVERED], { drive: (handle) => handle.signal(subscriptionChanged) }),
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
  delivery('from-a-burst', [DELIVERED], {
    args: (nowMs) => [{ ...DELIVERY, attemptsMade: 1, dueAtMs: Math.floor(nowMs) + 300_000 }],
  }),
  delivery('in-a-burst', [{ ...FAILED, inBurst: true }, DELIVERED], {
    args: (nowMs) => [{ ...DELIVERY, attemptsMade: 1, dueAtMs: Math.floor(nowMs) + 300_000, inBurst: true }],
  }),
  delivery('of-a-burst-that-is-gone', [{ status: 'deferred' }, FAILED, DELIVERED], {
    args: (nowMs) => [{ ...DELIVERY, attemptsMade: 1, dueAtMs: Math.floor(nowMs) + 300_000, inBurst: true }],
  }),
  delivery('left-its-burst', [FAILED, DELIVERED], {
    args: (nowMs) => [{ ...DELIVERY, attemptsMade: 1, dueAtMs: Math.floor(nowMs) + 300_000, inBurst: true }],
    drive: whileItWaits((handle) => handle.signal(subscriptionChanged)),
  }),
  delivery('told-early', [FAILED, DELIVERED], {
    args: (nowMs) => [{ ...DELIVERY, attemptsMade: 1, dueAtMs: Math.floor(nowMs) + 300_000, inBurst: true }],
    drive: whileItWaits(async (handle) => void (await handle.executeUpdate(subscriptionChangedEarly))),
  }),
  delivery('unreachable', [{ status: 'waiting', untilMs: 1, unreachableSince: '2026-01-01T00:00:00.000Z' }, DELIVERED]),
  burstInTask('burst-begun-in-task', answers({ delivered: 50, goingOn: 0 })),
  burstInTask('burst-begun-in-task-of-retries', answers({ delivered: 49, goingOn: 1, nextDueAtMs: 1 })),
  burstInTask('burst-begun-in-task-deferred', answers({ delivered: 25, goingOn: 0, isDeferred: true })),
  burstInTask('burst-begun-in-task-broken-off', answers(new Error('the database is away'))),
  delivery('test-failed', [FAILED], { args: [{ ...DELIVERY, once: true }] }),
];

/**
 * A burst whose first attempts begin in its first task; what they leave is all delivered outside of it. Histories from
 * before they did are kept beside these: they are not recorded again.
 */
function burstInTask(name: string, attemptFirsts: Scenario['activities'][string]): Scenario {
  const attemptBurst = answers({ delivered: 1, goingOn: 0 });
  return {
    name,
    workflow: 'webhookBurst',
    args: [{ burstId: 'bst_1', firstsInTask: true }],
    activities: { attemptFirsts, attemptBurst },
  };
}

const NOTHING = { payment: 0, cancellation: 0, outcome: 0, report: 0, delivery: 0, document: 0 };
const PAGE = { next: 'instr_1 2026-01-01', repaired: 1 };
const SCREENED = { screened: 100, held: 1, alerted: 1 };
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
    name: 'recovery',
    workflow: 'webhookRecovery',
    args: [{ recoveryId: 'rcv_1' }],
    activities: {
      recoverNextPage: answers({ sent: 50, events: 60, isOver: false }, { sent: 60, events: 60, isOver: true }),
    },
  },
  {
    name: 'recovery-renewed',
    workflow: 'webhookRecovery',
    args: [{ recoveryId: 'rcv_1', pagesPerRun: 1 }],
    activities: {
      recoverNextPage: answers({ sent: 50, events: 60, isOver: false }, { sent: 60, events: 60, isOver: true }),
    },
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
const never = (): Promise<never> => new Promise(() => undefined);

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
  {
    name: 'document-cancelled',
    ...DOCUMENT,
    activities: { generateDocument: never, giveUpDocument: answers(undefined) },
    async drive(handle) {
      await handle.cancel();
    },
  },
  { name: 'document-expiry', workflow: 'documentExpiry', args: [], activities: { removeExpiredDocuments: answers(3) } },
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
export const SCENARIOS: readonly Scenario[] = [...PAYMENT_SCENARIOS, ...DELIVERIES, ...MAINTENANCE, ...OTHERS];
