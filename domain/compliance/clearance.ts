import { compactAccountNumber } from '../payments/instruction/bank-account';
import type { PartyRole } from './screen';

/** An entry that a person has found to be another person, as it was then. */
export interface ClearedEntry {
  /** List, such as `watch-list:un`: entries keep their ids from edition to edition. */
  subject: string;
  entryId: string;
  /** Hash of all that the list says of the entry. */
  version: string;
  /** Of the payee: a debtor is another one in each payment. */
  party: PartyRole;
}

/** The parties that are paid: the beneficiary and its bank. */
const PAYEE: readonly PartyRole[] = ['beneficiary', 'bank'];

/** The found entries that a clearance of the payee can be about. */
export function entriesOfPayee(found: readonly ClearedEntry[]): ClearedEntry[] {
  return found.filter(({ party }) => PAYEE.includes(party));
}

/**
 * @returns whether each entry that was found is a cleared one, and unchanged
 * Source: docs/GAPS.md#P13
 */
export function covers(cleared: readonly ClearedEntry[], found: readonly ClearedEntry[]): boolean {
  const keyOf = ({ subject, entryId, version, party }: ClearedEntry): string =>
    JSON.stringify([subject, entryId, version, party]);
  const known = new Set(entriesOfPayee(cleared).map(keyOf));
  return found.length > 0 && found.every((entry) => known.has(keyOf(entry)));
}

/** What makes a payee the same: name, bank account and countries. */
export interface Payee {
  name: string;
  country: string;
  bankAccount: { accountNumber: string; country: string; clearing?: { scheme: string; code: string } | undefined };
}

/** A text that is equal for the same payee and bank account, however the name and the numbers are written. */
export function payeeText({ name, country, bankAccount }: Payee): string {
  const plain = name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
  const account = compactAccountNumber(bankAccount.accountNumber);
  const { clearing } = bankAccount;
  const bank = clearing === undefined ? [] : [clearing.scheme, clearing.code];
  return JSON.stringify([plain, country, account, bankAccount.country, ...bank]);
}

/** A clearance lasts a year at most, a leap year included. */
const MOST_MS = 366 * 86_400_000;

/** @returns when a clearance ends; null for a time that has passed, or lies more than a year ahead */
export function rememberedUntil(until: string, now: Date): Date | null {
  const end = new Date(until);
  const aheadMs = end.getTime() - now.getTime();
  return aheadMs > 0 && aheadMs <= MOST_MS ? end : null;
}
