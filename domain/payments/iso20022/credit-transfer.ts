import type { output } from 'zod';
import type { BeneficiaryShape, DebtorShape, PurposeShape, RemittanceShape } from '../instruction/answer-schema';
import type { ChargeBearer } from '../instruction/charge-bearer';
import { currencyDigits, Exact } from '../../money';
import { account, agent, isLei, party, type PostalAddress } from './parties';
import { bankReferenceOf, endToEndIdOf } from './bank-reference';
import { group, text, type Part } from './element';
import { documentInPieces, timeText } from './message-document';
import { typedReference } from './payee-reference-type';
import type { ProfiledMessage } from './profiled-message';

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
  /** Counts dispatches from 1: the message, and its only payment information, has a name for each. */
  attempt: number;
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

/** The `Purp` by its code of ISO 20022, else as it was given, unless that is too long: then null. */
export function purposeOf({ code }: CreditTransfer['purpose']): Part {
  const known = Object.hasOwn(PURPOSE_CODES, code) ? PURPOSE_CODES[code] : undefined;
  if (known !== undefined) return group('Purp', text('Cd', known));
  return code.length > MAX_PROPRIETARY_PURPOSE ? null : group('Purp', text('Prtry', code));
}

/** The code of the destination's authority; null without one, or if it is too long. */
export function regulatoryReporting({ purpose: { nationalCode }, beneficiary }: CreditTransfer): Part {
  if (nationalCode === undefined || nationalCode.length > MAX_NATIONAL_CODE) return null;
  const country = text('Ctry', beneficiary.bankAccount.country);
  return group('RgltryRptg', group('Authrty', country), group('Dtls', country, text('Cd', nationalCode)));
}

/** The `RmtInf`, or null: a structured or a free remittance, never both, since many banks refuse both. */
export function remittanceOf({ remittance, beneficiary }: CreditTransfer): Part {
  if (remittance === undefined) return null;
  const { reference, text: words } = remittance;
  if (reference === undefined) return group('RmtInf', text('Ustrd', words));
  const typed = typedReference(reference, beneficiary.bankAccount.accountNumber);
  const type =
    typed === null
      ? null
      : group(
          'Tp',
          group('CdOrPrtry', text(typed.type === 'QRR' ? 'Prtry' : 'Cd', typed.type)),
          text('Issr', typed.issuer),
        );
  const information = group('CdtrRefInf', type, text('Ref', typed?.reference ?? reference));
  return group('RmtInf', group('Strd', information, text('AddtlRmtInf', words)));
}

/** The `Cdtr`: who is paid, with a valid LEI if there is one. */
export function creditor({ name, country, address, identifiers = [] }: CreditTransfer['beneficiary']): Part {
  const lei = identifiers.find(({ type, number }) => type === 'lei' && isLei(number))?.number;
  return party('Cdtr', { name, country, address, lei });
}

/** @returns the payee's bank; nothing where only the account names it */
export function creditorAgent({ bankAccount: { swiftBic, clearing, bankName } }: CreditTransfer['beneficiary']): Part {
  return agent('CdtrAgt', { bic: swiftBic, clearing, name: bankName });
}

/** @returns the amount with the decimals of its currency */
export function amountText({ amount, currency }: CreditTransfer): string {
  return new Exact(amount).toFixed(currencyDigits(currency) ?? undefined);
}

/** Timelines that are ordered with high priority (`InstrPrty`). */
const URGENT = new Set(['instant', 'same_day']);

/** The `PmtTpInf`: SEPA by its charge bearer, urgent or instant by the timeline; null for others. */
export function paymentType({ timeline, chargeBearer }: Pick<CreditTransfer, 'timeline' | 'chargeBearer'>): Part {
  const level = chargeBearer === 'SLEV' ? group('SvcLvl', text('Cd', 'SEPA')) : null;
  return group(
    'PmtTpInf',
    level === null && URGENT.has(timeline) ? text('InstrPrty', 'HIGH') : null,
    level,
    timeline === 'instant' ? group('LclInstrm', text('Cd', 'INST')) : null,
  );
}

/** @returns the name of the message that orders a payment */
export function orderReference({ instructionId, attempt }: Pick<CreditTransfer, 'instructionId' | 'attempt'>): string {
  return bankReferenceOf(instructionId, String(attempt));
}

/** The `CdtTrfTxInf` of a payment in a pain.001. */
function creditTransferTransaction(order: CreditTransfer): Part {
  const { instructionId, uetr, beneficiary, debtor, currency } = order;
  const { accountNumber, country } = beneficiary.bankAccount;
  return group(
    'CdtTrfTxInf',
    group(
      'PmtId',
      text('InstrId', orderReference(order)),
      text('EndToEndId', endToEndIdOf(instructionId)),
      text('UETR', uetr),
    ),
    group('Amt', text('InstdAmt', amountText(order), currency)),
    text('ChrgBr', order.chargeBearer),
    debtor === undefined ? null : party('UltmtDbtr', debtor),
    creditorAgent(beneficiary),
    creditor(beneficiary),
    account('CdtrAcct', accountNumber, country),
    purposeOf(order.purpose),
    regulatoryReporting(order),
    remittanceOf(order),
  );
}

type Orders = readonly [CreditTransfer, ...CreditTransfer[]];

/** Groups payments that share execution date and type, in their order: each group is one `PmtInf`. */
function groupByPaymentInformation(orders: Orders): [CreditTransfer, ...CreditTransfer[]][] {
  const groups = new Map<string, [CreditTransfer, ...CreditTransfer[]]>();
  for (const order of orders) {
    const key = JSON.stringify([executionDate(order), paymentType(order)]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [order]);
    else known.push(order);
  }
  return [...groups.values()];
}

function executionDate({ valueDate, createdAt }: CreditTransfer): Part {
  return group('ReqdExctnDt', text('Dt', valueDate ?? createdAt.toISOString().slice(0, 10)));
}

/** The count of payments, and the sum of their amounts whatever their currencies. */
function totals(orders: readonly CreditTransfer[]): [Part, Part] {
  const [only] = orders.length === 1 ? orders : [];
  const sum = orders.reduce((all, { amount }) => all.add(amount), new Exact(0));
  return [
    text('NbOfTxs', String(orders.length)),
    text('CtrlSum', only === undefined ? sum.toFixed() : amountText(only)),
  ];
}

function groupHeader(orders: Orders, { name, lei }: OrderingParty): Part {
  const [first] = orders;
  return group(
    'GrpHdr',
    text('MsgId', orderReference(first)),
    text('CreDtTm', timeText(first.createdAt)),
    ...totals(orders),
    group('InitgPty', text('Nm', name), lei === undefined ? null : group('Id', group('OrgId', text('LEI', lei)))),
  );
}

/** The content of a pain.001 in pieces. */
function* initiation(orders: Orders, sender: OrderingParty, message: ProfiledMessage): Generator<string> {
  const { accountNumber, country, bic } = sender;
  const debtor = [party('Dbtr', sender), account('DbtrAcct', accountNumber, country), agent('DbtrAgt', { bic })];
  yield `<CstmrCdtTrfInitn>${message.write(groupHeader(orders, sender))}`;
  for (const payments of groupByPaymentInformation(orders)) {
    const [first] = payments;
    const beginning = [text('PmtInfId', orderReference(first)), text('PmtMtd', 'TRF'), ...totals(payments)];
    const parts = [...beginning, paymentType(first), executionDate(first), ...debtor];
    yield `<PmtInf>${parts.map((part) => message.write(part, 'PmtInf')).join('')}`;
    for (const payment of payments) yield message.write(creditTransferTransaction(payment));
    yield '</PmtInf>';
  }
  yield '</CstmrCdtTrfInitn>';
}

/**
 * A customer credit transfer initiation: `EndToEndId` has the instruction's id, `InstrId` and the name of the message the
 * reference of the attempt; status reports and statements name the payment by either. The adapter orders one payment a message;
 * the message, and each of its payment informations, has the name of its first payment's message.
 * @param message writes by the bank's profile and keeps what breaks its rules
 * @returns the document in pieces, one for each payment and some around them, to be written in UTF-8
 * Source: ISO 20022, pain.001.001.09 (CustomerCreditTransferInitiation); docs/GAPS.md#P19, docs/GAPS.md#P23
 */
export function pain001InPieces(orders: Orders, from: OrderingParty, message: ProfiledMessage): Generator<string> {
  const [first] = orders;
  const sender = { bic: undefined, name: from.name };
  const about = { messageId: orderReference(first), createdAt: first.createdAt, sender, receiverBic: from.bic };
  return documentInPieces(message, { definition: PAIN_001, ...about }, initiation(orders, from, message));
}

/** The same as one text. */
export function writePain001(orders: Orders, from: OrderingParty, message: ProfiledMessage): string {
  return [...pain001InPieces(orders, from, message)].join('');
}
