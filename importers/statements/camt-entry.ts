import { amountFault, currencyDigits } from '../../domain/money';
import { isCreditorReference } from '../../domain/payments/instruction/remittance';
import { MOST_PAYEE_REFERENCES } from '../../domain/payments/settlement/payee-reference';
import type { ReadEntry, UnusableEntry } from '../../domain/payments/settlement/statement-entry';

/** A reference that says that there is none. Source: ISO 20022 payment messages, "NOTPROVIDED" */
const NO_REFERENCE = new Set(['NOTPROVIDED', 'NONREF', '']);
/**
 * Codes of what a bank books for itself: sub-families of ISO 20022, and types of SWIFT with which a bank's own code begins.
 * Such an entry may carry the reference of the payment that it charges for, and moves no money of it.
 */
const CHARGES = new Set(['CHRG', 'COMM', 'COME', 'COMI', 'COMT', 'FEES']);
const OWN_CHARGES = /^[NFS](CHG|COM)(?![A-Z])/;

/** Transactions of a statement, in all of its entries together. */
export const MAX_ENTRIES = 100_000;

const REFERENCES = new Set(['EndToEndId', 'InstrId', 'TxId', 'UETR', 'AcctSvcrRef', 'NtryRef']);

const DIRECTIONS: ReadonlyMap<string, 'debit' | 'credit'> = new Map([
  ['DBIT', 'debit'],
  ['CRDT', 'credit'],
]);

/** Elements of an entry, or of one of the transactions in it, by their names. */
interface Parts {
  references: Set<string>;
  /** `AcctSvcrRef` of it, which identifies its booking. */
  bookings: Set<string>;
  payeeReferences: Set<string>;
  amount: string | null;
  currency: string | null;
  /** As the file has it. */
  direction: string | null;
  hasReturn: boolean;
  reasonCode: string | null;
  /** Whether its code says that it is a charge; null where it has none. */
  isCharge: boolean | null;
}

function emptyParts(): Parts {
  return {
    references: new Set(),
    bookings: new Set(),
    payeeReferences: new Set(),
    amount: null,
    currency: null,
    direction: null,
    hasReturn: false,
    reasonCode: null,
    isCharge: null,
  };
}

/** Reads one `Ntry`: each transaction in it is an entry of its own; without any, the entry itself is one. */
export class EntryReader {
  private readonly path: string[] = [];
  private readonly whole = emptyParts();
  private readonly transactions: Parts[] = [];
  private transaction: Parts | null = null;
  private status: string | null = null;
  private bookedOn: string | null = null;
  /** Whether the bank takes back what it has booked: then `CdtDbtInd` is the opposite of the first booking's. */
  private isReversal = false;
  private currency: string | null = null;
  private entryReference: string | null = null;

  /** @param account hash of the number of the account; null where the message has none */
  constructor(
    private readonly line: number,
    private readonly account: string | null,
    private readonly refuse: (reason: string) => never,
  ) {}

  open(local: string, currency: string | null): void {
    this.path.push(local);
    this.currency = currency;
    if (local === 'TxDtls') {
      if (this.transactions.length >= MAX_ENTRIES) this.refuse(`has more than ${MAX_ENTRIES} entries.`);
      this.transaction = emptyParts();
    }
    if (local === 'RtrInf') this.parts.hasReturn = true;
  }

  private get parts(): Parts {
    return this.transaction ?? this.whole;
  }

  close(local: string, text: string): void {
    this.path.pop();
    const above = this.path.at(-1) ?? 'Ntry';
    const { parts } = this;
    if (local === 'TxDtls') {
      this.transactions.push(parts);
      this.transaction = null;
    } else if (local === 'Amt' && (above === 'Ntry' || above === 'TxDtls' || above === 'TxAmt')) {
      parts.amount ??= text;
      parts.currency ??= this.currency;
    } else if (local === 'CdtDbtInd' && (above === 'Ntry' || above === 'TxDtls')) parts.direction = text;
    else if (REFERENCES.has(local) && !NO_REFERENCE.has(text)) {
      parts.references.add(text);
      if (local === 'AcctSvcrRef') parts.bookings.add(text);
      else if (local === 'NtryRef') this.entryReference = text;
    } else if (
      (local === 'Ref' && above === 'CdtrRefInf') ||
      (local === 'Ustrd' && text.startsWith('RF') && isCreditorReference(text))
    )
      this.addPayeeReference(text);
    else if (local === 'Cd' && above === 'Rsn') parts.reasonCode = text;
    else if (local === 'SubFmlyCd') parts.isCharge = CHARGES.has(text);
    else if (local === 'Cd' && above === 'Prtry') {
      // Another code of the bank's own says nothing: the entry above may.
      if (OWN_CHARGES.test(text)) parts.isCharge = true;
    } else if ((local === 'Sts' && above === 'Ntry' && text !== '') || (local === 'Cd' && above === 'Sts'))
      this.status = text;
    else if (local === 'RvslInd' && above === 'Ntry') this.isReversal = text === 'true' || text === '1';
    else if ((local === 'Dt' || local === 'DtTm') && above === 'BookgDt') this.bookedOn = text.slice(0, 10);
  }

  private addPayeeReference(text: string): void {
    const { payeeReferences } = this.parts;
    if (text !== '' && payeeReferences.size < MOST_PAYEE_REFERENCES) payeeReferences.add(text);
  }

  finish(): (ReadEntry | UnusableEntry)[] {
    const { whole, transactions } = this;
    if (transactions.length === 0) return [this.entryOf(whole)];
    // What a transaction does not say for itself is as the entry has it; the sum of several is not the amount of one.
    const isAlone = transactions.length === 1;
    return transactions.map((parts) =>
      this.entryOf(
        {
          ...parts,
          references: isAlone ? new Set([...parts.references, ...whole.references]) : parts.references,
          bookings: isAlone ? new Set([...parts.bookings, ...whole.bookings]) : parts.bookings,
          amount: parts.amount ?? (isAlone ? whole.amount : null),
          currency: parts.currency ?? (isAlone ? whole.currency : null),
          direction: parts.direction ?? whole.direction,
          hasReturn: parts.hasReturn || whole.hasReturn,
          isCharge: parts.isCharge ?? whole.isCharge,
        },
        isAlone,
      ),
    );
  }

  /** @returns why nothing can be compared with the entry; null where it is sound */
  private faultOf({ amount, currency, direction }: Parts): string | null {
    const digits = currency === null ? null : currencyDigits(currency);
    if (this.status === null) return 'It has no Sts.';
    if (amount === null || currency === null || digits === null) return 'It has no Amt with a Ccy of ISO 4217.';
    const isNumber = /^\d{1,18}(\.\d{1,5})?$/.test(amount);
    if (!isNumber || amountFault(Number(amount), digits, 'zero') !== null)
      return `Its Amt is no amount of ${currency}.`;
    if (direction === null) return 'It has no CdtDbtInd.';
    return DIRECTIONS.has(direction) ? null : 'Its CdtDbtInd is neither DBIT nor CRDT.';
  }

  /** An entry with its references, or an unusable one with its fault. */
  private entryOf(parts: Parts, isAlone = true): ReadEntry | UnusableEntry {
    const { bookings, amount, currency, hasReturn, reasonCode } = parts;
    const [references, payeeReferences] =
      parts.isCharge === true ? [[], []] : [parts.references, parts.payeeReferences];
    const { line, account, entryReference, bookedOn } = this;
    const direction = DIRECTIONS.get(parts.direction ?? '') ?? null;
    const said = {
      ...{ line, references: [...references], isBooked: this.status === 'BOOK' },
      ...{ isReturn: hasReturn, isReversal: this.isReversal && !hasReturn, reasonCode, bookedOn },
    };
    const fault = this.faultOf(parts);
    if (fault !== null || amount === null || currency === null || direction === null) {
      return { ...said, amount: null, currency: null, direction, fault: fault ?? '' };
    }
    // Banks number the entries of each day anew.
    const byEntry = isAlone && entryReference !== null ? [`${bookedOn ?? ''}/${entryReference}`] : [];
    const bookingReferences = bookings.size > 0 ? [...bookings] : byEntry;
    return { ...said, amount, currency, direction, account, bookingReferences, payeeReferences: [...payeeReferences] };
  }
}
