import type { Booking } from '../../../../domain/payments/settlement/booking';
import {
  bookedReturn,
  bookingReferencesOf,
  hasLiveRepeat,
  isRepeatedDebit,
  isWithPayee,
  takeBooking,
} from '../../../../domain/payments/settlement/bookings';
import type { StatementEntry } from '../../../../domain/payments/settlement/statement-entry';

const entry = (overrides: Partial<StatementEntry> = {}): StatementEntry => ({
  ...{ line: 3, references: [], amount: '100.00', currency: 'USD', direction: 'debit', isBooked: true },
  ...{ isReturn: false, isReversal: false, reasonCode: null, bookedOn: '2026-11-20', account: null },
  bookingReferences: [],
  ...overrides,
});
const named = (reference: string, overrides: Partial<StatementEntry> = {}): StatementEntry =>
  entry({ bookingReferences: [reference], references: [reference], ...overrides });
const BACK = { direction: 'credit', isReturn: true } as const;
const REVERSAL = { direction: 'credit', isReversal: true } as const;

/** An entry of a file, which a letter names. */
type Told = [file: string, entry: StatementEntry];
const told = (...entries: Told[]): Told[] => entries;

/** @returns the bookings after entries of files in this order */
function after(...told: Told[]): readonly Booking[] {
  const files = new Map<string, StatementEntry[]>();
  for (const [file, one] of told) files.set(file, [...(files.get(file) ?? []), one]);
  return told.reduce<readonly Booking[]>((bookings, [file, one]) => {
    const all = files.get(file) ?? [];
    const place = { partnerId: 'ptn_1', file, position: all.indexOf(one) + 1 };
    return takeBooking(bookings, one, { ...place, otherReferences: bookingReferencesOf(all) })?.bookings ?? bookings;
  }, []);
}
const payment = (bookings: readonly Booking[]) => ({ bookings, partnerId: 'ptn_1', amount: '100', currency: 'USD' });

/** Source: docs/GAPS.md#P22 */
describe('a booking of a payment', () => {
  it.each<[string, number, Told[]]>([
    ['has one reference in two files', 1, told(['a', named('1')], ['b', named('1')])],
    ['has two references', 2, told(['a', named('1')], ['b', named('2')])],
    ['has a reference in the second file alone', 1, told(['a', entry()], ['b', named('1')])],
    ['has a reference in the first file alone', 1, told(['a', named('1')], ['b', entry()])],
    ['has none in two files', 1, told(['a', entry()], ['b', entry()])],
    ['is there twice in each of two files', 2, told(['a', entry()], ['a', entry()], ['b', entry()], ['b', entry()])],
    ['is of another day', 2, told(['a', entry()], ['b', entry({ bookedOn: '2026-11-21' })])],
    ['is of another amount', 2, told(['a', named('1')], ['b', named('1', { amount: '99' })])],
    ['is of another account', 2, told(['a', named('1', { account: 'x' })], ['b', named('1', { account: 'y' })])],
    ['has the account in one file alone', 1, told(['a', named('1', { account: 'x' })], ['b', named('1')])],
    ['was without a reference, and two have one', 2, told(['a', entry()], ['b', named('1')], ['b', named('2')])],
    ['has a reference beside one without', 2, told(['a', named('2')], ['b', entry()], ['b', named('2')])],
    ['is the other way', 2, told(['a', named('1')], ['b', named('1', BACK)])],
    ['is of nothing', 0, told(['a', entry({ amount: '0' })], ['b', entry({ isBooked: false })])],
    ['is a credit that is no return', 0, told(['a', entry({ direction: 'credit' })])],
    ['is a return that went out', 0, told(['a', entry({ isReturn: true })])],
  ])('that %s is kept so often: %i', (_what, count, entries) => {
    expect(after(...entries)).toHaveLength(count);
    expect(after(...entries, ...entries)).toHaveLength(count);
  });

  it('is repeated where the same bank booked a debit before', () => {
    const bookings = after(['a', named('1')], ['b', named('2')], ['c', named('3', BACK)]);
    expect(bookings.map((_one, index) => isRepeatedDebit(bookings, index))).toEqual([false, true, false]);
    const elsewhere = bookings.with(0, { ...(bookings[0] as Booking), partnerId: 'ptn_2' });
    expect(isRepeatedDebit(elsewhere, 1)).toBe(false);
    expect([hasLiveRepeat(bookings, 'ptn_1'), hasLiveRepeat(elsewhere, 'ptn_1')]).toEqual([true, false]);
  });
});

describe('a reversal', () => {
  const S1 = ['a', named('S1')] as const;
  const S2 = ['a', named('S2')] as const;

  it('is of the debit that it names, else of the latest of its amount, and of one that stands', () => {
    const by = (...references: string[]) => ['b', entry({ ...REVERSAL, references })] as Told;
    expect(after([...S1], [...S2], by('S1'))[2]).toMatchObject({ reverses: 0, isReturn: false });
    expect(after([...S1], [...S2], by())[2]).toMatchObject({ reverses: 1, isReturn: false });
    const first = ['b', named('V1', { ...REVERSAL, references: ['S2'] })] as Told;
    const both = after([...S1], [...S2], first, ['c', named('V2', REVERSAL)]);
    expect(both.slice(2)).toMatchObject([
      { reverses: 1, isReturn: false },
      { reverses: 0, isReturn: true },
    ]);
  });

  it('is a return of the only debit, also where no debit or another amount is known', () => {
    expect(bookedReturn(payment(after([...S1], ['b', entry(REVERSAL)])))).toEqual({ amount: '100', currency: 'USD' });
    expect(after(['b', entry(REVERSAL)])).toMatchObject([{ reverses: null, isReturn: true }]);
    expect(after([...S1], ['b', entry({ ...REVERSAL, amount: '40' })])[1]).toMatchObject({
      reverses: null,
      isReturn: true,
    });
    const odd = after([...S1], [...S2], ['b', entry({ ...REVERSAL, amount: '40' })]);
    expect(odd[2]).toMatchObject({ reverses: null, isReturn: false });
    expect(bookedReturn(payment(odd))).toBeNull();
  });

  it('takes back a return, and is a debit where nothing came back', () => {
    const out = { direction: 'debit', isReversal: true } as const;
    const bookings = after([...S1], ['b', named('Q1', BACK)], ['c', named('V1', out)]);
    expect(bookings[2]).toMatchObject({ kind: 'reversal', reverses: 1, isReturn: false });
    expect(bookedReturn(payment(bookings))).toEqual({ amount: '0', currency: 'USD' });
    expect(after([...S1], ['c', named('V1', out)])[1]).toMatchObject({ kind: 'debit' });
  });
});

describe('what came back', () => {
  it('is the sum of the returns at the partner that has the payment, in its currency', () => {
    const part = (reference: string, amount: string, currency = 'USD') =>
      ['b', named(reference, { ...BACK, amount, currency })] as Told;
    expect(bookedReturn(payment(after(['a', named('1')])))).toBeNull();
    const parts = after(part('1', '0.10'), part('2', '0.20'), part('3', '7', 'EUR'));
    expect(bookedReturn(payment(parts))).toEqual({ amount: '0.3', currency: 'USD' });
    expect(bookedReturn(payment(parts.slice(2)))).toEqual({ amount: '7', currency: 'EUR' });
    expect(bookedReturn({ ...payment(parts), partnerId: 'ptn_2' })).toBeNull();
  });

  it('leaves the payee with the money where the bank took the return back, of a debit that it never booked', () => {
    const back = named('1', BACK);
    const again = named('2', { direction: 'debit', isReversal: true, references: ['1'] });
    expect(isWithPayee(payment(after(['a', back])))).toBe(false);
    expect(isWithPayee(payment(after(['a', back], ['b', again])))).toBe(true);
  });

  it('leaves the payee with the money where it was paid twice', () => {
    const [one, two, back] = [named('1'), named('2'), named('3', BACK)];
    expect(isWithPayee(payment([]))).toBe(false);
    expect(isWithPayee(payment(after(['a', one], ['b', back])))).toBe(false);
    expect(isWithPayee(payment(after(['a', one], ['a', two], ['b', back])))).toBe(true);
    expect(isWithPayee(payment(after(['a', one], ['a', two], ['b', back], ['b', named('4', BACK)])))).toBe(false);
    const euros = [named('1', { currency: 'EUR' }), named('2', { currency: 'EUR' })] as const;
    expect(isWithPayee(payment(after(['a', euros[0]])))).toBe(false);
    expect(isWithPayee(payment(after(['a', euros[0]], ['a', euros[1]])))).toBe(true);
  });
});
