import { Exact } from '../../money';
import type { PaymentState } from '../instruction/state';
import type { Booking } from './booking';
import type { ReturnedMoney } from './returned-money';
import type { StatementEntry, UnusableEntry } from './statement-entry';

/** Where an entry stands. */
export interface EntryPlace {
  partnerId: string;
  /** Hash of the file. */
  file: string;
  /** Place in the file, from 1. */
  position: number;
  /** References by which the bank identifies the bookings of the same file. */
  otherReferences: ReadonlySet<string>;
}

/** The booking that an entry is of. */
export interface TakenBooking {
  /** All bookings of the payment; the very list that was given where nothing is new. */
  bookings: readonly Booking[];
  /** Its place in the list. */
  index: number;
  isNew: boolean;
}

/** The end of a hash tells files apart. */
const FILE_CHARACTERS = 16;

const fileOf = ({ seenIn }: Booking): string | undefined => seenIn.split(':')[0];

const isLive = (bookings: readonly Booking[], index: number): boolean =>
  !bookings.some(({ reverses }) => reverses === index);

/** @returns places of bookings of one kind that no reversal takes back */
function liveOf(bookings: readonly Booking[], partnerId: string, kind: Booking['kind']): number[] {
  return bookings.flatMap((one, index) =>
    one.partnerId === partnerId && one.kind === kind && isLive(bookings, index) ? [index] : [],
  );
}

/**
 * The kind of an entry: debit, return, or reversal of either; null if it moves no money of the payment. A debit marked
 * as a reversal takes back a return; without a return it is a debit.
 */
function kindOf(entry: StatementEntry, bookings: readonly Booking[], partnerId: string): Booking['kind'] | null {
  const { direction, isReturn, isReversal } = entry;
  if (!entry.isBooked || new Exact(entry.amount).isZero()) return null;
  if (direction === 'credit') return isReversal ? 'reversal' : isReturn ? 'return' : null;
  if (isReturn) return null;
  const hasReturn = bookings.some((one) => one.kind === 'return' && one.partnerId === partnerId);
  return isReversal && hasReturn ? 'reversal' : 'debit';
}

const isSame = (one: string | null, other: string | null): boolean => one === null || other === null || one === other;

/**
 * The position of the booking that an entry repeats, or -1. Different references of the bank are different bookings.
 * An entry without a reference repeats the next booking of the same day and amount that its file has not repeated yet.
 */
function findKnown(bookings: readonly Booking[], entry: Booking, otherReferences: ReadonlySet<string>): number {
  const file = fileOf(entry);
  const isAlike = (one: Booking): boolean =>
    one.partnerId === entry.partnerId &&
    one.kind === entry.kind &&
    one.currency === entry.currency &&
    new Exact(one.amount).eq(entry.amount) &&
    isSame(one.account, entry.account);
  const seen = bookings.findIndex((one) => one.seenIn === entry.seenIn && isAlike(one));
  if (seen !== -1) return seen;
  const named = bookings.findIndex((one) => isAlike(one) && one.references.some((id) => entry.references.includes(id)));
  if (named !== -1) return named;
  return bookings.findIndex(
    (one) =>
      isAlike(one) &&
      isSame(one.bookedOn, entry.bookedOn) &&
      (one.references.length === 0 || entry.references.length === 0) &&
      fileOf(one) !== file &&
      !one.references.some((id) => otherReferences.has(id)),
  );
}

/**
 * Which booking a reversal takes back: the one with its reference, else the latest of that amount; and whether the
 * payment's money came back with it.
 */
function reversalOf(
  bookings: readonly Booking[],
  booking: Booking,
  { direction, references }: StatementEntry,
): Pick<Booking, 'reverses' | 'isReturn'> {
  const kind = direction === 'credit' ? 'debit' : 'return';
  const live = liveOf(bookings, booking.partnerId, kind);
  const names = [...references, ...booking.references];
  const named = live.find((index) => bookings[index]?.references.some((one) => names.includes(one)));
  const equal = live.findLast((index) => {
    const one = bookings[index];
    return one?.currency === booking.currency && new Exact(one.amount).eq(booking.amount);
  });
  return { reverses: named ?? equal ?? null, isReturn: kind === 'debit' && live.length < 2 };
}

/** @returns the references by which a bank identifies the bookings of a file */
export function bookingReferencesOf(entries: readonly (StatementEntry | UnusableEntry)[]): Set<string> {
  return new Set(entries.flatMap((entry) => ('fault' in entry ? [] : entry.bookingReferences)));
}

/**
 * Finds the booking that an entry repeats among those of its payment, or adds a new one.
 * @returns null for an entry that moves no money of the payment, or cannot be stored
 * Source: docs/GAPS.md#P22
 */
export function takeBooking(
  bookings: readonly Booking[],
  entry: StatementEntry,
  { partnerId, file, position, otherReferences }: EntryPlace,
): TakenBooking | null {
  const kind = kindOf(entry, bookings, partnerId);
  if (kind === null) return null;
  const { amount, currency, bookedOn, account, bookingReferences: references } = entry;
  const seenIn = `${file.slice(-FILE_CHARACTERS)}:${position}`;
  const booking: Booking = { partnerId, kind, account, references, amount, currency, bookedOn, seenIn };
  const index = findKnown(bookings, booking, otherReferences);
  const known = bookings[index];
  if (known === undefined) {
    const added = kind === 'reversal' ? { ...booking, ...reversalOf(bookings, booking, entry) } : booking;
    return { bookings: [...bookings, added], index: bookings.length, isNew: true };
  }
  const isNamed = known.references.some((id) => references.includes(id));
  if (known.seenIn === seenIn || isNamed) return { bookings, index, isNew: false };
  const seen = {
    ...known,
    account: known.account ?? account,
    bookedOn: known.bookedOn ?? bookedOn,
    references: known.references.length === 0 ? references : known.references,
    seenIn,
  };
  return { bookings: bookings.with(index, seen), index, isNew: false };
}

/** @returns whether the same bank booked a debit of the payment before this one */
export function isRepeatedDebit(bookings: readonly Booking[], index: number): boolean {
  const one = bookings[index];
  const before = bookings.slice(0, index);
  return one?.kind === 'debit' && before.some(({ kind, partnerId }) => kind === 'debit' && partnerId === one.partnerId);
}

/** @returns whether a debit of a payment stands that is a repeated one */
export function hasLiveRepeat(bookings: readonly Booking[], partnerId: string): boolean {
  return liveOf(bookings, partnerId, 'debit').length > 1;
}

/** What a bank booked about a payment, and what its partner was to pay. */
export type BookedPayment = Pick<PaymentState, 'bookings' | 'partnerId' | 'amount' | 'currency'>;

/**
 * Whether the payee has the money by the books of the partner's bank although the payment was returned: it was booked
 * twice, and came back once.
 */
export function isWithPayee(payment: BookedPayment): boolean {
  const { bookings, partnerId, amount, currency } = payment;
  const debits = liveOf(bookings, partnerId, 'debit').flatMap((index) => bookings[index] ?? []);
  // The bank took the return back, of a debit that it never booked.
  if (debits.length === 0)
    return bookings.some(
      (one) =>
        one.partnerId === partnerId && one.kind === 'reversal' && bookings[one.reverses ?? -1]?.kind === 'return',
    );
  if (debits.some((one) => one.currency !== currency)) return debits.length > 1;
  const paid = debits.reduce((total, one) => total.add(one.amount), new Exact(0));
  const returned = liveOf(bookings, partnerId, 'return').flatMap((index) => bookings[index] ?? []);
  return returned.reduce((rest, one) => rest.sub(one.amount), paid).gte(amount);
}

/**
 * The money that came back by the bank's books: the sum of the returns that the bank has not taken back, in the
 * payment's currency if any is, else in that of the first one.
 * @returns null where the partner's bank never booked any
 * Source: docs/GAPS.md#P22
 */
export function bookedReturn(payment: Omit<BookedPayment, 'amount'>): ReturnedMoney | null {
  const { bookings, partnerId, currency } = payment;
  const returns = bookings.flatMap((one, index) =>
    one.partnerId === partnerId && (one.kind === 'return' || one.isReturn === true) ? [{ ...one, index }] : [],
  );
  const chosen = returns.find((one) => one.currency === currency) ?? returns[0];
  if (chosen === undefined) return null;
  const sum = returns
    .filter((one) => one.currency === chosen.currency && isLive(bookings, one.index))
    .reduce((total, { amount }) => total.add(amount), new Exact(0));
  return { amount: sum.toFixed(), currency: chosen.currency };
}
