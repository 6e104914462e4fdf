import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Logger } from 'pino';
import { each } from '../../activities/each';
import { PartnerRegistry } from '../../activities/partners/registry';
import { doubtPayment } from '../../activities/payments/doubt-payment';
import type { Database } from '../../db/database';
import { DatabaseClock } from '../../db/database-clock';
import { findPartnerByName } from '../../db/payments/dispatch/partners';
import { raiseDatabaseMark, readDatabaseMark } from '../../db/restoration/database-mark';
import {
  acceptLostPayments,
  findRepetitions,
  storeLostPayments,
  storeUnlistedRisk,
  listLostPayments,
  listReportsOnLost,
  readLostPaymentsState,
  recordPartnerReply,
  type FoundPayment,
} from '../../db/restoration/lost-payments';
import {
  beginRestoration,
  finishRestoration,
  storePlace,
  readOpenAtRestore,
  readRestoration,
  withRestorationLock,
  type Restoration,
} from '../../db/restoration/restorations';
import { markFault } from '../../domain/restoration/database-mark';
import { mayBeUnlisted, UNLISTED } from '../../domain/restoration/lost-payment';
import type { Vault } from '../../lib/vault';
import { createLogger } from '../../process/logger';
import { storeMark, readKeptMarks } from '../../workflows/client/database-marks';
import { listPayments, readRetentionMs, type ListedPage } from '../../workflows/client/payment-runs';
import { endLostPayment, repeatMarksOf } from '../../workflows/client/payments';
import { sandboxWorkflows } from '../../workflows/client/sandbox';
import { withWorkflows, type WorkflowClient } from '../../workflows/client/workflow-client';
import { actor } from '../actor';
import { contextOf, knownPublicUrl, printProgress, UsageError, withVault } from '../context';
import { reportedStatus } from './reported-status';
import { printLines } from './values';

/** Open payments of one page. */
const PAGE = 200;
/** Clocks of Temporal and Postgres differ, and the mark is advanced every fifteen seconds. */
const MARGIN_MS = 60_000;
/** A payment that began so long after a restoration was finished is a new one, whatever the clocks. */
const LATE_MS = 3_600_000;

interface Scene {
  database: Database;
  workflows: WorkflowClient;
  vault: Vault;
  publicUrl: string;
  log: Logger;
}

/** @throws InvalidArgumentError for a text that is no moment with a zone, or one in the future */
function pastMoment(text: string): Date {
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const at = new Date(isMoment ? text : NaN);
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError('It must be a time such as 2026-11-26T04:30:00Z.');
  if (at.getTime() > Date.now()) throw new InvalidArgumentError('It must not lie in the future.');
  return at;
}

/** The restoration to work on: one that was interrupted, or a new one; null where the command only reports. */
async function findRestoration({ database, workflows }: Scene, to: Date | undefined): Promise<Restoration | null> {
  const last = await readRestoration(database);
  if (last !== null && last.finishedAt === null) {
    if (to === undefined || to.getTime() === last.restoredTo.getTime()) return last;
    throw new UsageError(
      `A restoration to ${last.restoredTo.toISOString()} is under way: finish it first, without --to.`,
    );
  }
  const mark = await readDatabaseMark(database);
  const isFit = markFault(mark, await readKeptMarks(workflows, mark)) === null;
  if (to === undefined) {
    if (last !== null && isFit) return null;
    throw new UsageError('State the time to which Postgres was restored: --to 2026-11-26T04:30:00Z');
  }
  return isFit && last?.restoredTo.getTime() === to.getTime() ? null : beginRestoration(database, to);
}

/**
 * Marks every payment that was open at the restore as possibly sent, page by page; after a kill it continues with the
 * same page.
 */
async function doubtOpenPayments(scene: Scene, restoration: Restoration): Promise<void> {
  const { database, log } = scene;
  const { id, restoredTo, begunAt } = restoration;
  let { place } = restoration;
  for (;;) {
    const payments = await readOpenAtRestore(database, { begunAt, place }, PAGE);
    const last = payments.at(-1);
    if (last === undefined) return;
    const repeating = payments.map((payment) => ({ instructionId: payment.instructionId, ...repeatMarksOf(payment) }));
    const repetitions = await findRepetitions(database, repeating);
    let inDoubt = 0;
    let done = 0;
    await each(
      log,
      payments,
      ({ instructionId }) => instructionId,
      async (payment) => {
        const repeats = repetitions.get(payment.instructionId) ?? null;
        if (await doubtPayment(scene, payment, { restoredTo, repeats })) inDoubt += 1;
        done += 1;
      },
    );
    const failed = payments.length - done;
    if (failed > 0) throw new UsageError(`${failed} payments could not be put in doubt: run the command again.`);
    place = last.instructionId;
    await storePlace(database, id, place, inDoubt);
    printProgress(`Payments up to ${place} are in doubt, have their outcome, or wait for reports.`);
  }
}

/**
 * Records payments that Temporal knows and the database does not, and that Temporal may have deleted more. After the
 * end of the restoration it searches again, because the visibility store may have been behind.
 */
async function findLostPayments(scene: Scene, { id, restoredTo, finishedAt }: Restoration): Promise<void> {
  const { database, workflows } = scene;
  const mark = await readDatabaseMark(database);
  const { own } = await readKeptMarks(workflows, mark);
  const since = new Date(Math.min(restoredTo.getTime(), mark.at.getTime()) - MARGIN_MS);
  const until = finishedAt === null ? null : new Date(finishedAt.getTime() + LATE_MS);
  let token: Uint8Array | null = null;
  do {
    const page: ListedPage = await listPayments(workflows, { since, until }, token);
    const found = page.payments.map(({ shownStatus, ...payment }): FoundPayment => {
      return { ...payment, foundBy: 'workflow', workflowStatus: shownStatus };
    });
    await storeLostPayments(database, id, found);
    token = page.next;
  } while (token !== null);
  if (finishedAt !== null) return;
  const isKeptNoMore = mayBeUnlisted(since, new Date(), await readRetentionMs(workflows));
  if (isKeptNoMore || own === null) await storeUnlistedRisk(database, id);
}

/** Records payments that partners have reported and the database does not have. */
async function adoptReports(scene: Scene, { id, restoredTo }: Restoration): Promise<void> {
  const { database, workflows, vault, log } = scene;
  const reports = await listReportsOnLost(database, new Date(restoredTo.getTime() - MARGIN_MS));
  await each(
    log,
    reports,
    ({ instructionId }) => instructionId,
    async (report) => {
      const { instructionId, partnerName } = report;
      const unknown = { accountId: null, beganAt: null, workflowStatus: null, keyHash: null, referenceHash: null };
      await storeLostPayments(database, id, [{ ...unknown, foundBy: 'report', instructionId, partnerName }]);
      const status = reportedStatus(vault, report, await findPartnerByName(database, partnerName));
      const state = status === null ? null : await recordPartnerReply(database, report, status, actor());
      if (state !== null && state !== 'open') await endLostPayment(workflows, instructionId);
    },
  );
}

/** Asks partners about the open lost payments. */
async function askPartners({ database, workflows, vault, publicUrl, log }: Scene): Promise<void> {
  const clock = new DatabaseClock(database);
  await clock.look();
  const sandbox = sandboxWorkflows(workflows);
  const partners = new PartnerRegistry({
    ...{ database, vault, clock, publicUrl },
    workflows: sandbox,
    sandboxStepDelayMs: 0,
  });
  const open = await listLostPayments(database, 'open');
  await each(
    log,
    open,
    ({ instructionId }) => instructionId,
    async ({ instructionId, partnerName }) => {
      const partner = partnerName === null ? null : await findPartnerByName(database, partnerName);
      if (partnerName === null || partner === null) return;
      const answer = await (await partners.adapterOf(partner.id)).inquire(instructionId);
      if (answer.kind === 'no_answer') return;
      const word = answer.kind === 'known' ? answer.status : 'unknown';
      const state = await recordPartnerReply(database, { instructionId, partnerName }, word, actor());
      if (state !== null && state !== 'open') await endLostPayment(workflows, instructionId);
    },
  );
}

/** Lets processes start: ends the restoration and raises the database's mark above Temporal's. */
async function finishRestore({ database, workflows }: Scene): Promise<void> {
  const kept = await readKeptMarks(workflows, await readDatabaseMark(database));
  const mark = await database.transaction(async (client) => {
    await finishRestoration(client);
    return raiseDatabaseMark(client, kept.own?.position ?? 0);
  });
  await storeMark(workflows, mark);
}

async function acceptLost({ database, workflows }: Scene, ids: readonly string[]): Promise<void> {
  const unknown = await acceptLostPayments(database, ids, { id: actor().id, actor: actor() });
  if (unknown.length > 0) throw new UsageError(`No lost payment is called ${unknown.join(', ')}; none was accepted.`);
  for (const id of ids) if (id !== UNLISTED) await endLostPayment(workflows, id);
}

/** Prints the time to which Postgres was restored, the payments in doubt, and the lost ones by state. */
async function printReport({ database }: Scene, command: Command): Promise<void> {
  const restoration = await readRestoration(database);
  const [open, settled, neverReceived, accepted] = await Promise.all(
    (['open', 'settled', 'never_received', 'accepted'] as const).map((state) => listLostPayments(database, state)),
  );
  const { isClosed } = await readLostPaymentsState(database);
  const counts = { settled: settled?.length, neverReceived: neverReceived?.length, accepted: accepted?.length };
  const { restoredTo, inDoubt, finishedAt } = restoration ?? {};
  const result = {
    restoredTo,
    finishedAt,
    inDoubt,
    lost: { open: open?.length, ...counts },
    open,
    createsClosed: isClosed,
  };
  const names = (open ?? []).map(({ instructionId }) => instructionId);
  printLines(command, result, [
    `Postgres was restored to ${restoredTo?.toISOString() ?? 'an unknown time'}.`,
    `In doubt: ${inDoubt ?? 0} payments; their partners are asked, and nothing is sent before they have denied it.`,
    `Lost: ${names.length} open, ${counts.settled} settled, ${counts.neverReceived} never received, ${counts.accepted} accepted.`,
    ...(open ?? []).map(({ instructionId, foundBy, partnerName, workflowStatus, reportedStatus }) =>
      instructionId === UNLISTED
        ? `${UNLISTED}: payments that Temporal keeps no more; compare the lists of partners with this database`
        : `${instructionId} at ${partnerName ?? 'an unknown partner'}, by ${foundBy}: workflow ${workflowStatus ?? '-'}, partner ${reportedStatus ?? '-'}`,
    ),
    isClosed
      ? `No payment is created. Run this again once partners have reported, or accept what stays open: corridor restored --accept ${names.slice(0, 3).join(' ')}`
      : 'Payments are created again. Repeats of lost payments are refused.',
  ]);
}

interface RestoredOptions {
  to?: Date;
  accept?: string[];
}

/** Does the steps of a restoration that are not done, or accepts lost payments. */
async function restore(scene: Scene, { to, accept: accepted }: RestoredOptions): Promise<void> {
  if (accepted !== undefined) return acceptLost(scene, accepted);
  const begun = await findRestoration(scene, to);
  const restoration = begun ?? (await readRestoration(scene.database));
  if (restoration === null) return;
  await findLostPayments(scene, restoration);
  if (begun !== null) await doubtOpenPayments(scene, begun);
  await adoptReports(scene, restoration);
  await askPartners(scene);
  if (begun !== null) await finishRestore(scene);
}

/** Runs `corridor restored`, unless another process does. */
async function runRestored(options: RestoredOptions, command: Command): Promise<void> {
  const context = contextOf(command);
  const log = createLogger('warn', 'restored', process.stderr);
  const publicUrl = knownPublicUrl(context) ?? '';
  await withVault(context, (database, vault) =>
    withWorkflows(context.temporal, async (workflows) => {
      const scene: Scene = { database, workflows, vault, publicUrl, log };
      const done = await withRestorationLock(database, async () => {
        await restore(scene, options);
        return true;
      });
      if (done === null) throw new UsageError('Another "corridor restored" works on this database: wait for its end.');
      await printReport(scene, command);
    }),
  );
}

/** Adds `corridor restored`: the steps after a restore of Postgres to an earlier moment. Source: docs/OPERATIONS.md */
export function addRestoredCommand(program: Command): void {
  program
    .command('restored')
    .option('--to <time>', 'moment to which Postgres was restored, with its zone', pastMoment)
    .addOption(
      new Option('--accept <ids...>', 'lost payments that no longer keep new ones from being created').conflicts('to'),
    )
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  corridor restored --to 2026-11-26T04:30:00Z')
    .action(runRestored);
}
