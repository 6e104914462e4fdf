import type { BankRule } from '../../facts/bank-profiles';
import type { AdapterConfig } from '../dispatch/adapters';
import type { CreditTransfer } from './credit-transfer';
import { OrderWriter } from './order-writer';

/** A rule that a bank's refusal suggests, by the member of the partner's settings that would have it. */
export interface OfferedRule {
  member: string;
  rule: BankRule;
}

/** What a bank said when it rejected an order. */
export interface BankRefusal {
  /** Code of ISO 20022, or the bank's own. */
  code: string;
  /** The bank's own words, or null. */
  message: string | null;
}

const ruleOf =
  (kind: 'require' | 'refuse') =>
  (member: string, ...elements: string[]): OfferedRule => ({ member, rule: { kind, elements } });
const requireRule = ruleOf('require');
const refuseRule = ruleOf('refuse');

const PAYEE_ADDRESS = requireRule('payeeAddress', 'CdtTrfTxInf/Cdtr/PstlAdr');
const PAYEE_STREET = requireRule('payeeStreet', 'CdtTrfTxInf/Cdtr/PstlAdr/StrtNm');
const PAYEE_POSTAL_CODE = requireRule('payeePostalCode', 'CdtTrfTxInf/Cdtr/PstlAdr/PstCd');
const PAYEE_STATE = requireRule('payeeState', 'CdtTrfTxInf/Cdtr/PstlAdr/CtrySubDvsn');
const PAYEE_BIC = requireRule('payeeBankCode', 'CdtTrfTxInf/CdtrAgt/FinInstnId/BICFI');
const PAYEE_CLEARING = requireRule('payeeClearingCode', 'CdtTrfTxInf/CdtrAgt/FinInstnId/ClrSysMmbId');
const PAYER_ADDRESS = requireRule('payerAddress', 'Dbtr/PstlAdr', 'UltmtDbtr/PstlAdr');
const REPORTING = requireRule('nationalPurpose', 'CdtTrfTxInf/RgltryRptg');
const PURPOSE = requireRule('purposeStated', 'CdtTrfTxInf/Purp');
const REMITTANCE = requireRule('remittanceStated', 'CdtTrfTxInf/RmtInf');
const PURPOSE_CODES = refuseRule('purposeCodes', 'Purp/Prtry');
const IBAN_ONLY = refuseRule('payeeAccounts', 'CdtrAcct/Id/Othr');
const STRUCTURED = refuseRule('structuredRemittance', 'RmtInf/Strd');
const NO_INSTANT = refuseRule('instant', 'PmtTpInf/LclInstrm');

/** Rules that a code suggests, the likeliest first. Meanings: `domain/facts/reason-codes.json` */
const BY_CODE: Readonly<Record<string, readonly OfferedRule[]>> = {
  AC01: [IBAN_ONLY],
  AC03: [IBAN_ONLY],
  AG01: [NO_INSTANT],
  AG03: [NO_INSTANT],
  BE04: [PAYEE_ADDRESS, PAYEE_STREET, PAYEE_POSTAL_CODE],
  BE07: [PAYER_ADDRESS],
  BE11: [PAYEE_ADDRESS],
  FF03: [NO_INSTANT],
  FF05: [NO_INSTANT],
  FF07: [PURPOSE, PURPOSE_CODES],
  RC01: [PAYEE_BIC],
  RC02: [PAYEE_BIC],
  RC04: [PAYEE_BIC, PAYEE_CLEARING],
  RC05: [PAYEE_BIC],
  RC07: [PAYEE_BIC],
  RC08: [PAYEE_CLEARING],
  RC10: [PAYEE_CLEARING],
  RR02: [PAYER_ADDRESS],
  RR03: [PAYEE_ADDRESS],
  RR04: [REPORTING],
  RR05: [REPORTING],
  RR07: [STRUCTURED, REMITTANCE],
  RR09: [STRUCTURED],
};

/** Rules about what a bank's words name, for codes that say no more than that something is missing or not taken. */
const BY_ELEMENT: readonly OfferedRule[] = [
  ...[PAYEE_STREET, PAYEE_POSTAL_CODE, PAYEE_STATE, PAYEE_ADDRESS, PAYEE_BIC, PAYEE_CLEARING],
  ...[REPORTING, PURPOSE_CODES, PURPOSE, STRUCTURED, REMITTANCE, NO_INSTANT, IBAN_ONLY],
];
const LACKS = new Set(['CH21', 'MINF', 'RR12']);
const HAS = new Set(['CH17', 'ERIN']);
const EITHER = new Set(['CH16', 'FF01', 'FF02', 'NARR']);

/** Names of elements, alone or as a path. */
const NAMES = /[A-Z][A-Za-z]{2,}(?:\/[A-Z][A-Za-z]+)*/g;

/** Rules for elements that the message names: to require or refuse them, by the code of the refusal. */
function suggestedByWords({ code, message }: BankRefusal): OfferedRule[] {
  const kinds = [
    ...(LACKS.has(code) || EITHER.has(code) ? ['require'] : []),
    ...(HAS.has(code) || EITHER.has(code) ? ['refuse'] : []),
  ];
  const names = (message ?? '').match(NAMES) ?? [];
  const isNamed = (element: string): boolean =>
    names.some((name) => `/${name}`.endsWith(`/${element}`) || `/${element}`.endsWith(`/${name}`));
  return BY_ELEMENT.filter(
    ({ rule }) => kinds.includes(rule.kind) && 'elements' in rule && rule.elements.some(isNamed),
  );
}

/**
 * The rule that would have held an order which its bank rejected, so that the same payment is not refused twice: the
 * first suggested one that the order breaks.
 * @param bank settings of the partner as they are
 * @param order as it would leave now
 * @returns null where no rule is suggested, or the rules in force hold the order already
 * Source: docs/GAPS.md#P23
 */
export function offeredRule(
  bank: AdapterConfig<'iso20022'>,
  refusal: BankRefusal,
  order: CreditTransfer,
): OfferedRule | null {
  const code = refusal.code.toUpperCase();
  const suggested = [...(BY_CODE[code] ?? []), ...suggestedByWords({ ...refusal, code })];
  if (suggested.length === 0 || new OrderWriter(bank).order(order).faults.length > 0) return null;
  const breaks = (offered: OfferedRule): boolean =>
    new OrderWriter(withRule(bank, offered)).order(order).faults.length > 0;
  return suggested.find(breaks) ?? null;
}

/** @returns the settings of a bank with a rule more */
export function withRule(bank: AdapterConfig<'iso20022'>, { member, rule }: OfferedRule): AdapterConfig<'iso20022'> {
  return { ...bank, profileMembers: { ...bank.profileMembers, [member]: rule } };
}
