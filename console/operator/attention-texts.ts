import type { FlagKind } from '../../db/operator-flags';

/** What a flag means and what to do, for operators who have not read the code. */
export const FLAGS: Record<FlagKind, { title: string; advice: string }> = {
  silence: {
    title: 'A partner is silent',
    advice: 'It has not reported within the hours that the timeline allows, and is asked again. Nothing is sent twice.',
  },
  waiting_report: {
    title: 'A report waits for the step before it',
    advice: 'A return was reported a day ago without the settlement before it. Ask the partner.',
  },
  payment_blocked: {
    title: 'A payment cannot be sent',
    advice:
      'Something is missing on our side: an adapter that this version lacks, or a data key. Repair it; the payment is retried every 15 minutes.',
  },
  partner_refusing: {
    title: 'A partner accepts no requests',
    advice:
      'Its answers accept no instructions: an expired key, a limit, an error page of a proxy. Payments wait and are sent again.',
  },
  bank_rules: {
    title: 'A payment would break a rule of its bank',
    advice:
      'Nothing is sent. Give the payment up, so that its client submits it again without the fault, or change the rule at the partner where its bank has another one; it is tried again every 15 minutes.',
  },
  payee_check_unread: {
    title: 'A check of the payee has an unknown result',
    advice:
      'The payment goes on as if its payee had not been checked. Clarify with the bank what the word means, and add it to ' +
      '`results` of the description.',
  },
  partner_denies: {
    title: 'A partner denies having received a payment that it accepted',
    advice: 'Nothing is sent again automatically. Clarify with the partner what happened.',
  },
  partner_moved: {
    title: 'A partner has moved since a payment was sent to it',
    advice:
      'The payment was sent to an earlier address or directory of the partner, and the present one does not have it. That ' +
      'proves nothing: nothing is sent again automatically. Look at the earlier one, then decide on the page of the payment.',
  },
  cancellation_unanswered: {
    title: 'A partner did not answer a cancellation',
    advice: "It was asked for a day. The client still waits for the cancellation; the partner's reports decide.",
  },
  stop_unanswered: {
    title: 'A partner processes a payment that has ended here',
    advice: 'It was asked for a day to stop, without an answer. Call the partner: it may pay.',
  },
  recall_unanswered: {
    title: 'A partner did not answer a recall',
    advice: 'It was asked for a day to return settled money. Call the partner, and record its answer.',
  },
  listed_beneficiary: {
    title: 'A payment at a partner has a party similar to a listed name',
    advice: 'A list has changed since it was sent. Review it, and ask the partner to stop it if necessary.',
  },
  workflow_missing: {
    title: 'A workflow disappears after every restart',
    advice: 'It was restarted three times. See in the Temporal UI why it ends; it is restarted once an hour.',
  },
  workflow_ahead: {
    title: 'A workflow knows more about a payment than Postgres',
    advice:
      'Postgres was restored to an earlier moment. Nothing is sent. Ask the partner. While the payment is ' +
      'pending, decide on its page: the partner has it, never received it, or give up. Once it is submitted, its ' +
      'partner has to send its reports again.',
  },
  rate_limit_lock_out: {
    title: 'A key was locked out',
    advice: "It continued after more than 3,000 refusals. The owner's client may not respect Retry-After.",
  },
  passwords_refused: {
    title: 'Wrong passwords for a person',
    advice: 'Twenty were wrong in a row. Browsers that the person has used before are not slowed down.',
  },
  codes_refused: {
    title: 'A password may be known to another person',
    advice:
      'Five codes in a row were wrong after a right password. Ask the person, outside this service, to change the ' +
      'password; the audit log has the attempts.',
  },
  requests_refused: {
    title: 'A person tries what is refused',
    advice:
      'Fifty requests of one person in the console were refused within an hour: another person may use the login, or a ' +
      'script does. The lines of the log with this userId say which; ask the person, outside this service.',
  },
  outbox_stuck: {
    title: 'Temporal does not accept work',
    advice:
      'Items of this kind have waited for more than five minutes, have failed eight times, or are unknown to this version. ' +
      'Check that Temporal and the workers run; nothing is lost.',
  },
  event_log_held: {
    title: 'An open transaction holds up the event log',
    advice:
      'A transaction on the database server has been open for more than a minute, and events written after it ' +
      'began are not in the log yet. Deliveries continue. End the transaction if it was forgotten.',
  },
  worker_clock: {
    title: 'The clock of a worker is off',
    advice:
      "It differs from Postgres' by more than two seconds. The worker sends nothing to partners; others do. Set the " +
      'clock with chrony or systemd-timesyncd; the worker then continues.',
  },
  batch_stuck: {
    title: 'Rows of a batch cannot be paid',
    advice:
      'They failed at five tries by a fault on our side, such as a data key that is missing; the other rows are paid. ' +
      'Repair the fault, then run "corridor batches retry BATCH", or have the account do so on the page of the batch.',
  },
  no_watch_list: {
    title: 'No official watch list is loaded',
    advice:
      'Live payments are accepted and held; none is sent. Load a list, as with "corridor import ofac-sdn FILE": ' +
      'held payments are then screened again and continue automatically.',
  },
  watch_list_old: {
    title: 'The watch lists are out of date',
    advice:
      'The newest was read too long ago. Live payments are held until one is loaded again, as with "corridor import ' +
      'ofac-sdn FILE"; an unchanged file counts.',
  },
  watch_list_shrunk: {
    title: 'A watch list has lost many entries',
    advice:
      'The newest publication has lost more than a fifth of its entries or names; the former edition stays in force. If the ' +
      'publisher confirms it, import it with --replace.',
  },
  publication_refused: {
    title: 'A publication could not be read',
    advice:
      'The former edition stays in force and grows old. The reason is in the flag; pull the publication again with ' +
      '"corridor data pull", or import its file by hand.',
  },
  partner_outage: {
    title: 'A partner is unavailable',
    advice:
      'It cannot be reached, does not answer in time or answers 5xx. Its payments wait and are sent when it is back.',
  },
  unmatched_reports: {
    title: 'A partner reports on unknown payments',
    advice:
      'The reports are stored. The id may be wrong; after a fail-over of Postgres it may have payments that were ' +
      'lost here. Compare with its list before anything is sent again. A bank whose notifications are not believed may have ' +
      'returned a settled payment.',
  },
  partner_file_refused: {
    title: 'A file of a partner was refused',
    advice:
      'It is in the directory `refused` of the partner, with the reason beside it, or still in `in` where it could not be moved. Clarify with the bank, and put a corrected file into `in`, or have this one read again.',
  },
  partner_file_noted: {
    title: 'A file of a partner has unknown codes',
    advice:
      'Everything else of it was applied; the file is in `archive`. Look up the codes and clarify with the bank what they say of the payments; it can be read again once they are known.',
  },
  partner_contradicts: {
    title: 'A partner contradicts itself or us',
    advice:
      'More than twenty new reconciliation cases within an hour. Talk to the partner before closing them one by one.',
  },
};

const CASES: Record<string, string> = {
  conflicting_report: 'A report contradicts the outcome',
  conflicting_settlement: 'A second settlement differs from the first',
  reconciliation_mismatch: 'A settlement differs from what was instructed',
  partner_continues: 'A partner processes a payment that has ended here',
  listed_beneficiary: 'A payment at a partner has a party similar to a listed name',
  earlier_partner: 'A former partner of a payment reports on it',
  return_mismatch: 'The returned amount differs from the paid one',
  booking_overdue: 'The bank should have booked it, and has not',
  statement_contradicts: 'A bank statement contradicts a payment',
  given_up: 'An operator gave up a payment that its partner may have',
  stop_refused: 'A partner refuses to stop a payment that has ended here',
  conflicting_submission: 'A partner rejected a payment that it reports on',
};

/** What else waits: payments by the reason of their wait, and proposals. */
const WAITS: Record<string, string> = {
  compliance_review: 'A payment is held for a compliance review',
  contradiction: 'What is known elsewhere contradicts a payment',
  blocked: 'A payment cannot be sent',
  in_doubt: 'A payment may or may not have reached its partner',
  proposal: 'A change waits for a second person',
};

/** Titles of all kinds of what waits for operators. */
export const ATTENTION_TITLES: Readonly<Record<string, string>> = {
  ...WAITS,
  ...CASES,
  ...Object.fromEntries(Object.entries(FLAGS).map(([kind, { title }]) => [kind, title])),
};
