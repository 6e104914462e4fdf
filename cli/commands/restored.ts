import { type Command, InvalidArgumentError } from 'commander';
import type { Logger } from 'pino';
import { each } from '../../activities/each';
import { PartnerRegistry } from '../../activities/partners/registry';
import { doubtPayment } from '../../activities/payments/doubt-payment';
import type { Database } from '../../db/database';
import { DatabaseClock } from '../../db/database-clock';
import { findPartnerByName } from '../../db/payments/dispatch/partners';
import { openEvidence } from '../../db/payments/instruction/private-data';
import { raiseDatabaseMark, readDatabaseMark } from '../../db/restoration/database-mark';
import {
  acceptLostPayments,
  keepLostPayments,
  listLostPayments,
  readReportsOnLost,
  readStanding,
  recordLostWord,
  type FoundPayment,
  type ReportOnLost,
} from '../../db/restoration/lost-payments';
import {
  beginRestoration,
  finishRestoration,
  keepPlace,
  readOpenAtRestore,
  readRestoration,
  type Restoration,
} from '../../db/restoration/restorations';
import { paymentStatusOf, type PaymentStatus } from '../../domain/payments/instruction/status';
import { markFault } from '../../domain/restoration/database-mark';
import { mayBeUnlisted, UNLISTED } from '../../domain/restoration/lost-payment';
import { memberOf } from '../../domain/unknown-value';
import type { Vault } from '../../lib/vault';
import { createLogger } from '../../process/logger';
import { keepMark, readKeptMarks } from '../../workflows/client/database-marks';
import { listPaymentsSince, readRetentionMs } from '../../workflows/client/payment-runs';
import { endLostPayment } from '../../workflows/client/payments';
import { sandboxWorkflows } from '../../workflows/client/sandbox';
import { withWorkflows, type WorkflowClient } from '../../workflows/client/workflow-client';
import { actor } from '../actor';
import { contextOf, knownPublicUrl, printProgress, UsageError, withVault } from '../context';
import { printLines } from './values';

/** Open payments of one page. */
const PAGE = 200;
/** Clocks of Temporal and Postgres differ, and the mark is advanced every fifteen seconds. */
const MARGIN_MS = 60_000;

interface Scene {
  database: Database;
  workflows: WorkflowClient;
  vault: Vault;
  publicUrl: string;
  log: Logger;
}

/** @throws InvalidArgumentError for what is no moment with a zone, or one that is still to come */
function pastMoment(text: string): Date {
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const at = new Date(isMoment ? text : NaN);
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError('It must be a time such as 2026-11-26T04:30:00Z.');
  if (at.getTime() > Date.now()) throw new InvalidArgumentError('It must not lie in the future.');
  return at;
}

/** The restoration that the command works on: the one that was killed, or a new one; null where it only reports. */
async function restorationToDo({ database, workflows }: Scene, to: Date | undefined): Promise<Restoration | null> {
  const last = await readRestoration(database);
  if (last !== null && last.finishedAt === null) {
    if (to === undefined || to.getTime() === last.restoredTo.getTime()) return last;
    throw new UsageError(
      `A restoration to ${last.restoredTo.toISOString()} is under way: finish it first, without --to.`,
    );
  }
  if (to === undefined) {
    if (last !== null) return null;
    throw new UsageError('State the time to which Postgres was restored: --to 2026-11-26T04:30:00Z');
  }
  const mark = await readDatabaseMark(database);
  const isFit = markFault(mark, await readKeptMarks(workflows, mark)) === null;
  return isFit && last?.restoredTo.getTime() === to.getTime() ? null : beginRestoration(database, to);
}

/** Puts every payment that was not final in doubt, page by page; killed, it goes on with the page that it was at. */
async function doubtOpenPayments(scene: Scene, restoration: Restoration): Promise<void> {
  const { database, log } = scene;
  const { id, restoredTo, begunAt } = restoration;
  let { place } = restoration;
  for (;;) {
    const payments = await readOpenAtRestore(database, { begunAt, place }, PAGE);
    const last = payments.at(-1);
    if (last === undefined) return;
    let inDoubt = 0;
    let failed = 0;
    await each(
      log,
      payments,
      ({ instructionId }) => instructionId,
      async (payment) => {
        failed += 1;
        inDoubt += (await doubtPayment(scene, payment, restoredTo)) ? 1 : 0;
        failed -= 1;
      },
    );
    if (failed > 0) throw new UsageError(`${failed} payments could not be put in doubt: run the command again.`);
    place = last.instructionId;
    await keepPlace(database, id, place, inDoubt);
    printProgress(`Payments up to ${place} are in doubt, have their outcome, or wait for reports.`);
  }
}

/** Keeps payments that Temporal knows and the database does not, and that it may know more of them. */
async function findLostPayments(scene: Scene, { id, restoredTo }: Restoration): Promise<void> {
  const { database, workflows } = scene;
  const mark = await readDatabaseMark(database);
  const { own } = await readKeptMarks(workflows, mark);
  const since = new Date(Math.min(restoredTo.getTime(), mark.at.getTime()) - MARGIN_MS);
  let token: Uint8Array | null = null;
  do {
    const page: Awaited<ReturnType<typeof listPaymentsSince>> = await listPaymentsSince(workflows, since, token);
    const found = page.payments.map(({ shownStatus, ...payment }): FoundPayment => {
      return { ...payment, foundBy: 'workflow', workflowStatus: shownStatus };
    });
    await keepLostPayments(database, id, found);
    token = page.next;
  } while (token !== null);
  const isKeptNoMore = mayBeUnlisted(since, new Date(), await readRetentionMs(workflows));
  if (isKeptNoMore || own === null)
    await keepLostPayments(database, id, [{ ...NOTHING_KNOWN, instructionId: UNLISTED }]);
}

const NOTHING_KNOWN: FoundPayment = {
  instructionId: '',
  foundBy: 'retention',
  accountId: null,
  partnerName: null,
  beganAt: null,
  workflowStatus: null,
  keyHash: null,
  referenceHash: null,
};

/** @returns the status that a stored report says */
function statusIn(vault: Vault, { id, kind, evidence }: ReportOnLost): PaymentStatus | null {
  if (kind === 'settlement') return 'settled';
  const body: unknown = JSON.parse(Buffer.from(openEvidence(vault, id, evidence).body, 'base64').toString());
  return paymentStatusOf(memberOf(body, 'status')) ?? null;
}

/** Adopts what partners have reported about payments that the database does not have. */
async function adoptReports({ database, workflows, vault }: Scene, restorationId: string): Promise<void> {
  for (const report of await readReportsOnLost(database)) {
    const { instructionId, partnerName } = report;
    const lost = { ...NOTHING_KNOWN, foundBy: 'report' as const, instructionId, partnerName };
    await keepLostPayments(database, restorationId, [lost]);
    const status = statusIn(vault, report);
    const state = status === null ? null : await recordLostWord(database, instructionId, status, actor());
    if (state !== null && state !== 'open') await endLostPayment(workflows, instructionId);
  }
}

/** Asks partners about the lost payments that are open. */
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
      if (partner === null) return;
      const answer = await (await partners.adapterOf(partner.id)).inquire(instructionId);
      if (answer.kind === 'no_answer') return;
      const word = answer.kind === 'known' ? answer.status : 'unknown';
      const state = await recordLostWord(database, instructionId, word, actor());
      if (state !== null && state !== 'open') await endLostPayment(workflows, instructionId);
    },
  );
}

/** Lets processes start: the mark of the database is put beyond the one that Temporal has. */
async function moveMark({ database, workflows }: Scene): Promise<void> {
  const kept = await readKeptMarks(workflows, await readDatabaseMark(database));
  await keepMark(workflows, await raiseDatabaseMark(database, kept.own?.position ?? 0));
}

async function accept({ database, workflows }: Scene, ids: readonly string[]): Promise<void> {
  const unknown = await acceptLostPayments(database, ids, { id: actor().id, actor: actor() });
  if (unknown.length > 0) throw new UsageError(`No lost payment is called ${unknown.join(', ')}; none was accepted.`);
  for (const id of ids) if (id !== UNLISTED) await endLostPayment(workflows, id);
}

async function report({ database }: Scene, command: Command): Promise<void> {
  const restoration = await readRestoration(database);
  const [open, settled, neverReceived, accepted] = await Promise.all(
    (['open', 'settled', 'never_received', 'accepted'] as const).map((state) => listLostPayments(database, state)),
  );
  const { isClosed } = await readStanding(database);
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

async function restored(options: { to?: Date; accept?: string[] }, command: Command): Promise<void> {
  const context = contextOf(command);
  const log = createLogger('warn', 'restored', process.stderr);
  const publicUrl = knownPublicUrl(context) ?? '';
  await withVault(context, (database, vault) =>
    withWorkflows(context.temporal, async (workflows) => {
      const scene: Scene = { database, workflows, vault, publicUrl, log };
      if (options.accept !== undefined) await accept(scene, options.accept);
      const restoration = options.accept === undefined ? await restorationToDo(scene, options.to) : null;
      if (restoration !== null) {
        await doubtOpenPayments(scene, restoration);
        await findLostPayments(scene, restoration);
      }
      const last = restoration ?? (await readRestoration(database));
      if (last !== null && options.accept === undefined) {
        await adoptReports(scene, last.id);
        await askPartners(scene);
      }
      if (restoration !== null) {
        await finishRestoration(database, restoration.id);
        await moveMark(scene);
      }
      await report(scene, command);
    }),
  );
}

/** `corridor restored`: what follows a restore of Postgres to an earlier moment. Source: docs/OPERATIONS.md */
export function addRestoredCommand(program: Command): void {
  program
    .command('restored')
    .option('--to <time>', 'moment to which Postgres was restored, with its zone', pastMoment)
    .option('--accept <ids...>', 'lost payments that no longer keep new ones from being created')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  corridor restored --to 2026-11-26T04:30:00Z')
    .action(restored);
}
