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
import { readPaymentState } from '../../db/payments/instruction/payment-state';
import { ENVIRONMENTS, type Environment } from '../../domain/auth/tenant';
import { allowedDecisions } from '../../domain/payments/decisions/operator';
import { OPERATOR_DECISIONS, type OperatorDecision } from '../../domain/payments/review/operator-decision';
import { DecisionRequest, ScreeningRequest, WAITING_FILTERS } from '../../domain/payments/review/operator-schema';
import { isCalendarDate, pageOf } from '../../domain/schema-tools';
import { workflowIds } from '../../workflows/contract';
import { actor } from '../actor';
import { contextOf, printResult, UsageError, withDatabase, withVault } from '../context';
import { minuteOf, tableOf, terminalWidth, type Column } from '../table';
import { addCaseWorkCommands } from './case-work';
import { addInformationCommands } from './information';
import { partnerOf } from './managed';
import { addPaymentActCommands } from './payment-acts';
import { paymentCard, shownScreening } from './payment-card';
import { explain } from './refusal';
import { cursor, fitting, narrowedBy, oneOf, pageSize, printLines } from './values';

const WAITINGS = ['any', ...WAITING_FILTERS] as const;

interface ListOptions {
  waiting: WaitingFor;
  side?: Environment;
  partner?: string;
  cursor?: string;
  limit: number;
}

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

async function list(options: ListOptions, command: Command): Promise<void> {
  const { waiting, side: environment, partner, cursor: after, limit } = options;
  const rows = await withDatabase(contextOf(command), async (database) => {
    const partnerId = await partnerOf(database, partner);
    return listWaitingPayments(database, { waiting, environment, partnerId, after, limit: limit + 1 });
  });
  const { items: payments, nextCursor } = pageOf(rows, limit);
  const filter = { waiting: waiting === 'any' ? undefined : waiting, side: environment, partner };
  printLines(command, { payments, nextCursor }, [
    ...(payments.length === 0
      ? [`No payment waits${narrowedBy(filter)}.`]
      : tableOf(payments, COLUMNS, terminalWidth())),
    ...(nextCursor === null ? [] : [`more: --cursor ${nextCursor}`]),
  ]);
}

async function show(id: string, _options: object, command: Command): Promise<void> {
  const found = await withVault(contextOf(command), async (today, vault) => {
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
  });
  printLines(command, found, paymentCard(found, terminalWidth()));
}

async function decide(
  id: string,
  options: { decision: OperatorDecision; reason: string; partnerReference?: string },
  command: Command,
): Promise<void> {
  const parsed = DecisionRequest.safeParse(options);
  if (!parsed.success) {
    throw new UsageError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  }
  const word = { ...parsed.data, partnerReference: parsed.data.partnerReference ?? null };
  const { result } = await withDatabase(contextOf(command), (database) =>
    recordOperatorDecision(database, id, {
      ...word,
      by: actor().id,
      requestId: null,
      note: actor().note,
    }).catch(explain),
  );
  const { decision, status, by: decidedBy, at: decidedAt } = result;
  printResult(command, { id, decision, status, decidedBy, decidedAt });
}

/** @throws UsageError for what is no day within a year */
function laterDay(text: string): Date {
  const end = isCalendarDate(text) ? rememberedUntil(text, new Date()) : null;
  if (end === null) throw new UsageError('--remember-until must be a day within a year, such as 2027-01-31.');
  return end;
}

function screen(decision: ScreeningVerdict) {
  return async (id: string, options: { reason: string; rememberUntil?: Date }, command: Command): Promise<void> => {
    const { reason, rememberUntil } = options;
    const request = { decision, reason, rememberUntil, actor: actor() };
    const { result, state } = await withVault(contextOf(command), (database, vault) =>
      recordScreeningDecision(database, vault, id, request).catch(explain),
    );
    const { state: outcome, by: decidedBy, at: decidedAt } = result;
    printResult(command, { id, decision, state: outcome, status: state.status, decidedBy, decidedAt });
  };
}

async function repeat(id: string, _options: object, command: Command): Promise<void> {
  const found = await withVault(contextOf(command), (database, vault) => repeatScreening(database, vault, id));
  if (found === null) throw new UsageError(`There is no screening of a payment ${id}.`);
  const { screenedAt, ...facts } = found;
  printResult(command, { ...facts, screenedAt: screenedAt.toISOString() });
}

async function cancel(id: string, { reason }: { reason: string }, command: Command): Promise<void> {
  // The reason, which may name a person, stays with the payment, where an erasure finds it.
  const audit = {
    actor: actor().id,
    act: 'payment.cancellation_requested',
    requestId: null,
    detail: { by: actor().note },
  };
  const { status, cancellation } = await withDatabase(contextOf(command), (database) =>
    requestCancellation(database, id, { reason, audit }).catch(explain),
  );
  printResult(command, { id, status, cancellation: cancellation.status });
}

/** `corridor payments …` */
export function addPaymentCommands(program: Command): void {
  const payments = program.command('payments');
  payments
    .command('list')
    .description('List waiting payments, oldest first')
    .option('--waiting <for>', `of ${WAITINGS.join(', ')}`, oneOf(WAITINGS), 'any')
    .option('--side <side>', 'live or test; both by default', oneOf(ENVIRONMENTS))
    .option('--partner <name>', 'those of one partner, by id or name')
    .option('--limit <n>', 'payments of a page, 1 to 100', pageSize, 20)
    .option('--cursor <cursor>', 'where an earlier page ended', cursor(/^instr_[0-9a-z]{26}$/))
    .option('--json', 'print one JSON object')
    .action(list);
  payments
    .command('show')
    .argument('<id>', 'id of the instruction')
    .description('Show why it waits, its attempts and the possible decisions')
    .option('--json', 'print one JSON object')
    .action(show);
  payments
    .command('decide')
    .argument('<id>', 'id of the instruction')
    .description('Decide an ambiguous or waiting payment; its workflow acts at once')
    .requiredOption('--decision <decision>', OPERATOR_DECISIONS.join(', '), oneOf(OPERATOR_DECISIONS))
    .requiredOption('--reason <text>', 'reason, for the audit log')
    .option('--partner-reference <reference>', "the partner's reference, with delivered")
    .option('--json', 'print one JSON object')
    .action(decide);
  payments
    .command('cancel')
    .argument('<id>', 'id of the instruction')
    .description('Cancel it as its client would: at once, or by asking the partner')
    .requiredOption('--reason <text>', 'reason; the client sees it', fitting(ScreeningRequest.shape.reason))
    .option('--json', 'print one JSON object')
    .action(cancel);
  payments
    .command('rescreen')
    .argument('<id>', 'id of the instruction')
    .description('Repeat its newest screening from the receipt; nothing is changed')
    .option('--json', 'print one JSON object')
    .action(repeat);
  addPaymentActCommands(payments);
  addInformationCommands(payments);
  addCaseWorkCommands(payments);
  for (const [decision, description] of [
    ['release', 'Release a held payment; it is sent at once, or once a second person confirms, if two are needed'],
    ['reject', 'Reject a held payment; it fails'],
  ] as const) {
    const command = payments
      .command(decision)
      .argument('<id>', 'id of the instruction')
      .description(description)
      .requiredOption('--reason <text>', 'reason, for the audit log', fitting(ScreeningRequest.shape.reason));
    if (decision === 'release') {
      const remembered = 'day until which later payments to the payee pass while the entries are unchanged';
      command.option('--remember-until <date>', remembered, laterDay);
    }
    command.option('--json', 'print one JSON object').action(screen(decision));
  }
}
