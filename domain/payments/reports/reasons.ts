import type { PaymentStatus } from '../instruction/status';

/** Who has to do something before the payment can be made. `partner`: the partner, or a bank behind it. */
export const REASON_ACTORS = ['client', 'beneficiary', 'partner', 'nobody', 'unknown'] as const;
export type ReasonActor = (typeof REASON_ACTORS)[number];

/** What a reason means, and what can be done about it. */
export interface ReasonEntry {
  text: string;
  whoMustAct: ReasonActor;
  /** Whether the payment may go through when it is instructed again, with what is named in `correct` put right. */
  retryable: boolean;
  /** Members of the instruction, by path, that are likely to be wrong. */
  correct: readonly string[];
}

const ACCOUNT = ['beneficiary.bankAccount.accountNumber'];
const BANK = ['beneficiary.bankAccount.swiftBic', 'beneficiary.bankAccount.country'];
const NAME = ['beneficiary.name'];
const ADDRESS = ['beneficiary.address'];
const DEBTOR = ['debtor'];

function client(text: string, correct: readonly string[] = []): ReasonEntry {
  return { text, whoMustAct: 'client', retryable: true, correct };
}

function beneficiary(text: string, correct: readonly string[] = []): ReasonEntry {
  return { text, whoMustAct: 'beneficiary', retryable: true, correct };
}

function partner(text: string): ReasonEntry {
  return { text, whoMustAct: 'partner', retryable: true, correct: [] };
}

function final(text: string): ReasonEntry {
  return { text, whoMustAct: 'nobody', retryable: false, correct: [] };
}

/**
 * Reasons for which payments are rejected and returned, by code.
 * Source: ISO 20022 External Code Sets, ExternalStatusReason1Code and ExternalReturnReason1Code (names and meanings);
 * who must act, and whether to try again, are decided in docs/GAPS.md#reasons
 */
export const REASONS: Readonly<Record<string, ReasonEntry>> = {
  AB01: partner('The clearing was given up because it took too long'),
  AB02: partner('The clearing was given up because of a fault'),
  AB03: partner('The settlement was given up because it took too long'),
  AB04: partner('The settlement was given up because of a fault'),
  AB05: partner("The beneficiary's bank did not answer in time"),
  AB06: partner('A bank on the way did not answer in time'),
  AB07: partner('A bank on the way cannot be reached'),
  AB08: partner("The beneficiary's bank cannot be reached"),
  AB09: partner("The beneficiary's bank had a fault"),
  AB10: partner('A bank on the way had a fault'),
  AC01: client('The account number is wrong or missing', ACCOUNT),
  AC03: client("The beneficiary's account number is wrong or missing", ACCOUNT),
  AC04: beneficiary('The account is closed', ACCOUNT),
  AC06: beneficiary('The account is blocked', ACCOUNT),
  AC07: beneficiary("The beneficiary's account is closed", ACCOUNT),
  AC14: beneficiary('The kind of account takes no such payments', ACCOUNT),
  AG01: beneficiary('The account does not allow this kind of transaction', ACCOUNT),
  AG02: partner('The operation was not known to a bank on the way'),
  AG03: beneficiary('The account takes no transactions of this kind', ACCOUNT),
  AM01: client('The amount is zero', ['amount']),
  AM02: client('The amount is not allowed', ['amount']),
  AM03: client('The currency is not allowed', ['currency']),
  AM04: client('The funds do not suffice'),
  AM05: final('The payment was made already'),
  AM06: client('The amount is below the least that is taken', ['amount']),
  AM07: client('The amount is blocked'),
  AM09: client('The amount is not the agreed one', ['amount']),
  AM11: client('The currency is wrong or missing', ['currency']),
  AM12: client('The amount is wrong or missing', ['amount']),
  AM13: client('The amount exceeds the limit of the clearing system', ['amount']),
  AM14: client('The amount exceeds an agreed limit', ['amount']),
  AM23: client('The amount exceeds the limit of the settlement system', ['amount']),
  BE01: client('The name does not fit the account', NAME),
  BE04: client("The beneficiary's address is missing or incomplete", ADDRESS),
  BE06: client('The beneficiary is not known at this bank', [...NAME, ...ACCOUNT]),
  BE11: client("The beneficiary's country is wrong or missing", ['beneficiary.country']),
  BE22: client("The beneficiary's name is missing", NAME),
  CNOR: client("The beneficiary's bank does not take part in the payment system", BANK),
  CURR: client('The currency of the payment is wrong', ['currency']),
  CUST: final('The beneficiary or the payer asked for it'),
  DT01: client('A date is not valid', ['valueDate']),
  DUPL: final('The payment was made twice'),
  ED01: partner('The correspondent bank cannot be used for it'),
  ED05: partner('The settlement of the transaction has failed'),
  ED06: partner('The settlement system was not available'),
  FF01: partner('A message between the banks was not well-formed'),
  FOCR: final('It was asked back by the payer'),
  FR01: final('It is suspected to be fraud'),
  LEGL: final('A court or an authority decided so'),
  MD07: final('The beneficiary has died'),
  MS02: beneficiary('The beneficiary gave no reason'),
  MS03: partner('The bank gave no reason'),
  NARR: { text: 'The message says why', whoMustAct: 'unknown', retryable: true, correct: [] },
  NOAS: beneficiary('The beneficiary did not answer'),
  RC01: client('The identifier of the bank is wrong', BANK),
  RC03: partner("The identifier of the payer's bank is wrong"),
  RC04: client("The identifier of the beneficiary's bank is wrong", BANK),
  RC07: client("The BIC of the beneficiary's bank is wrong", BANK),
  RC10: client("The clearing code of the beneficiary's bank is wrong or missing", BANK),
  RC11: partner('A bank on the way is wrong or missing'),
  RF01: partner('A reference of the transaction was used before'),
  RR01: client("The payer's account or identification is missing", DEBTOR),
  RR02: client("The payer's name or address is missing", DEBTOR),
  RR03: client("The beneficiary's name or address is missing", [...NAME, ...ADDRESS]),
  RR04: final('Regulations do not allow it'),
  RR05: client('What regulations ask for is wrong or missing', ['purpose']),
  RR06: client('What is said for tax is wrong or missing', ['purpose']),
  RR10: client('A letter or sign is not taken', [...NAME, ...ADDRESS, 'purpose.description']),
  RUTA: client('The bank could not apply it to an account', [...NAME, ...ACCOUNT]),
  TM01: partner('It came after the cut-off of a bank on the way'),
  UPAY: final('The payment was not due'),
};

/** Codes of outcomes that no partner reported. */
export const OWN_REASONS = { reviewRejected: 'RR04', givenUp: 'ED05' } as const;

const UNKNOWN: ReasonEntry = {
  text: 'The settlement partner gave a reason of its own',
  whoMustAct: 'unknown',
  retryable: true,
  correct: [],
};
const NONE: ReasonEntry = { ...UNKNOWN, text: 'No reason was given' };

/** What ended a payment without, or after, its success: the code and what it means. */
export interface StatedReason extends Omit<ReasonEntry, 'correct'> {
  /** Code of ISO 20022; null where the partner gave none or one of its own. */
  code: string | null;
  /** A code of the partner's own; null where it gave none or one of ISO 20022. */
  partnerCode: string | null;
  correct: string[];
}

/**
 * @param code as the partner wrote it, or null
 * Source: docs/GAPS.md#reasons
 */
export function statedReason(code: string | null): StatedReason {
  const known = code === null ? undefined : REASONS[code.toUpperCase()];
  const { correct, ...entry } = known ?? (code === null ? NONE : UNKNOWN);
  const codes =
    known === undefined || code === null
      ? { code: null, partnerCode: code }
      : { code: code.toUpperCase(), partnerCode: null };
  return { ...codes, ...entry, correct: [...correct] };
}

/**
 * What an event says of the reason for a status; nothing unless a code is known, so that who reports none changes no
 * payload. Words stay out of it: they may name people.
 */
export function reasonOfEvent(
  status: PaymentStatus,
  code: string | null,
): { failure?: StatedReason; return?: StatedReason } {
  if (code === null) return {};
  if (status === 'failed') return { failure: statedReason(code) };
  return status === 'returned' ? { return: statedReason(code) } : {};
}
