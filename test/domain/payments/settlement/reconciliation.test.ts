import fc from 'fast-check';
import { ReconciliationShape } from '../../../../domain/payments/instruction/answer-schema';
import {
  buildMismatchRecord,
  reconcile,
  type Expectation,
  type Reconciliation,
  type Settlement,
} from '../../../../domain/payments/settlement/reconciliation';
import { findEventType } from '../../../../domain/webhooks/events';

const expected: Expectation = {
  amount: 1000,
  currency: 'USD',
  estimatedFee: 6,
  expectedDate: '2026-11-20',
  zone: 'UTC',
  dispatchedAt: new Date('2026-11-20T09:00:00.700Z'),
};
const settled: Settlement = { confirmedAt: '2026-11-20T12:00:00Z', actualAmount: 1000, actualCurrency: 'USD' };

const fee = (amount: number, currency = 'USD') => ({ fees: { amount, currency, breakdown: [] } });
const received = (amount: number, currency = 'EUR') => ({ beneficiaryReceived: { amount, currency } });
const rate = (value: number) => ({ exchangeRate: { rate: value } });
const types = ({ discrepancies }: Reconciliation) => discrepancies.map(({ type }) => type);

/** Source of the names and of what they mean: docs/GAPS.md#P5 */
describe('reconciliation', () => {
  it.each<[string, Partial<Settlement>, Reconciliation['status'], string[]]>([
    ['a perfect settlement', {}, 'matched', []],
    ['another amount', { actualAmount: 999 }, 'mismatched', ['amount']],
    ['another currency', { actualCurrency: 'EUR' }, 'mismatched', ['currency']],
    [
      'a breakdown that does not add up',
      { fees: { amount: 6, currency: 'USD', breakdown: [{ amount: 5 }] } },
      'mismatched',
      ['fee_sum'],
    ],
    ['a fee at the estimate', fee(6), 'matched', []],
    ['a fee above the estimate', fee(7), 'mismatched', ['fee_vs_estimate']],
    ['a fee in a currency that nothing converts', fee(50_000, 'EUR'), 'unverified', ['fee_currency']],
    [
      'a fee in the received currency, within the estimate by the rate',
      { ...fee(5.52, 'EUR'), ...rate(0.92), ...received(920) },
      'matched',
      [],
    ],
    [
      'a fee in the received currency, above the estimate by the rate',
      { ...fee(400, 'EUR'), ...rate(0.92), ...received(920) },
      'mismatched',
      ['fee_vs_estimate'],
    ],
    ['an exchange that fits', { ...rate(0.92), ...received(920) }, 'matched', []],
    ['an exchange within 0.05 % of the received amount', { ...rate(0.92), ...received(919.6) }, 'matched', []],
    ['an exchange beyond it', { ...rate(0.92), ...received(919.5) }, 'mismatched', ['fx_math']],
    ['a rate of one digit that hides half', { ...rate(1), ...received(500.01) }, 'mismatched', ['fx_math']],
    ['a rate of one decimal that hides a tenth', { ...rate(0.9), ...received(850.01) }, 'mismatched', ['fx_math']],
    ['another currency without a rate', received(1), 'unverified', ['fx_unverifiable']],
    ['a part that could not be read', { unreadable: ['fees', 'confirmedAt'] }, 'unverified', ['unreadable']],
    ['a figure of more decimals than its currency has', fee(5.999), 'mismatched', ['decimals']],
    ['a fee without its breakdown', { fees: { amount: 6, currency: 'USD' } }, 'matched', []],
    ['a rate that is too high', { ...rate(1e308), ...received(920) }, 'unverified', ['fx_unverifiable']],
    ['a rate that is too low', { ...rate(5e-324), ...received(920) }, 'unverified', ['fx_unverifiable']],
    ['such a rate and nothing received', rate(1.1e9), 'unverified', ['fx_unverifiable']],
    ['the highest rate that counts', { ...rate(1e9), ...received(1e12, 'VND') }, 'matched', []],
    ['the least one', { ...rate(1e-9), ...received(0.01, 'EUR') }, 'matched', []],
    ['a rate that converts nothing', rate(0.92), 'matched', []],
    ['one minor unit on a small amount', { ...rate(0.00101), ...received(1.02) }, 'matched', []],
    ['two minor units on a small amount', { ...rate(0.00101), ...received(1.03) }, 'mismatched', ['fx_math']],
    ['a beneficiary who got less', received(990, 'USD'), 'mismatched', ['beneficiary_short']],
    ['a beneficiary who got more', received(1000.01, 'USD'), 'mismatched', ['beneficiary_over']],
    ['fees that explain it', { ...received(994, 'USD'), ...fee(6) }, 'matched', []],
    ['fees that explain it, with a rate of 1', { ...received(994, 'USD'), ...fee(6), ...rate(1) }, 'matched', []],
    ['a rate within one currency', { ...received(990, 'USD'), ...rate(0.99) }, 'mismatched', ['beneficiary_short']],
    ['a late day', { confirmedAt: '2026-11-21T00:00:00Z' }, 'mismatched', ['date_late']],
    ['the second before the dispatch', { confirmedAt: '2026-11-20T08:59:59Z' }, 'mismatched', ['date_early']],
    ['the second of the dispatch', { confirmedAt: '2026-11-20T09:00:00Z' }, 'matched', []],
    ['the year 1', { confirmedAt: '0001-01-02T00:00:00Z' }, 'mismatched', ['date_early']],
    [
      'a contradiction beside what cannot be compared',
      { actualAmount: 999, ...received(1) },
      'mismatched',
      ['amount', 'fx_unverifiable'],
    ],
  ])('%s', (_name, change, status, found) => {
    const result = reconcile({ ...settled, ...change }, expected);
    expect([result.status, types(result)]).toEqual([status, found]);
  });

  it('says what it compared, and what it would take where it could not', () => {
    const confirmation = { ...settled, actualAmount: 999, ...received(1), ...fee(5, 'JPY') };
    expect(reconcile({ ...confirmation, confirmedAt: '2026-11-20T08:00:00+02:00' }, expected).discrepancies).toEqual([
      { type: 'amount', expected: 1000, actual: 999 },
      { type: 'fee_currency', expected: 'USD', actual: 'JPY' },
      { type: 'fx_unverifiable', expected: 'exchangeRate', actual: 'EUR' },
      { type: 'date_early', expected: '2026-11-20T09:00:00.700Z', actual: '2026-11-20T06:00:00.000Z' },
    ]);
  });

  it('takes no date for early where no dispatch counts', () => {
    const confirmation = { ...settled, confirmedAt: '2026-01-01T00:00:00Z' };
    expect(reconcile(confirmation, { ...expected, dispatchedAt: null }).status).toBe('matched');
  });

  const cents = fc.integer({ min: 100_000, max: 1_000_000_000_000 });
  const anyRate = fc.oneof(
    fc.constantFrom(1, 0.9, 0.5, 2, 10, 150),
    fc.double({ min: 1e-3, max: 1e4, noNaN: true, noDefaultInfinity: true }),
  );

  it('never lets a skim of more than 0.05 % match, whatever the digits of the rate', () => {
    fc.assert(
      fc.property(cents, anyRate, fc.double({ min: 0.000501, max: 0.99, noNaN: true }), (minor, value, share) => {
        const amount = minor / 100;
        const due = amount * value;
        // Both bounds of the tolerance: the share, and one minor unit where that is more.
        const skimmed = Math.floor(Math.min(due * (1 - share), due - 0.011) * 100) / 100;
        fc.pre(skimmed > 0);
        const confirmation = { ...settled, actualAmount: amount, ...rate(value), ...received(skimmed) };
        const result = reconcile(confirmation, { ...expected, amount });
        expect([result.status, types(result)]).toEqual(['mismatched', ['fx_math']]);
      }),
    );
  });

  it('matches an exchange that was only rounded to the minor unit', () => {
    fc.assert(
      fc.property(cents, anyRate, (minor, value) => {
        const amount = minor / 100;
        const converted = Math.round(amount * value * 100) / 100;
        fc.pre(converted > 0);
        const confirmation = { ...settled, actualAmount: amount, ...rate(value), ...received(converted) };
        expect(reconcile(confirmation, { ...expected, amount }).status).toBe('matched');
      }),
    );
  });

  const money = fc.record({
    amount: fc.integer({ min: 1, max: 999_999_999_999_999 }),
    currency: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'),
  });
  const positive = fc.double({ min: 5e-324, noNaN: true, noDefaultInfinity: true });
  const confirmation = fc.record({
    confirmedAt: fc
      .date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('2027-01-01T00:00:00Z'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    actualAmount: fc.integer({ min: 1, max: 999_999_999_999_999 }),
    actualCurrency: fc.constantFrom('USD', 'EUR', 'JPY'),
    beneficiaryReceived: fc.option(money, { nil: undefined }),
    exchangeRate: fc.option(fc.record({ rate: positive }), { nil: undefined }),
    fees: fc.option(
      money.map((value) => ({ ...value, breakdown: [{ amount: value.amount }] })),
      { nil: undefined },
    ),
  });

  it('gives what can be stored and read again, whatever is confirmed', () => {
    fc.assert(
      fc.property(confirmation, (body) => {
        const result = reconcile(body, expected);
        expect(ReconciliationShape.parse(JSON.parse(JSON.stringify(result)))).toEqual(result);
      }),
    );
  });

  it('never matches where a figure has another currency and no rate converts it', () => {
    fc.assert(
      fc.property(confirmation, (body) => {
        const { beneficiaryReceived, fees, exchangeRate } = body;
        const isForeign = (currency: string | undefined) => currency !== undefined && currency !== body.actualCurrency;
        fc.pre(exchangeRate === undefined && (isForeign(beneficiaryReceived?.currency) || isForeign(fees?.currency)));
        expect(reconcile(body, expected).status).not.toBe('matched');
      }),
    );
  });
});

describe('the record of a mismatch', () => {
  const instruction = { id: 'instr_1', clientReference: null };

  it('is a case and an event with both figures', () => {
    const discrepancies = [{ type: 'amount' as const, expected: 1000, actual: 999 }];
    const record = buildMismatchRecord(instruction, { status: 'mismatched', discrepancies });
    expect(record).toEqual({
      reconciliationCase: { kind: 'reconciliation_mismatch', detail: { discrepancies } },
      event: {
        type: 'payment.reconciliation_mismatch',
        object: { instructionId: 'instr_1', clientReference: null, status: 'mismatched', discrepancies },
      },
    });
    const type = findEventType('payment.reconciliation_mismatch');
    expect(type?.object.safeParse(record?.event.object).success).toBe(true);
  });

  it.each(['matched', 'unverified'] as const)('does not come of what is %s', (status) => {
    expect(buildMismatchRecord(instruction, { status, discrepancies: [] })).toBeNull();
  });

  it('judges the day in the zone of the route', () => {
    const confirmedAt = '2026-11-21T01:30:00Z';
    const late = types(reconcile({ ...settled, confirmedAt }, expected));
    const inNewYork = types(reconcile({ ...settled, confirmedAt }, { ...expected, zone: 'America/New_York' }));
    expect([late, inNewYork]).toEqual([['date_late'], []]);
  });
});
