import { compareEntry, decideStatementEntry, type StatementEntry } from '../../../domain/payments/statements';
import { AT, takenPayment } from '../../support/payment-states';

const EXPECTED = { amount: '1250.5', currency: 'USD' };
const entry = (overrides: Partial<StatementEntry> = {}): StatementEntry => ({
  line: 3,
  references: ['S-1'],
  amount: '1250.50',
  currency: 'USD',
  direction: 'debit',
  isBooked: true,
  isReturn: false,
  reasonCode: null,
  bookedOn: '2026-11-20',
  ...overrides,
});

/** Source: docs/GAPS.md#statements */
describe('an entry of a statement', () => {
  it.each(['submitted', 'accepted', 'processing', 'settled', 'returned'] as const)(
    'that left goes with a payment that is %s',
    (status) => expect(compareEntry(entry(), status, EXPECTED)).toEqual([]),
  );

  it.each(['failed', 'cancelled'] as const)('that left contradicts a payment that is %s', (status) => {
    expect(compareEntry(entry(), status, EXPECTED)).toEqual([{ type: 'status', expected: status, actual: 'booked' }]);
  });

  it.each([
    [{ amount: '1250.49' }, { type: 'amount', expected: '1250.5', actual: '1250.49' }],
    [
      { currency: 'EUR', amount: '1' },
      { type: 'currency', expected: 'USD', actual: 'EUR' },
    ],
    [{ direction: 'credit' as const }, { type: 'direction', expected: 'debit', actual: 'credit' }],
  ])('contradicts by %j', (overrides, fault) => {
    expect(compareEntry(entry(overrides), 'settled', EXPECTED)).toEqual([fault]);
  });

  it('names all that contradicts', () => {
    const types = compareEntry(entry({ amount: '1', direction: 'credit' }), 'failed', EXPECTED).map(({ type }) => type);
    expect(types).toEqual(['amount', 'direction', 'status']);
  });

  it('that came back goes with a returned payment, whatever its amount', () => {
    const back = entry({ isReturn: true, direction: 'credit', amount: '1' });
    expect(compareEntry(back, 'returned', EXPECTED)).toEqual([]);
    expect(compareEntry(back, 'settled', EXPECTED)).toEqual([
      { type: 'status', expected: 'settled', actual: 'returned' },
    ]);
    expect(compareEntry({ ...back, direction: 'debit' }, 'returned', EXPECTED)).toEqual([
      { type: 'direction', expected: 'credit', actual: 'debit' },
    ]);
  });
});

describe('what an entry does to its payment', () => {
  const facts = { statementId: 'stm_1', expected: EXPECTED, isRepeated: false };
  const decide = (overrides: Partial<StatementEntry>) =>
    decideStatementEntry(takenPayment('settled'), entry(overrides), facts, AT);

  it('is nothing where it confirms, or is not booked yet', () => {
    expect(decide({})).toEqual({ result: 'confirmed', change: null });
    expect(decide({ isBooked: false, amount: '1' })).toEqual({ result: 'not_booked', change: null });
  });

  it('is a case where the bank booked the same movement before', () => {
    const decision = decideStatementEntry(takenPayment('settled'), entry(), { ...facts, isRepeated: true }, AT);
    expect(decision).toMatchObject({
      result: 'contradicted',
      change: {
        cases: [{ detail: { discrepancies: [{ type: 'repeated', expected: 'booked once', actual: 'booked again' }] } }],
      },
    });
  });

  it('is a case where it contradicts, and no other status', () => {
    expect(decide({ amount: '1' })).toMatchObject({
      result: 'contradicted',
      change: {
        at: AT,
        plan: { status: 'settled', history: [], events: [] },
        cases: [
          {
            kind: 'statement_contradicts',
            reportId: null,
            detail: { current: 'settled', statementId: 'stm_1', line: 3, discrepancies: [{ type: 'amount' }] },
          },
        ],
      },
    });
  });
});
