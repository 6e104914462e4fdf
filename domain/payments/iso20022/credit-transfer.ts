import type { output } from 'zod';
import type { BeneficiaryShape, DebtorShape, PurposeShape, RemittanceShape } from '../instruction/answer-schema';
import type { ChargeBearer } from '../instruction/charge-bearer';
import { isCreditorReference } from '../instruction/remittance';
import { currencyDigits, Exact } from '../../money';
import { account, agent, isLei, party, type PostalAddress } from './parties';
import { documentInPieces } from './message-document';
import { group, groupInPieces, text, type Fragment } from '../../xml';

/** Whose account at the bank payments are made from. */
export interface OrderingParty {
  name: string;
  country: string;
  address: PostalAddress;
  lei?: string | undefined;
  accountNumber: string;
  /** Of the bank that has the account. */
  bic: string;
}

/** One payment as the bank is ordered to make it. */
export interface CreditTransfer {
  instructionId: string;
  /** Name of the message, and of its only payment information: at most 35 characters, another one for each attempt. */
  messageId: string;
  createdAt: Date;
  amount: number;
  currency: string;
  /** Settlement timeline of the payment. */
  timeline: string;
  /** Calendar date; null: at once. */
  valueDate: string | null;
  /** UUID of version 4 in small letters. */
  uetr: string;
  chargeBearer: ChargeBearer | null;
  beneficiary: output<typeof BeneficiaryShape>;
  debtor?: output<typeof DebtorShape> | undefined;
  purpose: output<typeof PurposeShape>;
  remittance?: output<typeof RemittanceShape> | undefined;
}

/** Message definition of an order. */
export const PAIN_001 = 'pain.001.001.09';

/** Purposes that have a code of ISO 20022. Source: ISO 20022 external code set, ExternalPurpose1Code */
const PURPOSE_CODES: Readonly<Record<string, string>> = {
  trade_settlement: 'TRAD',
  goods: 'GDDS',
  goods_payment: 'GDDS',
  services: 'SCVE',
  service_payment: 'SCVE',
  supplier_payment: 'SUPP',
  salary: 'SALA',
  payroll: 'SALA',
  pension: 'PENS',
  tax: 'TAXS',
  tax_payment: 'TAXS',
  loan: 'LOAN',
  rent: 'RENT',
  dividend: 'DIVD',
  commission: 'COMM',
  insurance: 'INSU',
  intra_company: 'INTC',
  intercompany: 'INTC',
  treasury: 'TREA',
  charity: 'CHAR',
  family_support: 'FAMI',
};
const MAX_PROPRIETARY_PURPOSE = 35;
const MAX_NATIONAL_CODE = 10;

/** @returns the purpose by its code of ISO 20022, or as it was given where there is none */
export function purposeOf({ code }: CreditTransfer['purpose']): Fragment {
  const known = Object.hasOwn(PURPOSE_CODES, code) ? PURPOSE_CODES[code] : undefined;
  if (known !== undefined) return group('Purp', text('Cd', known));
  return code.length > MAX_PROPRIETARY_PURPOSE ? '' : group('Purp', text('Prtry', code));
}

/** The code of the destination's authority. */
export function regulatoryReporting({ purpose: { nationalCode }, beneficiary }: CreditTransfer): Fragment {
  if (nationalCode === undefined || nationalCode.length > MAX_NATIONAL_CODE) return '';
  const country = text('Ctry', beneficiary.bankAccount.country);
  return group('RgltryRptg', group('Authrty', country), group('Dtls', country, text('Cd', nationalCode)));
}

/** Either form alone: many banks take a structured remittance or a free one, and not both. */
export function remittanceOf({ remittance }: CreditTransfer): Fragment {
  if (remittance === undefined) return '';
  const { reference, text: words } = remittance;
  if (reference === undefined) return group('RmtInf', text('Ustrd', words));
  const type = isCreditorReference(reference) ? group('Tp', group('CdOrPrtry', text('Cd', 'SCOR'))) : '';
  const ref = type === '' ? reference : reference.replaceAll(' ', '');
  return group('RmtInf', group('Strd', group('CdtrRefInf', type, text('Ref', ref)), text('AddtlRmtInf', words)));
}

/** @returns who is paid */
export function creditor({ name, country, address, identifiers = [] }: CreditTransfer['beneficiary']): Fragment {
  const lei = identifiers.find(({ type, number }) => type === 'lei' && isLei(number))?.number;
  return party('Cdtr', { name, country, address, lei });
}

/** @returns the payee's bank; nothing where only the account names it */
export function creditorAgent({
  bankAccount: { swiftBic, clearing, bankName },
}: CreditTransfer['beneficiary']): Fragment {
  return agent('CdtrAgt', { bic: swiftBic, clearing, name: bankName });
}

/** @returns the amount with the decimals of its currency */
export function amountText({ amount, currency }: CreditTransfer): string {
  return new Exact(amount).toFixed(currencyDigits(currency) ?? undefined);
}

/** Timelines that are ordered with high priority (`InstrPrty`). */
const URGENT = new Set(['instant', 'same_day']);

/** Money in euros inside SEPA goes by the rules of the scheme, and bears its charges by them. */
export function paymentType({ timeline, chargeBearer }: CreditTransfer): Fragment {
  const level = chargeBearer === 'SLEV' ? group('SvcLvl', text('Cd', 'SEPA')) : '';
  return group('PmtTpInf', level === '' && URGENT.has(timeline) ? text('InstrPrty', 'HIGH') : '', level);
}

function transaction(order: CreditTransfer): Fragment {
  const { instructionId, uetr, beneficiary, debtor, currency } = order;
  const { accountNumber, country } = beneficiary.bankAccount;
  return group(
    'CdtTrfTxInf',
    group('PmtId', text('InstrId', instructionId), text('EndToEndId', instructionId), text('UETR', uetr)),
    group('Amt', text('InstdAmt', amountText(order), ` Ccy="${currency}"`)),
    text('ChrgBr', order.chargeBearer),
    debtor === undefined ? '' : party('UltmtDbtr', debtor),
    creditorAgent(beneficiary),
    creditor(beneficiary),
    account('CdtrAcct', accountNumber, country),
    purposeOf(order.purpose),
    regulatoryReporting(order),
    remittanceOf(order),
  );
}

/** Payments of a message that have one day and one type of payment, in their order: a payment information each. */
function paymentInformations(orders: readonly CreditTransfer[]): [CreditTransfer, ...CreditTransfer[]][] {
  const groups = new Map<string, [CreditTransfer, ...CreditTransfer[]]>();
  for (const order of orders) {
    const key = executionDate(order) + paymentType(order);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [order]);
    else known.push(order);
  }
  return [...groups.values()];
}

function executionDate({ valueDate, createdAt }: CreditTransfer): Fragment {
  return group('ReqdExctnDt', text('Dt', valueDate ?? createdAt.toISOString().slice(0, 10)));
}

/** How many payments, and the sum of their amounts whatever their currencies. */
function totals(orders: readonly CreditTransfer[]): Fragment {
  const [only] = orders.length === 1 ? orders : [];
  const sum = orders.reduce((all, { amount }) => all.add(amount), new Exact(0));
  return (
    text('NbOfTxs', String(orders.length)) + text('CtrlSum', only === undefined ? sum.toFixed() : amountText(only))
  );
}

function groupHeader(orders: readonly [CreditTransfer, ...CreditTransfer[]], { name, lei }: OrderingParty): Fragment {
  const [{ messageId, createdAt }] = orders;
  return group(
    'GrpHdr',
    text('MsgId', messageId),
    text('CreDtTm', createdAt.toISOString()),
    totals(orders),
    group('InitgPty', text('Nm', name), lei === undefined ? '' : group('Id', group('OrgId', text('LEI', lei)))),
  );
}

function* paymentInformation(payments: readonly [CreditTransfer, ...CreditTransfer[]], debtor: Fragment) {
  const [first] = payments;
  yield text('PmtInfId', first.messageId) + text('PmtMtd', 'TRF') + totals(payments);
  yield paymentType(first) + executionDate(first) + debtor;
  for (const payment of payments) yield transaction(payment);
}

function* initiation(orders: readonly [CreditTransfer, ...CreditTransfer[]], from: OrderingParty): Generator<Fragment> {
  const { accountNumber, country, bic } = from;
  const debtor = party('Dbtr', from) + account('DbtrAcct', accountNumber, country) + agent('DbtrAgt', { bic });
  yield groupHeader(orders, from);
  for (const payments of paymentInformations(orders)) {
    yield* groupInPieces('PmtInf', paymentInformation(payments, debtor));
  }
}

/**
 * A customer credit transfer initiation: `EndToEndId` of a payment is the instruction's id, by which status reports and
 * statements name it. The adapter orders one payment a message; the message, and each of its payment informations, has the
 * name of its first payment's message.
 * @returns the document in pieces, one for each payment and some around them, to be written in UTF-8
 * Source: ISO 20022, pain.001.001.09 (CustomerCreditTransferInitiation); docs/GAPS.md#P19
 */
export function pain001InPieces(
  orders: readonly [CreditTransfer, ...CreditTransfer[]],
  from: OrderingParty,
): Generator<Fragment> {
  return documentInPieces(PAIN_001, groupInPieces('CstmrCdtTrfInitn', initiation(orders, from)));
}

/** The same as one text. */
export function writePain001(orders: readonly [CreditTransfer, ...CreditTransfer[]], from: OrderingParty): string {
  return [...pain001InPieces(orders, from)].join('');
}
