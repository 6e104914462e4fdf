import { broadcastPage } from '../../db/broadcast';
import { announceDocument } from '../../db/documents/outcome';
import { TOPICS } from '../../db/outbox';
import { recordResubmitted } from '../../db/payments/instruction/resubmission';
import { each, ITEM_SETTLED_BY_JOB, type JobsOf } from './jobs';
import { redateHeldPayments } from './redating';
import { compareStatement } from './statements';

/**
 * Tasks: items that never reach Temporal. Each is a piece of work in the database that a transaction leaves for later, so
 * that its caller does not wait for it: dates of held payments, the link to a resubmission, the comparison of a bank
 * statement, an event for every account, and the event of a document.
 */
export const TASKS = {
  [TOPICS.redate]: each((item, { database }) => redateHeldPayments(database, item)),
  [TOPICS.linkPayment]: each(({ subject, payload }, { database }) =>
    recordResubmitted(database, subject, String(payload['as'])),
  ),
  [TOPICS.compareStatement]: each((item, { database }) => compareStatement(database, item)),
  [TOPICS.broadcastEvent]: each(async (item, { database }) => {
    await broadcastPage(database, item);
    return ITEM_SETTLED_BY_JOB;
  }),
  [TOPICS.announceDocument]: each(({ subject }, { database }) => announceDocument(database, subject)),
} satisfies Record<string, JobsOf>;

export type TaskTopic = keyof typeof TASKS;
