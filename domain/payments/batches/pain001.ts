import type { FieldFault } from '../../errors';

/** Text of an element without elements in it, and its `Ccy`. */
export interface Leaf {
  text: string;
  currency: string | null;
}

/** Leaves of a part of a message by their paths, such as `Cdtr/PstlAdr/Ctry`, in their order. */
export type Leaves = ReadonlyMap<string, readonly Leaf[]>;

/** References that say that there is none. Source: ISO 20022 payment messages, "NOTPROVIDED" */
const NO_REFERENCE = new Set(['NOTPROVIDED', '']);

/** What is checked by itself, or says nothing of a payment. */
const SILENT = new Set(['PmtInfId', 'BtchBookg', 'NbOfTxs', 'CtrlSum', 'PmtMtd']);

/** Instructions that a creation cannot carry, and that change whom or what is paid. */
const UNSUPPORTED: Readonly<Record<string, [field: string, message: string]>> = {
  'Amt/EqvtAmt': ['amount', 'is an equivalent amount (EqvtAmt); send the amount in the currency of the payment'],
  UltmtCdtr: ['beneficiary', 'is paid for an ultimate creditor (UltmtCdtr), which a payment cannot name'],
  XchgRateInf: ['amount', 'has an exchange contract (XchgRateInf), which a payment cannot carry'],
  ChqInstr: ['', 'is a cheque (ChqInstr)'],
};

/**
 * @param header leaves of the `GrpHdr`
 * @returns what names the message for ever: its initiating party, by name or else by id as it stands, and its `MsgId`;
 *   empty where it is absent
 * Source: docs/GAPS.md#P18
 */
export function messageOf(header: Leaves): [party: string, id: string] {
  const first = (...paths: string[]): string => paths.map((path) => header.get(path)?.[0]?.text).find(Boolean) ?? '';
  const ids = [...header.keys()].filter((path) => path.startsWith('InitgPty/Id/'));
  return [first('InitgPty/Nm', ...ids), first('MsgId')];
}

/** Takes leaves out of a part, and knows those that were left. */
class Reader {
  private readonly taken = new Set<string>();

  constructor(private readonly leaves: Leaves) {}

  takeLeaf(path: string): Leaf | undefined {
    this.taken.add(path);
    return this.leaves.get(path)?.[0];
  }

  /** @returns the first text at these paths that is not empty, or undefined; all count as read */
  text(...paths: string[]): string | undefined {
    const texts = paths.map((path) => this.takeLeaf(path)?.text);
    return texts.find((text) => text !== undefined && text !== '');
  }

  takeTexts(path: string): string[] {
    this.taken.add(path);
    return (this.leaves.get(path) ?? []).map(({ text }) => text);
  }

  has(prefix: string): boolean {
    return [...this.leaves.keys()].some((path) => path === prefix || path.startsWith(`${prefix}/`));
  }

  left(): string[] {
    return [...this.leaves.keys()].filter((path) => !this.taken.has(path) && !SILENT.has(path));
  }
}

/** Absent members stay absent; an object without any is absent itself. */
function members(given: Record<string, unknown>): Record<string, unknown> | undefined {
  const there = Object.entries(given).filter(([, value]) => value !== undefined);
  return there.length === 0 ? undefined : Object.fromEntries(there);
}

function joinOrUndefined(texts: readonly string[], separator: string): string | undefined {
  return texts.length === 0 ? undefined : texts.join(separator);
}

function addressOf(reader: Reader, party: string) {
  const at = `${party}/PstlAdr`;
  const lines = joinOrUndefined(reader.takeTexts(`${at}/AdrLine`), ', ');
  return members({
    street: reader.text(`${at}/StrtNm`) ?? lines,
    building: reader.text(`${at}/BldgNb`, `${at}/BldgNm`),
    city: reader.text(`${at}/TwnNm`),
    postalCode: reader.text(`${at}/PstCd`),
    state: reader.text(`${at}/CtrySubDvsn`),
    country: reader.text(`${at}/Ctry`),
  });
}

/** The payee's account and its bank's country; the country comes from the IBAN or BIC where the message states none. */
function bankOf(reader: Reader) {
  const agent = 'CdtrAgt/FinInstnId';
  const iban = reader.text('CdtrAcct/Id/IBAN');
  const swiftBic = reader.text(`${agent}/BICFI`, `${agent}/BIC`);
  const country = reader.text(`${agent}/PstlAdr/Ctry`);
  return {
    account: members({
      accountNumber: iban ?? reader.text('CdtrAcct/Id/Othr/Id'),
      bankName: reader.text(`${agent}/Nm`),
      swiftBic,
      clearing: members({
        scheme: reader.text(`${agent}/ClrSysMmbId/ClrSysId/Cd`),
        code: reader.text(`${agent}/ClrSysMmbId/MmbId`),
      }),
    }),
    country: iban?.slice(0, 2) ?? swiftBic?.slice(4, 6) ?? country,
  };
}

function beneficiaryOf(reader: Reader) {
  const { account, country: bankCountry } = bankOf(reader);
  const address = addressOf(reader, 'Cdtr');
  const residence = reader.text('Cdtr/CtryOfRes');
  const country = residence ?? address?.['country'] ?? bankCountry;
  const lei = reader.text('Cdtr/Id/OrgId/LEI');
  return members({
    name: reader.text('Cdtr/Nm'),
    country,
    dateOfBirth: reader.text('Cdtr/Id/PrvtId/DtAndPlcOfBirth/BirthDt'),
    identifiers: lei === undefined ? undefined : [{ type: 'lei', number: lei }],
    address,
    bankAccount: members({ ...account, country: bankCountry ?? country }),
  });
}

function debtorOf(reader: Reader) {
  const address = addressOf(reader, 'UltmtDbtr');
  const country = reader.text('UltmtDbtr/CtryOfRes') ?? address?.['country'];
  return members({ name: reader.text('UltmtDbtr/Nm'), country, address });
}

function referenceOf(reader: Reader): string | undefined {
  const references = [reader.text('PmtId/EndToEndId'), reader.text('PmtId/InstrId')];
  return references.find((text) => text !== undefined && !NO_REFERENCE.has(text));
}

function amountOf(text: string | undefined): unknown {
  return text !== undefined && /^\d{1,17}(\.\d{1,5})?$/.test(text) ? Number(text) : text;
}

/** A fault for each element that cannot be paid as stated, such as a payment method other than a transfer. */
function unsupportedFaults(payment: Reader, transaction: Reader): FieldFault[] {
  const code = 'unsupported';
  const method = payment.text('PmtMtd');
  const found = Object.entries(UNSUPPORTED).filter(([path]) => transaction.has(path) || payment.has(path));
  return [
    ...found.map(([, [field, message]]) => ({ field, code, message })),
    ...(method === undefined || method === 'TRF' ? [] : [{ field: '', code, message: 'has a PmtMtd other than TRF' }]),
  ];
}

/** What a transaction of a pain.001 says as a creation. */
export interface ReadTransaction {
  item: Record<string, unknown>;
  /** What it says and a creation cannot carry. */
  faults: FieldFault[];
  /** Elements that are not read. */
  ignored: string[];
}

/**
 * Converts one `CdtTrfTxInf` into the body of a creation. `Dbtr`, `DbtrAcct` and `DbtrAgt` are not read, because the
 * account holder is the payer; an ultimate debtor becomes the party on whose behalf it is paid.
 * @param payment leaves of its `PmtInf`, without those of transactions
 * @param transaction its own leaves
 * Source: ISO 20022, pain.001.001.09 (CustomerCreditTransferInitiation); docs/GAPS.md#P18
 */
export function toCreation(payment: Leaves, transaction: Leaves): ReadTransaction {
  const [above, own] = [new Reader(payment), new Reader(transaction)];
  const amount = own.takeLeaf('Amt/InstdAmt');
  const dateTime = above.text('ReqdExctnDt/DtTm');
  const purpose = own.text('Purp/Cd', 'Purp/Prtry', 'PmtTpInf/CtgyPurp/Cd') ?? above.text('PmtTpInf/CtgyPurp/Cd');
  const [ownDebtor, debtorAbove] = [debtorOf(own), debtorOf(above)];
  const [ownBearer, bearerAbove] = [own.text('ChrgBr'), above.text('ChrgBr')];
  const item = members({
    amount: amountOf(amount?.text),
    currency: amount?.currency ?? undefined,
    beneficiary: beneficiaryOf(own),
    debtor: ownDebtor ?? debtorAbove,
    purpose: members({ code: purpose?.toLowerCase() }),
    remittance: members({
      text: joinOrUndefined(own.takeTexts('RmtInf/Ustrd'), ' '),
      reference: own.text('RmtInf/Strd/CdtrRefInf/Ref'),
    }),
    chargeBearer: ownBearer ?? bearerAbove,
    settlementRoute: {},
    valueDate: above.text('ReqdExctnDt/Dt', 'ReqdExctnDt') ?? dateTime?.slice(0, 10),
    clientReference: referenceOf(own),
    uetr: own.text('PmtId/UETR'),
  });
  const faults = unsupportedFaults(above, own);
  const isUnsupported = (path: string): boolean =>
    Object.keys(UNSUPPORTED).some((name) => path === name || path.startsWith(`${name}/`));
  const ignored = [
    ...above.left().map((path) => `PmtInf/${path}`),
    ...own
      .left()
      .map((path) => `PmtInf/CdtTrfTxInf/${path}`)
      .filter((path) => !isUnsupported(path.slice(19))),
  ];
  return { item: item ?? {}, faults, ignored };
}
