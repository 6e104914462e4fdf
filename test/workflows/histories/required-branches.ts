import type { Trace } from '../../support/history';
import {
  answered,
  began,
  branch,
  ends,
  failed,
  is,
  says,
  signalled,
  waits,
  type RequiredBranch,
  type Test,
} from './branch';
import { PAYMENT_BRANCHES } from './payment-branches';

const DELIVERY = 'webhookDelivery';
const attempt = (status: string): Test => answered('attemptDelivery', says('status', status));

const DELIVERIES: readonly RequiredBranch[] = [
  branch(DELIVERY, 'delivered by the first attempt', attempt('delivered'), ends('delivered')),
  branch(DELIVERY, 'a retry that is made', attempt('failed'), waits(300), is('fired'), attempt('delivered')),
  branch(
    DELIVERY,
    'the fifth retry fails',
    ...[300, 1_800, 7_200, 21_600, 86_400].flatMap((pause) => [attempt('failed'), waits(pause), is('fired')]),
    attempt('failed'),
    ends('failed'),
  ),
  branch(DELIVERY, 'parked at an attempt', attempt('paused'), signalled('subscriptionChanged'), attempt('delivered')),
  branch(
    DELIVERY,
    'paused while it waits',
    attempt('failed'),
    is('timer_cancelled'),
    answered('settleDelivery', says('', 'paused')),
  ),
  branch(
    DELIVERY,
    'nobody listens any more while it waits',
    answered('settleDelivery', says('', 'cancelled')),
    ends('cancelled'),
  ),
  branch(DELIVERY, 'nobody listens any more at an attempt', attempt('cancelled'), ends('cancelled')),
  branch(
    DELIVERY,
    'its workflow is cancelled, which ends no delivery',
    attempt('failed'),
    is('cancellation_requested'),
    is('fired'),
    attempt('delivered'),
    ends('delivered'),
  ),
  {
    workflow: DELIVERY,
    branch: 'goes on after the first attempt of its sender, when it is due',
    isTaken: ([first, ...rest]) => first?.kind === 'timer' && rest.some(attempt('delivered')),
  },
  branch(
    DELIVERY,
    'waits for an earlier event',
    attempt('waiting'),
    signalled('subscriptionChanged'),
    attempt('delivered'),
  ),
  branch(DELIVERY, 'waits for its turn under a rate', attempt('waiting'), waits(0), is('fired'), attempt('delivered')),
  branch(
    DELIVERY,
    'waits for an endpoint that cannot be reached',
    answered('attemptDelivery', says('unreachableSince', '2026-01-01T00:00:00.000Z')),
    is('fired'),
    attempt('delivered'),
  ),
  branch(DELIVERY, 'goes on in a new run', attempt('waiting'), is('continued')),
  {
    workflow: DELIVERY,
    branch: 'looks at its subscription first in a new run, and waits on',
    isTaken: ([first, ...rest]) =>
      first?.kind === 'activity' && first.name === 'settleDelivery' && rest.some(is('fired')),
  },
  branch(DELIVERY, 'a test that fails', attempt('failed'), ends('failed')),
];

const SENDER = 'webhookSender';
const batch = answered('sendFirsts');

const SENDERS: readonly RequiredBranch[] = [
  branch(SENDER, 'one batch, and nothing is left', batch, ends('')),
  branch(
    SENDER,
    'a backlog, in several batches at a time',
    batch,
    ...[1, 2].map(() => began('sendFirsts')),
    batch,
    ends(''),
  ),
  branch(
    SENDER,
    'one batch at a time while answers are slow',
    batch,
    began('sendFirsts'),
    batch,
    began('sendFirsts'),
    ends(''),
  ),
  branch(SENDER, 'waits for a turn under a rate', batch, waits(0), is('fired'), batch, ends('')),
  branch(
    SENDER,
    'waits for an earlier event',
    batch,
    signalled('deliveriesMade'),
    is('timer_cancelled'),
    batch,
    ends(''),
  ),
  branch(SENDER, 'looks by itself', batch, waits(60), is('fired'), began('sendFirsts', ''), batch, ends('')),
  branch(
    SENDER,
    'is told of a change',
    batch,
    signalled('subscriptionChanged'),
    began('sendFirsts', ''),
    batch,
    ends(''),
  ),
  branch(
    SENDER,
    'releases the next ones a second later',
    batch,
    waits(1),
    is('fired'),
    began('sendFirsts', 'dlv_1'),
    ends(''),
  ),
  branch(SENDER, 'goes on in a new run', batch, is('continued')),
];

const OTHERS: readonly RequiredBranch[] = [
  branch('documentGeneration', 'generated', answered('generateDocument'), ends('generated')),
  branch('documentGeneration', 'failed', failed('generateDocument'), answered('giveUpDocument'), ends('failed')),
  branch(
    'documentGeneration',
    'its workflow is cancelled, which ends no document',
    is('cancellation_requested'),
    answered('generateDocument'),
    ends('generated'),
  ),
  branch(
    'reconciliation',
    'several pages',
    answered('repairPage'),
    waits(1),
    is('fired'),
    answered('repairPage'),
    ends(''),
  ),
  branch('reconciliation', 'goes on in a new run', answered('repairPage'), is('continued')),
  branch('rescreening', 'two pages', answered('rescreenPage'), answered('rescreenPage'), ends('')),
  branch('rescreening', 'goes on in a new run', answered('rescreenPage'), is('continued')),
  branch('reconciliation', 'recoveries too', began('repairPage', 'recovery'), answered('repairPage'), ends('')),
  branch('reconciliation', 'batches too', began('repairPage', 'batch'), answered('repairPage'), ends('')),
  branch('reconciliation', 'questions too', began('repairPage', 'question'), answered('repairPage'), ends('')),
  branch(
    'webhookDrill',
    'all scenarios',
    answered('playDrillScenario'),
    waits(5),
    is('fired'),
    answered('playDrillScenario'),
    answered('finishDrill'),
    ends(''),
  ),
  branch('webhookDrill', 'without an outage', answered('playDrillScenario'), answered('finishDrill'), ends('')),
  branch(
    'webhookRecovery',
    'several pages',
    answered('recoverNextPage'),
    waits(1),
    is('fired'),
    answered('recoverNextPage'),
    ends(''),
  ),
  branch('webhookRecovery', 'goes on in a new run', answered('recoverNextPage'), is('continued')),
  branch('bulkDecision', 'two groups', answered('decideNextPayments'), answered('decideNextPayments'), ends('')),
  branch('bulkDecision', 'goes on in a new run', answered('decideNextPayments'), is('continued')),
  branch('paymentBatch', 'waits for its limits', answered('makeBatchPayments'), waits(6), is('fired'), ends('')),
  branch(
    'paymentBatch',
    'is told of its cancellation',
    signalled('batchChanged'),
    answered('makeBatchPayments'),
    ends(''),
  ),
  branch('paymentBatch', 'goes on in a new run', answered('makeBatchPayments'), is('continued')),
  branch('dataPull', 'publications pulled', answered('pullFeeds'), ends('')),
  branch('watchListPull', 'watch lists pulled', answered('pullWatchLists'), ends('')),
  branch('retention', 'rows deleted', answered('deleteExpired'), ends('')),
  branch(
    'referenceImport',
    'two files and the index',
    answered('importReferenceFile'),
    answered('importReferenceFile'),
    answered('rebuildSearch'),
    ends(''),
  ),
  branch('referenceImport', 'refused', failed('importReferenceFile'), is('failed')),
  branch(
    'sandboxScenario',
    'three reports',
    ...[0, 1, 2].flatMap(() => [is('fired'), answered('reportFromSandbox')]),
    ends(''),
  ),
];

/** Every branch of every workflow. A new one is written here first: then the test asks for its history. */
export const REQUIRED_BRANCHES: readonly RequiredBranch[] = [...PAYMENT_BRANCHES, ...DELIVERIES, ...SENDERS, ...OTHERS];

/** @returns the required branches that none of the histories went through */
export function missingBranches(
  traces: readonly Trace[],
  required: readonly RequiredBranch[] = REQUIRED_BRANCHES,
): string[] {
  return required
    .filter(({ workflow, isTaken }) => !traces.some((trace) => trace.workflow === workflow && isTaken(trace.steps)))
    .map(({ workflow, branch: name }) => `${workflow}: ${name}`);
}
