import { Context } from '@temporalio/activity';
import type { Logger } from 'pino';
import type { Database } from '../db/database';
import { readPaymentFacts } from '../db/payments/start-facts';
import { flagOverdueReports } from '../db/payments/waiting-reports';
import { forgetRepairs, recordRepair, reopenCancellation } from '../db/repairs/record';
import {
  questionOf,
  readDeliveriesToResume,
  readKnownStatuses,
  readMaybeStopped,
  type Stoppable,
} from '../db/repairs/stopped';
import { dissolveBursts, readBursts } from '../db/webhooks/bursts';
import { applyRetention, type RetentionCounts } from '../db/retention/apply-retention';
import type { ScreeningRulesCache } from '../db/compliance/screening-rules';
import type { Vault } from '../lib/vault';
import type { WorkflowClient } from '../workflows/client/workflow-client';
import { workflowIds } from '../workflows/contract';
import { readRecoveriesToResume } from '../db/webhooks/recover';
import { startDocument } from '../workflows/client/documents';
import { startRecoveryWorkflow } from '../workflows/client/recoveries';
import { isRunning, isRunningOrDone, listRunningPayments } from '../workflows/client/maintenance';
import { rescreenPage, type RescreenedPage } from './rescreening';

const PAGE_SIZE = 100;
/** Calls to Temporal at a time. */
const CONCURRENCY = 8;

export interface MaintenanceContext {
  database: Database;
  workflows: WorkflowClient;
  vault: Vault;
  /** Read when there is something to screen. */
  rules: ScreeningRulesCache;
  log: Logger;
}

/** What Postgres says may stand still, and `outcome`: running payments whose workflow does not know their status. */
export type Reconciled = Stoppable | 'outcome';

export interface RepairedPage {
  next: string | null;
  repaired: number;
}

export interface MaintenanceActivities {
  /**
   * Looks at one page of what may stand still, and lets it go on.
   * @param token of the page before, null for the first one
   * @returns the next page's token, null after the last one
   */
  repairPage(kind: Reconciled, token: string | null): Promise<RepairedPage>;
  deleteExpired(): Promise<RetentionCounts>;
  rescreenPage(after: string | null): Promise<RescreenedPage>;
}

/** Reads `<id> <time>`; ids hold no space. */
function positionOf(token: string): { id: string; at: string } {
  const end = token.indexOf(' ');
  return { id: token.slice(0, end), at: token.slice(end + 1) };
}

function questionWorkflow(id: string): string {
  const { about, instructionId, partnerId } = questionOf(id);
  return about === 'recall'
    ? workflowIds.paymentRecall(instructionId)
    : workflowIds.paymentStop(instructionId, partnerId);
}

export function createMaintenanceActivities(context: MaintenanceContext): MaintenanceActivities {
  return new Maintenance(context).activities();
}

class Maintenance {
  constructor(private readonly context: MaintenanceContext) {}

  activities(): MaintenanceActivities {
    return {
      repairPage: (kind, token) => (kind === 'outcome' ? this.informPage(token) : this.repairPage(kind, token)),
      deleteExpired: () => applyRetention(this.context.database, { onPage: () => Context.current().heartbeat() }),
      rescreenPage: (after) => rescreenPage(this.context, after),
    };
  }

  /**
   * Does the work for each item; one that fails holds up no other, and is met again in the next round.
   * @throws the first fault when all of several failed: then it is not the items' own
   */
  private async each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
    const waiting = [...items];
    const faults: unknown[] = [];
    const carry = async (): Promise<void> => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        await work(item).catch((fault: unknown) => faults.push(fault));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, carry));
    if (faults.length > 1 && faults.length === items.length) throw faults[0];
    for (const fault of faults) this.context.log.warn({ fault }, 'something could not be begun again');
  }

  private async repairPage(kind: Stoppable, token: string | null): Promise<RepairedPage> {
    const page = { after: token === null ? null : positionOf(token), limit: PAGE_SIZE };
    const rows = await readMaybeStopped(this.context.database, kind, page);
    const repaired = await this.repair(kind, [...new Set(rows.map(({ id }) => id))]);
    if (repaired > 0) this.context.log.warn({ kind, repaired }, 'what stood still goes on');
    const last = rows.at(-1);
    return { next: rows.length < PAGE_SIZE || last === undefined ? null : `${last.id} ${last.at}`, repaired };
  }

  private repair(kind: Stoppable, ids: string[]): Promise<number> {
    switch (kind) {
      case 'payment':
        return this.restart(kind, ids, workflowIds.payment, (missing) => this.restartPayments(missing));
      case 'delivery':
        return this.repairDeliveries(ids);
      case 'document':
        return this.restartDocuments(ids);
      case 'recovery':
        return this.restart(kind, ids, workflowIds.recovery, (missing) => this.restartRecoveries(missing));
      case 'cancellation':
        return this.repeatCancellations(ids);
      case 'report':
        return this.showReports(ids);
      case 'question':
        return this.restart(kind, ids, questionWorkflow, (missing) => this.askAgain(missing), isRunningOrDone);
      default:
        return kind satisfies never;
    }
  }

  /**
   * Begins again what has no running workflow; that it is tried is on record before.
   * @param isThere whether a workflow need not begin again
   */
  private async restart(
    kind: Stoppable,
    ids: string[],
    workflowIdOf: (id: string) => string,
    start: (missing: string[]) => Promise<void>,
    isThere = isRunning,
  ): Promise<number> {
    const { database, workflows } = this.context;
    const missing: string[] = [];
    await this.each(ids, async (id) => {
      if (!(await isThere(workflows.client, workflowIdOf(id)))) missing.push(id);
    });
    await forgetRepairs(
      database,
      kind,
      ids.filter((id) => !missing.includes(id)),
    );
    await this.each(missing, async (id) => void (await recordRepair(database, kind, id)));
    await start(missing);
    return missing.length;
  }

  private restartDocuments(ids: string[]): Promise<number> {
    const { documents } = this.context.workflows;
    const start = (missing: string[]): Promise<void> =>
      this.each(missing, (id) => startDocument(documents, id, { isRestart: true }));
    return this.restart('document', ids, workflowIds.document, start, (_client, id) => isRunning(documents, id));
  }

  /** One that is in a burst is looked after by the burst's workflow; when that is gone, it begins again by itself. */
  private async repairDeliveries(ids: string[]): Promise<number> {
    const bursts = await readBursts(this.context.database, ids);
    const workflowIdOf = (id: string): string => {
      const burst = bursts.get(id);
      return burst === undefined ? workflowIds.delivery(id) : workflowIds.burst(burst);
    };
    return this.restart('delivery', ids, workflowIdOf, (missing) => this.restartDeliveries(missing));
  }

  private async restartPayments(ids: string[]): Promise<void> {
    const { database, workflows } = this.context;
    const facts = await readPaymentFacts(database, ids);
    await this.each([...facts.values()], async (payment) => {
      await workflows.startPayment(payment, { isRestart: true });
      await reopenCancellation(database, payment.instructionId);
    });
  }

  private async restartDeliveries(ids: string[]): Promise<void> {
    await dissolveBursts(this.context.database, ids);
    const deliveries = await readDeliveriesToResume(this.context.database, ids);
    await this.each(deliveries, ({ id, test, ...delivery }) =>
      this.context.workflows.startDelivery({ ...delivery, deliveryId: id, once: test }, { isRestart: true }),
    );
  }

  private async restartRecoveries(ids: string[]): Promise<void> {
    const { database, workflows } = this.context;
    const recoveries = await readRecoveriesToResume(database, ids);
    await this.each(recoveries, (recovery) => startRecoveryWorkflow(workflows.client, recovery, { isRestart: true }));
  }

  /** A question that was asked before is one for the partner: both have the same key. */
  private async askAgain(ids: string[]): Promise<void> {
    const { database, workflows } = this.context;
    const questions = ids.map(questionOf);
    const facts = await readPaymentFacts(
      database,
      questions.map(({ instructionId }) => instructionId),
    );
    await this.each(questions, async ({ about, instructionId, partnerId }) => {
      const partnerName = facts.get(instructionId)?.partnerName ?? '';
      if (about === 'recall') await workflows.recallPayment({ instructionId, partnerName });
      else if (partnerId === undefined) await workflows.stopPayment({ instructionId, partnerName });
      else await workflows.stopPayment({ instructionId, partnerName: 'An earlier partner', partnerId });
    });
  }

  /** The workflow asks the partner until there is an answer; one that decides nothing is asked for again. */
  private async repeatCancellations(ids: string[]): Promise<number> {
    const { database, workflows } = this.context;
    const statuses = await readKnownStatuses(database, ids);
    await this.each(statuses, async ({ id, status, version }) => {
      if (await workflows.signalCancellation(id, { status, version })) await recordRepair(database, 'cancellation', id);
    });
    return statuses.length;
  }

  private async showReports(ids: string[]): Promise<number> {
    let shown = 0;
    await this.each(ids, async (id) => {
      shown += await flagOverdueReports(this.context.database, id, { workflowId: workflowIds.payment(id) });
    });
    return shown;
  }

  private async informPage(token: string | null): Promise<RepairedPage> {
    const { database, workflows, log } = this.context;
    const { payments, next } = await listRunningPayments(workflows.client, token, PAGE_SIZE);
    const shown = new Map(payments.map(({ instructionId, shownStatus }) => [instructionId, shownStatus]));
    const known = await readKnownStatuses(database, [...shown.keys()]);
    // A payment that is sent shows `submitted` before it is: nobody can tell it that it is `pending`.
    const unaware = known.filter(
      ({ id, status, hasRested }) => hasRested && status !== 'pending' && status !== shown.get(id),
    );
    await this.each(unaware, async ({ id, status, version }) => {
      await workflows.signalReports(id, [{ reportId: null, status, disposition: 'reconciled', version }]);
    });
    if (unaware.length > 0) log.warn({ repaired: unaware.length }, 'payments learn again where they stand');
    return { next, repaired: unaware.length };
  }
}
