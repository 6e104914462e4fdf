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
  AC02: client("The payer's account number is wrong or missing", DEBTOR),
  AC03: client("The beneficiary's account number is wrong or missing", ACCOUNT),
  AC04: beneficiary('The account is closed', ACCOUNT),
  AC05: client("The payer's account is closed", DEBTOR),
  AC06: beneficiary('The account is blocked', ACCOUNT),
  AC07: beneficiary("The beneficiary's account is closed", ACCOUNT),
  AC08: client('The code of the branch is wrong or missing', BANK),
  AC09: client('The currency of the account is wrong or missing', ['currency']),
  AC11: client("The currency of the beneficiary's account is wrong or missing", ['currency']),
  AC13: client("The kind of the payer's account is wrong or missing", DEBTOR),
  AC14: beneficiary('The kind of account takes no such payments', ACCOUNT),
  AC15: beneficiary('The details of the account have changed', ACCOUNT),
  AC16: beneficiary('The account is in sequestration, or the number of the card is wrong', ACCOUNT),
  AC17: final('The account is in liquidation'),
  AG01: beneficiary('The account does not allow this kind of transaction', ACCOUNT),
  AG02: partner('The operation was not known to a bank on the way'),
  AG03: beneficiary('The account takes no transactions of this kind', ACCOUNT),
  AG04: client('The country of a bank is wrong or missing', BANK),
  AG06: client("The country of the beneficiary's bank is wrong or missing", BANK),
  AG07: client("The payer's account cannot be debited"),
  AG08: partner('A user lacks the right to it'),
  AG10: partner('A bank on the way is suspended from the payment system'),
  AG11: partner("The beneficiary's bank is suspended from the payment system"),
  AG12: client('Both accounts are with the same bank, which this way does not allow', ACCOUNT),
  AGNT: partner('A bank on the way is wrong'),
  AM01: client('The amount is zero', ['amount']),
  AM02: client('The amount is not allowed', ['amount']),
  AM03: client('The currency is not allowed', ['currency']),
  AM04: client('The funds do not suffice'),
  AM05: final('The payment was made already'),
  AM06: client('The amount is below the least that is taken', ['amount']),
  AM07: client('The amount is blocked'),
  AM09: client('The amount is not the agreed one', ['amount']),
  AM10: partner('The amounts do not add up to the control sum'),
  AM11: client('The currency is wrong or missing', ['currency']),
  AM12: client('The amount is wrong or missing', ['amount']),
  AM13: client('The amount exceeds the limit of the clearing system', ['amount']),
  AM14: client('The amount exceeds an agreed limit', ['amount']),
  AM15: client('The amount is below the least that the clearing system takes', ['amount']),
  AM21: client('The amount exceeds the limit that bank and client agreed', ['amount']),
  AM23: client('The amount exceeds the limit of the settlement system', ['amount']),
  BE01: client('The name does not fit the account', NAME),
  BE04: client("The beneficiary's address is missing or incomplete", ADDRESS),
  BE05: partner('The beneficiary does not recognise who sent it'),
  BE06: client('The beneficiary is not known at this bank', [...NAME, ...ACCOUNT]),
  BE07: client("The payer's address is missing or wrong", DEBTOR),
  BE09: client('A country is wrong or missing', ['beneficiary.country']),
  BE10: client("The payer's country is wrong or missing", DEBTOR),
  BE11: client("The beneficiary's country is wrong or missing", ['beneficiary.country']),
  BE15: client('An identification is wrong or missing', [...NAME, 'debtor']),
  BE16: client("The payer's identification is wrong or missing", DEBTOR),
  BE17: client("The beneficiary's identification is wrong or missing", NAME),
  BE19: partner('The bearer of the charges is not allowed for this kind of payment'),
  BE20: client('A name is longer than allowed', NAME),
  BE21: client('A name is wrong or missing', NAME),
  BE22: client("The beneficiary's name is missing", NAME),
  BE23: client('The telephone number or address that identifies the account is not known', ACCOUNT),
  CH03: client('The date is too far in the future', ['valueDate']),
  CH04: client('The date is too far in the past', ['valueDate']),
  CH20: client('The amount has more decimals than its currency', ['amount']),
  CN01: final('The authorisation was withdrawn'),
  CNOR: client("The beneficiary's bank does not take part in the payment system", BANK),
  CNPC: beneficiary('The cash was not collected'),
  CURR: client('The currency of the payment is wrong', ['currency']),
  CUST: final('The beneficiary or the payer asked for it'),
  DNOR: partner("The payer's bank does not take part in the payment system"),
  DS28: partner('A technical fault made the transaction wrong'),
  DT01: client('A date is not valid', ['valueDate']),
  DT02: partner('The time of creation is not valid'),
  DT04: client('A date in the future is not supported', ['valueDate']),
  DT05: partner('It came after the cut-off of its day'),
  DUPL: final('The payment was made twice'),
  ED01: partner('The correspondent bank cannot be used for it'),
  ED03: client('The balance of payments asks for more information', ['purpose']),
  ED05: partner('The settlement of the transaction has failed'),
  ED06: partner('The settlement system was not available'),
  ERIN: partner('Extended remittance information is not supported'),
  FF01: partner('A message between the banks was not well-formed'),
  FF03: partner('The type of payment is wrong or missing'),
  FF04: partner('The service level is wrong or missing'),
  FF05: partner('The local instrument is wrong or missing'),
  FF06: client('The category of the purpose is wrong or missing', ['purpose']),
  FF07: client('The purpose is wrong or missing', ['purpose']),
  FF08: partner('The end-to-end reference is wrong or missing'),
  FF10: partner('The bank had a technical fault'),
  FOCR: final('It was asked back by the payer'),
  FR01: final('It is suspected to be fraud'),
  FRAD: final('It was asked back because its origin was fraudulent'),
  LEGL: final('A court or an authority decided so'),
  MD01: final('There is no mandate'),
  MD06: final('The customer asked for the money back'),
  MD07: final('The beneficiary has died'),
  MS02: beneficiary('The beneficiary gave no reason'),
  MS03: partner('The bank gave no reason'),
  NARR: { text: 'The message says why', whoMustAct: 'unknown', retryable: true, correct: [] },
  NOAS: beneficiary('The beneficiary did not answer'),
  NOCM: beneficiary('The account does not meet regulations', ACCOUNT),
  NOOR: partner('The original transaction was never received'),
  RC01: client('The identifier of the bank is wrong', BANK),
  RC02: client('The identifier of a bank is wrong or missing', BANK),
  RC03: partner("The identifier of the payer's bank is wrong"),
  RC04: client("The identifier of the beneficiary's bank is wrong", BANK),
  RC07: client("The BIC of the beneficiary's bank is wrong", BANK),
  RC08: client('The clearing code of a bank is wrong or missing', BANK),
  RC10: client("The clearing code of the beneficiary's bank is wrong or missing", BANK),
  RC11: partner('A bank on the way is wrong or missing'),
  RF01: partner('A reference of the transaction was used before'),
  RR01: client("The payer's account or identification is missing", DEBTOR),
  RR02: client("The payer's name or address is missing", DEBTOR),
  RR03: client("The beneficiary's name or address is missing", [...NAME, ...ADDRESS]),
  RR04: final('Regulations do not allow it'),
  RR05: client('What regulations ask for is wrong or missing', ['purpose']),
  RR06: client('What is said for tax is wrong or missing', ['purpose']),
  RR07: client('The remittance information has a structure that is not allowed', ['purpose.description']),
  RR08: client('The remittance information was cut short', ['purpose.description']),
  RR09: client('The structured reference is wrong or missing', ['purpose.description']),
  RR10: client('A letter or sign is not taken', [...NAME, ...ADDRESS, 'purpose.description']),
  RR11: partner('The identification of a service of the bank is wrong or missing'),
  RR12: client('An identification that the country or the kind of payment needs is wrong or missing', [
    ...NAME,
    'debtor',
  ]),
  RUTA: client('The bank could not apply it to an account', [...NAME, ...ACCOUNT]),
  SL01: client("A service of the payer's bank prevents it"),
  SL02: beneficiary("A service of the beneficiary's bank prevents it"),
  SL03: partner('A service of the clearing system prevents it'),
  SL11: client("The beneficiary is not on the list of those whom the payer's bank allows"),
  SL12: client("The beneficiary is on the list of those whom the payer's bank refuses"),
  SL13: client("The payer's bank allows no more such transactions in this period"),
  SL14: client("The amount exceeds what the payer's bank allows", ['amount']),
  SP01: final('The account holder stopped it'),
  SVNR: final('Goods or a service were not delivered'),
  TM01: partner('It came after the cut-off of a bank on the way'),
  TS01: { text: 'The transmission of the file succeeded', whoMustAct: 'unknown', retryable: true, correct: [] },
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
