import { broadcastPage } from '../../db/broadcast';
import { announceDocument } from '../../db/documents/outcome';
import { TOPICS, type OutboxItem } from '../../db/outbox';
import { recordFindings } from '../../db/shipments/findings';
import { judgeWaiting } from '../../db/payments/review/conditions';
import { recordResubmitted } from '../../db/payments/instruction/resubmission';
import { each, ITEM_SETTLED_BY_JOB, type JobsOf, type RelayContext } from './jobs';
import { redateHeldPayments } from './redating';
import { compareStatement } from './statements';

/** One task per item. The items that it writes, such as events, may belong to another lane, whose holder is notified. */
function eachTask(run: (item: OutboxItem, context: RelayContext) => Promise<unknown>): JobsOf {
  return each((item, context) => run(item, context).finally(context.wake));
}

/**
 * Tasks: items that never reach Temporal. Each is a piece of work in the database that a transaction leaves for later, so
 * that its caller does not wait for it: dates of held payments, the link to a resubmission, the comparison of a bank
 * statement, an event for every account, the event of a document, the comparison of a shipment's papers, and the conditions of
 * payments that wait for one of these.
 */
export const TASKS = {
  [TOPICS.redate]: eachTask((item, { database }) => redateHeldPayments(database, item)),
  [TOPICS.linkPayment]: eachTask(({ subject, payload }, { database }) =>
    recordResubmitted(database, subject, String(payload['as'])),
  ),
  [TOPICS.compareStatement]: eachTask((item, { database }) => compareStatement(database, item)),
  [TOPICS.broadcastEvent]: eachTask(async (item, { database }) => {
    await broadcastPage(database, item);
    return ITEM_SETTLED_BY_JOB;
  }),
  [TOPICS.announceDocument]: eachTask(async ({ subject }, { database }) => {
    await announceDocument(database, subject);
    await judgeWaiting(database, subject);
  }),
  [TOPICS.compareShipment]: eachTask(async ({ subject }, { database, vault }) => {
    await recordFindings(database, vault, subject);
    await judgeWaiting(database, subject);
  }),
  [TOPICS.judgeConditions]: eachTask(({ subject }, { database }) => judgeWaiting(database, subject)),
} satisfies Record<string, JobsOf>;

export type TaskTopic = keyof typeof TASKS;
