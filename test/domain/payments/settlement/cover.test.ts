import { coverLines, type PartnerCover, type ReadBalance } from '../../../../domain/payments/settlement/cover';
import type { ClosedDay } from '../../../../domain/payments/routing/dates';
import { dayOfWeek } from '../../../../domain/calendar-dates';

const MONDAY = '2026-11-30';
const weekends: ClosedDay = (date) =>
  [0, 6].includes(dayOfWeek(date)) ? { reason: 'weekend', name: 'Weekend' } : null;

const sum = (amount: string) => ({ count: 1, amount });
const due = (toSend: string, unbooked = '0') => [{ currency: 'EUR', toSend: sum(toSend), unbooked: sum(unbooked) }];

function balance(amount: string, others: Partial<ReadBalance> = {}): ReadBalance {
  const readAt = '2026-11-30T06:00:00Z';
  return { account: 'a', type: 'CLBD', amount, currency: 'EUR', on: '2026-11-27', readAt, ...others };
}

function linesOf(given: Partial<PartnerCover>, day = MONDAY) {
  const partner: PartnerCover = {
    ...{ partner: { id: 'ptn_1', name: 'Bank' }, environment: 'live', places: [], due: [], balances: [] },
    ...given,
  };
  return coverLines([partner], { now: new Date(`${day}T12:00:00Z`), closedOf: () => weekends });
}

/** Source: docs/GAPS.md#cover */
describe('what is due today', () => {
  it('is covered where the balance has what is to be sent and what is not booked yet', () => {
    expect(linesOf({ due: due('60', '40.50'), balances: [balance('100.50')] })).toEqual([
      {
        ...{ partner: { id: 'ptn_1', name: 'Bank' }, environment: 'live', currency: 'EUR', day: MONDAY, zone: 'UTC' },
        ...{ toSend: sum('60'), unbooked: sum('40.50'), balance: { amount: '100.5', on: '2026-11-27' } },
        ...{ left: '0', covered: 'yes', because: null, closed: null },
      },
    ]);
    expect(linesOf({ due: due('60', '40.51'), balances: [balance('100.50')] })).toMatchObject([
      { left: '-0.01', covered: 'no' },
    ]);
  });

  it('is unknown without a balance in its currency, and with one from before the last business day', () => {
    const dollars = balance('900', { currency: 'USD' });
    expect(linesOf({ due: due('60'), balances: [dollars] })).toMatchObject([
      { currency: 'EUR', balance: null, left: null, covered: 'unknown', because: 'no_balance' },
      { currency: 'USD', left: '900', covered: 'yes', toSend: { count: 0, amount: '0' } },
    ]);
    const old = [balance('900', { on: '2026-11-26' })];
    expect(linesOf({ due: due('60'), balances: old })).toMatchObject([
      { left: '840', covered: 'unknown', because: 'old_balance' },
    ]);
  });

  it('counts the newest balance of each account, what is booked before what is available', () => {
    const balances = [
      balance('10', { on: '2026-11-26' }),
      balance('20'),
      balance('25', { readAt: '2026-11-30T05:00:00Z' }),
      balance('500', { type: 'CLAV' }),
      balance('700', { type: 'OPBD', on: MONDAY }),
      balance('-5', { account: 'b', type: 'ITBD', on: MONDAY }),
    ];
    expect(linesOf({ balances })).toMatchObject([{ balance: { amount: '15', on: '2026-11-27' }, left: '15' }]);
    expect(linesOf({ balances: [balance('7', { on: null })] })).toMatchObject([{ balance: { on: MONDAY } }]);
  });

  it('says why banks are closed, and ends a search for a business day', () => {
    expect(linesOf({ due: due('1') }, '2026-11-29')).toMatchObject([{ closed: 'Weekend' }]);
    const closed: ClosedDay = () => ({ reason: 'holiday', name: 'Ever' });
    const partner = { partner: { id: 'ptn_1', name: 'Bank' }, environment: 'live' as const, places: [], due: [] };
    const now = new Date(`${MONDAY}T12:00:00Z`);
    const lines = coverLines([{ ...partner, balances: [balance('1')] }], { now, closedOf: () => closed });
    expect(lines).toMatchObject([{ covered: 'yes', closed: 'Ever' }]);
  });

  it('counts days as the bank does', () => {
    const places = [
      { currency: 'EUR', zone: 'Pacific/Auckland', calendars: ['NZ'] },
      { currency: '*', zone: 'America/New_York', calendars: [] },
    ];
    // It is Sunday in Auckland, and Saturday in New York.
    const now = new Date('2026-11-29T00:00:00Z');
    const told = { on: null, readAt: '2026-11-27T23:00:00Z' };
    const balances = [balance('1', told), balance('1', { ...told, currency: 'USD' })];
    const given: PartnerCover = {
      ...{ partner: { id: 'ptn_1', name: 'Bank' }, environment: 'live', places, due: [], balances },
    };
    const asked: unknown[] = [];
    const closedOf = (place: unknown) => {
      asked.push(place);
      return weekends;
    };
    expect(coverLines([given], { now, closedOf })).toMatchObject([
      { day: '2026-11-29', zone: 'Pacific/Auckland', balance: { on: '2026-11-28' }, closed: 'Weekend' },
      { day: '2026-11-28', zone: 'America/New_York', balance: { on: '2026-11-27' }, closed: 'Weekend' },
    ]);
    expect(asked).toEqual([places[0], { ...places[1], currency: 'USD' }]);
  });
});
