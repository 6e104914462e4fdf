/** Why an instruction waits before it is submitted. Source: docs/GAPS.md#P1 */
export const WAITING_REASONS = [
  'contradiction',
  'compliance_review',
  'approval',
  'conditions',
  'value_date',
  'beneficiary_changed',
  'bank_rules',
  'payee_check',
  'partner_outage',
  'partner_busy',
  'partner_refusing',
  'partner_slow',
  'blocked',
  'engine_busy',
  'engine_outage',
] as const;

export type WaitingReason = (typeof WAITING_REASONS)[number];

/** Messages for client and history while an instruction waits. */
export const WAITING_MESSAGES: Readonly<Record<WaitingReason, string>> = {
  contradiction:
    'Records of Corridor disagree on whether it was sent or has ended: a person decides before anything is sent',
  compliance_review: 'A review is needed before it is sent',
  approval: 'Members of the account have to approve it',
  conditions: 'Waits for its conditions, all of which have to be met at the same moment',
  value_date: 'Waits for its value date',
  beneficiary_changed:
    'The bank details of its beneficiary were changed: another member has to confirm them, or 72 hours pass',
  bank_rules: 'It would break a rule of the bank that it is sent to',
  payee_check: 'The name of the payee does not match its account: a member has to decide',
  partner_outage: 'The settlement partner cannot be reached',
  partner_busy: 'The settlement partner has the largest allowed number of instructions in progress',
  partner_refusing: 'The settlement partner does not accept instructions at the moment',
  partner_slow: 'The settlement partner has not answered yet',
  blocked: 'It cannot be sent at the moment; operators have been notified',
  engine_busy: 'Queued. We send it as soon as capacity is free',
  engine_outage: 'Queued. We send it as soon as processing is available again',
};

const MESSAGES: Readonly<Record<string, string>> = WAITING_MESSAGES;

/** @returns the sentence for a stored reason; the word itself for one that this version does not know */
export function waitingMessage(reason: string | null): string {
  return reason === null ? '' : (MESSAGES[reason] ?? reason);
}
