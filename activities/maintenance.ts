import { Context } from '@temporalio/activity';
import type { Logger } from 'pino';
import type { Database } from '../db/database';
import { readBatchesToResume } from '../db/payments/batches/work-batch';
import { readPaymentFacts } from '../db/payments/dispatch/start-facts';
import { OVERDUE_BOOKINGS } from '../db/payments/settlement/overdue-bookings';
import { expirePayeeChecks } from '../db/payments/review/payee-check';
import { flagOverdueReports } from '../db/payments/reports/waiting-reports';
import { forgetRepairs, recordRepair } from '../db/repairs/record';
import {
  questionOf,
  readKnownStatuses,
  readMaybeStopped,
  readSenders,
  type SenderOf,
  type Stoppable,
  type Visited,
} from '../db/repairs/stopped';
import { readStartFacts, type StartFacts } from '../db/webhooks/deliveries';
import { archivingRule } from '../db/archive/archive-payments';
import { applyRetention, type RetentionCounts } from '../db/retention/apply-retention';
import { RETENTION_RULES } from '../db/retention/rules';
import type { ScreeningRulesCache } from '../db/compliance/screening-rules';
import type { WatchLists } from '../db/compliance/watch-lists';
import type { Vault } from '../lib/vault';
import type { WorkflowClient } from '../workflows/client/workflow-client';
import { workflowIds } from '../workflows/contract';
import { readRecoveriesToResume } from '../db/webhooks/recover';
import { startBatch } from '../workflows/client/batches';
import { startBulkDecisionWorkflow } from '../workflows/client/bulk-decisions';
import { isDocumentRunning, startDocument } from '../workflows/client/documents';
import { startRecoveryWorkflow } from '../workflows/client/recoveries';
import { isRunning, isRunningOrDone } from '../workflows/client/maintenance';
import { findRunning } from '../workflows/client/payment-runs';
import { each } from './each';
import { signalOrResume } from './payments/resume-payment';
import { rescreenPage, type RescreenedPage } from './payments/rescreening';
import { sweepPayments } from './payments/sweep-payments';
import { recallPayment, stopPayment } from '../workflows/client/payments';
import { startDelivery, wakeSender } from '../workflows/client/deliveries';

/** As many as a page of Temporal's visibility store has at most. */
const PAGE_SIZE = 1_000;
/** How long one activity goes on from page to page. */
const WORK_MS = 10_000;

export interface MaintenanceContext {
  database: Database;
  workflows: WorkflowClient;
  vault: Vault;
  /** Read when there is something to screen. */
  rules: ScreeningRulesCache;
  watchLists: WatchLists;
  /** Whole months without a change after which payments go to the archive; absent or null: they stay. */
  archiveAfterMonths?: number | null | undefined;
  log: Logger;
}

/** What the reconciler looks at. */
export type Reconciled = Stoppable;

export interface RepairedPage {
  next: string | null;
  /** How many were begun again, signalled or shown. */
  repaired: number;
  /** How many running payments were told a status that their workflow did not show; absent for anything else. */
  informed?: number;
}

export interface MaintenanceActivities {
  /**
   * Looks at pages of what may stand still for some seconds, and lets it go on.
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

/** @returns the token of the page after these rows; null when they were the last */
function nextToken(rows: readonly { id: string; at: string }[]): string | null {
  const last = rows.at(-1);
  return rows.length < PAGE_SIZE || last === undefined ? null : `${last.id} ${last.at}`;
}

function workflowIdOfQuestion(id: string): string {
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
      repairPage: (kind, token) => this.repairPages(kind, token),
      deleteExpired: () => this.deleteExpired(),
      rescreenPage: (after) => rescreenPage(this.context, after),
    };
  }

  private deleteExpired(): Promise<RetentionCounts> {
    const { database, archiveAfterMonths = null } = this.context;
    const onPage = (): void => Context.current().heartbeat();
    const archiving = archiveAfterMonths === null ? [] : [archivingRule(archiveAfterMonths)];
    return applyRetention(database, { onPage, rules: [...RETENTION_RULES, OVERDUE_BOOKINGS, ...archiving] });
  }

  private each<Item extends string | { id: string }>(
    items: readonly Item[],
    work: (item: Item) => Promise<void>,
  ): Promise<void> {
    return each(this.context.log, items, (item) => (typeof item === 'string' ? item : item.id), work);
  }

  /** Looks at pages for some seconds: a pause between any two would make a day of millions. */
  private async repairPages(kind: Stoppable, first: string | null): Promise<RepairedPage> {
    const end = performance.now() + WORK_MS;
    const isOver = (): boolean => performance.now() >= end;
    if (kind === 'payment') return this.sweepPage(first, isOver);
    if (kind === 'report' && first === null) await expirePayeeChecks(this.context.database);
    let { next, repaired } = await this.repairPage(kind, first);
    while (next !== null && !isOver()) {
      const page = await this.repairPage(kind, next);
      next = page.next;
      repaired += page.repaired;
    }
    this.tell(kind, repaired);
    return { next, repaired };
  }

  private async sweepPage(first: string | null, isOver: () => boolean): Promise<RepairedPage> {
    const swept = await sweepPayments(this.context, { after: first ?? '', isOver });
    this.tell('payment', swept.repaired);
    return swept;
  }

  private tell(kind: Stoppable, repaired: number): void {
    if (repaired > 0) this.context.log.warn({ kind, repaired }, 'what stood still goes on');
  }

  private async repairPage(kind: Visited, token: string | null): Promise<RepairedPage> {
    const page = { after: token === null ? null : positionOf(token), limit: PAGE_SIZE };
    const rows = await readMaybeStopped(this.context.database, kind, page);
    const repaired = await this.repair(kind, [...new Set(rows.map(({ id }) => id))]);
    return { next: nextToken(rows), repaired };
  }

  private repair(kind: Visited, ids: string[]): Promise<number> {
    switch (kind) {
      case 'delivery':
        return this.repairDeliveries(ids);
      case 'document':
        return this.restartDocuments(ids);
      case 'recovery':
        return this.restart(kind, ids, workflowIds.recovery, (missing) => this.restartRecoveries(missing));
      case 'batch':
        return this.restart(kind, ids, workflowIds.batch, (missing) => this.restartBatches(missing));
      case 'bulkDecision':
        return this.restart(kind, ids, workflowIds.bulkDecision, (missing) =>
          this.each(missing, (id) => startBulkDecisionWorkflow(this.context.workflows, id)),
        );
      case 'cancellation':
        return this.repeatCancellations(ids);
      case 'report':
        return this.flagReports(ids);
      case 'question':
        return this.restart(
          kind,
          ids,
          workflowIdOfQuestion,
          (missing) => this.askAgain(missing),
          (id) => isRunningOrDone(this.context.workflows, workflowIdOfQuestion(id)),
        );
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
    isThere = (id: string): Promise<boolean> => isRunning(this.context.workflows, workflowIdOf(id)),
  ): Promise<number> {
    const { database, workflows } = this.context;
    const missing: string[] = [];
    const running = await findRunning(workflows, [...new Set(ids.map(workflowIdOf))]);
    const absent = ids.filter((id) => !running.has(workflowIdOf(id)));
    await this.each(absent, async (id) => {
      if (!(await isThere(id))) missing.push(id);
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
    const { workflows } = this.context;
    const start = (missing: string[]): Promise<void> =>
      this.each(missing, (id) => startDocument(workflows, id, { isRestart: true }));
    return this.restart('document', ids, workflowIds.document, start, (id) => isDocumentRunning(workflows, id));
  }

  /** Restarts the workflows of deliveries: the sender for first attempts, one of its own for each other delivery. */
  private async repairDeliveries(ids: string[]): Promise<number> {
    const { database, log, workflows } = this.context;
    const senders = await readSenders(database, ids);
    const workflowIdOf = (id: string): string => {
      const sender = senders.get(id);
      return sender === undefined ? workflowIds.delivery(id) : workflowIds.sender(sender.webhookId);
    };
    return this.restart('delivery', ids, workflowIdOf, async (missing) => {
      const lost = missing.flatMap((id) => senders.get(id) ?? []);
      const bySubscription = new Map(lost.map((sender) => [sender.webhookId, sender]));
      const wake = (sender: SenderOf): Promise<void> => wakeSender(workflows, sender, { isChanged: true });
      await each(log, [...bySubscription.values()], ({ webhookId }) => webhookId, wake);
      const starts = await readStartFacts(database, missing);
      const begin = (start: StartFacts): Promise<void> => startDelivery(workflows, start, { isRestart: true });
      await each(log, [...starts.values()], ({ deliveryId }) => deliveryId, begin);
    });
  }

  private async restartRecoveries(ids: string[]): Promise<void> {
    const { database, log, workflows } = this.context;
    const recoveries = await readRecoveriesToResume(database, ids);
    const nameOf = ({ recoveryId }: { recoveryId: string }): string => recoveryId;
    await each(log, recoveries, nameOf, (recovery) => startRecoveryWorkflow(workflows, recovery, { isRestart: true }));
  }

  private async restartBatches(ids: string[]): Promise<void> {
    const { database, log, workflows } = this.context;
    const batches = await readBatchesToResume(database, ids);
    await each(
      log,
      batches,
      ({ batchId }) => batchId,
      (batch) => startBatch(workflows, batch),
    );
  }

  /** Starts the workflows of these unanswered questions again; a partner that was asked before sees the same key. */
  private async askAgain(ids: string[]): Promise<void> {
    const { database, workflows } = this.context;
    const payments = ids.map((id) => questionOf(id).instructionId);
    const facts = await readPaymentFacts(database, payments);
    await this.each(ids, async (id) => {
      const { about, instructionId, partnerId } = questionOf(id);
      const partnerName = facts.get(instructionId)?.partnerName ?? '';
      if (about === 'recall') await recallPayment(workflows, { instructionId, partnerName });
      else if (partnerId === undefined) await stopPayment(workflows, { instructionId, partnerName });
      else await stopPayment(workflows, { instructionId, partnerName: 'An earlier partner', partnerId });
    });
  }

  /** Signals open cancellations to their workflows again, and resumes a workflow that has stopped. @returns how many */
  private async repeatCancellations(ids: string[]): Promise<number> {
    const { database } = this.context;
    const statuses = await readKnownStatuses(database, ids);
    await this.each(statuses, async ({ id, status, version }) => {
      const word = { signal: 'cancellation', notice: { status, version } } as const;
      if (await signalOrResume(this.context, id, word)) await recordRepair(database, 'cancellation', id);
    });
    return statuses.length;
  }

  private async flagReports(ids: string[]): Promise<number> {
    let shown = 0;
    await this.each(ids, async (id) => {
      const flags = await flagOverdueReports(this.context.database, id, { workflowId: workflowIds.payment(id) });
      shown += flags;
    });
    return shown;
  }
}
