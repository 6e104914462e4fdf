import type { Command } from 'commander';
import { isArchived } from '../../db/archive/bring-back';
import { inArchive } from '../../db/archive/in-archive';
import { readScreening } from '../../db/compliance/read-screening';
import { repeatScreening } from '../../db/compliance/repeat-screening';
import { requestCancellation } from '../../db/payments/dispatch/cancellation';
import { readInformation } from '../../db/payments/review/information';
import { readNotes } from '../../db/payments/review/payment-notes';
import { recordScreeningDecision } from '../../db/payments/review/screening-decision';
import { rememberedUntil } from '../../domain/compliance/clearance';
import type { ScreeningVerdict } from '../../domain/payments/review/compliance-hold';
import { recordOperatorDecision } from '../../db/payments/review/operator-decision';
import { readOperatorPayment } from '../../db/payments/review/operator-payments';
import {
  listWaitingPayments,
  type WaitingFor,
  type WaitingPaymentRow,
} from '../../db/payments/review/waiting-payments';
import type { Database } from '../../db/database';
import { readPaymentState } from '../../db/payments/instruction/payment-state';
import { ENVIRONMENTS, type Environment } from '../../domain/auth/tenant';
import { allowedDecisions } from '../../domain/payments/decisions/operator';
import { OPERATOR_DECISIONS } from '../../domain/payments/review/operator-decision';
import { DecisionRequest, ScreeningRequest, WAITING_FILTERS } from '../../domain/payments/review/operator-schema';
import { isCalendarDate } from '../../domain/schema-tools';
import type { Vault } from '../../lib/vault';
import { workflowIds } from '../../workflows/contract';
import { actor } from '../actor';
import { UsageError } from '../context';
import { readOptions } from '../options-of';
import { minuteOf, terminalWidth, type Column } from '../table';
import { addResult } from './answer';
import { addCaseWorkCommands } from './case-work';
import { addInformationCommands } from './information';
import { partnerOf } from './managed';
import { addPaymentActCommands } from './payment-acts';
import { paymentCard, shownScreening } from './payment-card';
import { addPaging, pageOfRows } from './pages';
import { fitting, narrowedBy, oneOf } from './values';

const WAITINGS = ['any', ...WAITING_FILTERS] as const;

const COLUMNS: readonly Column<WaitingPaymentRow>[] = [
  { title: 'ID', isWhole: true, of: ({ id }) => id },
  { title: 'AMOUNT', align: 'right', isWhole: true, of: ({ amount, currency }) => `${amount} ${currency}` },
  { title: 'WAITS FOR', of: ({ waitingReason, status }) => waitingReason ?? status },
  { title: 'SINCE (UTC)', isWhole: true, of: ({ waitingSince }) => minuteOf(waitingSince) },
  { title: 'SIDE', of: ({ environment }) => environment },
  { title: 'ACCOUNT', of: ({ accountName }) => accountName },
  { title: 'PARTNER', of: ({ partnerName }) => partnerName },
  { title: 'DISPATCH', of: ({ dispatchState }) => dispatchState ?? 'never sent' },
  { title: 'CLIENT', of: ({ information }) => information },
  { title: 'ASSIGNED TO', of: ({ assignment }) => assignment?.email },
  { title: 'FLAGS', of: ({ flags }) => flags.join(' ') },
];

/**
 * Reads a payment, archived or not, with everything that the card shows.
 * @throws UsageError for an unknown one
 */
async function findPayment(today: Database, vault: Vault, id: string) {
  const database = (await isArchived(today, id)) ? inArchive(today) : today;
  const facts = await readOperatorPayment(database, id);
  const read = await readPaymentState(database, id, null);
  if (facts === null || read === null) throw new UsageError(`There is no payment ${id}.`);
  const { payment, ...rest } = facts;
  const allowed = allowedDecisions(read.state, read.at);
  const information = await readInformation(database, vault, id);
  const notes = await readNotes(database, vault, id);
  const newest = await readScreening(database, vault, id);
  // Names of parties are shown to the person who has to decide.
  const screening = newest === null || newest.decision === 'clear' ? null : shownScreening(newest);
  const ours = { information, notes, screening, allowedDecisions: allowed, workflowId: workflowIds.payment(id) };
  return { ...payment, ...rest, ...ours };
}

/** @throws UsageError for what is no day within a year */
function laterDay(text: string): Date {
  const end = isCalendarDate(text) ? rememberedUntil(text, new Date()) : null;
  if (end === null) throw new UsageError('--remember-until must be a day within a year, such as 2027-01-31.');
  return end;
}

interface ListOptions {
  waiting: WaitingFor;
  side?: Environment;
  partner?: string;
  cursor?: string;
  limit: number;
}

/** Adds `corridor payments list`. */
function addList(payments: Command): void {
  const list = payments
    .command('list')
    .description('List waiting payments, oldest first')
    .option('--waiting <for>', `of ${WAITINGS.join(', ')}`, oneOf(WAITINGS), 'any')
    .option('--side <side>', 'live or test; both by default', oneOf(ENVIRONMENTS))
    .option('--partner <name>', 'those of one partner, by id or name');
  addResult<ListOptions>(addPaging(list, 'payments', /^instr_[0-9a-z]{26}$/), async ({ database, options }) => {
    const { waiting, side, partner, cursor: after, limit } = options;
    const filter = { waiting, environment: side, partnerId: await partnerOf(database, partner) };
    const rows = await listWaitingPayments(database, { ...filter, after, limit: limit + 1 });
    const typed = { waiting: waiting === 'any' ? undefined : waiting, side, partner };
    return pageOfRows({
      name: 'payments',
      rows,
      limit,
      columns: COLUMNS,
      none: `No payment waits${narrowedBy(typed)}.`,
    });
  });
}

/** Adds `corridor payments decide`. */
function addDecide(payments: Command): void {
  const decide = payments
    .command('decide')
    .argument('<id>', 'id of the instruction')
    .description('Decide an ambiguous or waiting payment; its workflow acts at once')
    .requiredOption('--decision <decision>', OPERATOR_DECISIONS.join(', '), oneOf(OPERATOR_DECISIONS))
    .requiredOption('--reason <text>', 'reason, for the audit log')
    .option('--partner-reference <reference>', "the partner's reference, with delivered");
  addResult(decide, async ({ database, id, options }) => {
    const { partnerReference = null, ...word } = readOptions(DecisionRequest, options);
    const by = { by: actor().id, requestId: null, note: actor().note };
    const { result } = await recordOperatorDecision(database, id, { ...word, partnerReference, ...by });
    const { decision, status, by: decidedBy, at: decidedAt } = result;
    return { id, decision, status, decidedBy, decidedAt };
  });
}

const VERDICTS: readonly [decision: ScreeningVerdict, description: string][] = [
  ['release', 'Release a held payment; it is sent at once, or once a second person confirms, if two are needed'],
  ['reject', 'Reject a held payment; it fails'],
];

/** Adds `corridor payments release` and `reject`. */
function addVerdicts(payments: Command): void {
  for (const [decision, description] of VERDICTS) {
    const command = payments
      .command(decision)
      .argument('<id>', 'id of the instruction')
      .description(description)
      .requiredOption('--reason <text>', 'reason, for the audit log', fitting(ScreeningRequest.shape.reason));
    if (decision === 'release') {
      const remembered = 'day until which later payments to the payee pass while the entries are unchanged';
      command.option('--remember-until <date>', remembered, laterDay);
    }
    addResult<{ reason: string; rememberUntil?: Date }>(command, async ({ database, vault, id, options }) => {
      const { reason, rememberUntil } = options;
      const request = { decision, reason, rememberUntil, actor: actor() };
      const { result, state } = await recordScreeningDecision(database, await vault(), id, request);
      const { state: outcome, by: decidedBy, at: decidedAt } = result;
      return { id, decision, state: outcome, status: state.status, decidedBy, decidedAt };
    });
  }
}

/** Adds `corridor payments …`. */
export function addPaymentCommands(program: Command): void {
  const payments = program.command('payments');
  addList(payments);
  const show = payments
    .command('show')
    .argument('<id>', 'id of the instruction')
    .description('Show why it waits, its attempts and the possible decisions');
  addResult(show, async ({ database, vault, id }) => {
    const found = await findPayment(database, await vault(), id);
    return [found, paymentCard(found, terminalWidth())];
  });
  addDecide(payments);
  const cancel = payments
    .command('cancel')
    .argument('<id>', 'id of the instruction')
    .description('Cancel it as its client would: at once, or by asking the partner')
    .requiredOption('--reason <text>', 'reason; the client sees it', fitting(ScreeningRequest.shape.reason));
  addResult<{ reason: string }>(cancel, async ({ database, id, options: { reason } }) => {
    // The reason, which may name a person, stays with the payment, where an erasure finds it.
    const detail = { by: actor().note };
    const audit = { actor: actor().id, act: 'payment.cancellation_requested', requestId: null, detail };
    const { status, cancellation } = await requestCancellation(database, id, { reason, audit });
    return { id, status, cancellation: cancellation.status };
  });
  const rescreen = payments
    .command('rescreen')
    .argument('<id>', 'id of the instruction')
    .description('Repeat its newest screening from the receipt; nothing is changed');
  addResult(rescreen, async ({ database, vault, id }) => {
    const found = await repeatScreening(database, await vault(), id);
    if (found === null) throw new UsageError(`There is no screening of a payment ${id}.`);
    return { ...found };
  });
  addPaymentActCommands(payments);
  addInformationCommands(payments);
  addCaseWorkCommands(payments);
  addVerdicts(payments);
}
