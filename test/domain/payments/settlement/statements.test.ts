import type { StatementEntry } from '../../../../domain/payments/settlement/statement-entry';
import { compareEntry, decideStatementEntry } from '../../../../domain/payments/settlement/statements';
import type { DispatchState } from '../../../../domain/payments/instruction/state';
import { AT, dispatchIn, NEXT, sentPayment, takenPayment } from '../../../support/payment-states';

const EXPECTED = { amount: '1250.5', currency: 'USD' };
const HERE = { expected: EXPECTED, partnerId: 'ptn_1' };
const entry = (overrides: Partial<StatementEntry> = {}): StatementEntry => ({
  line: 3,
  references: ['S-1'],
  amount: '1250.50',
  currency: 'USD',
  direction: 'debit',
  isBooked: true,
  isReturn: false,
  isReversal: false,
  account: null,
  bookingReferences: [],
  reasonCode: null,
  bookedOn: '2026-11-20',
  ...overrides,
});

/** Source: docs/GAPS.md#statements */
describe('an entry of a statement', () => {
  it.each(['submitted', 'accepted', 'processing', 'settled', 'returned'] as const)(
    'that left goes with a payment that is %s',
    (status) => expect(compareEntry(entry(), takenPayment(status), HERE)).toEqual([]),
  );

  it.each(['failed', 'cancelled'] as const)('that left contradicts a payment that is %s', (status) => {
    expect(compareEntry(entry(), takenPayment(status), HERE)).toEqual([
      { type: 'status', expected: status, actual: 'booked' },
    ]);
  });

  it.each(['sending', 'unknown', 'delivered'] as const)('that left goes with a call that is %s', (state) => {
    expect(compareEntry(entry(), sentPayment(state), HERE)).toEqual([]);
  });

  it.each(['not_delivered', 'rejected'] as const)('that left contradicts a call that is %s', (state) => {
    const fault = { type: 'status', expected: 'pending', actual: 'booked' };
    expect(compareEntry(entry(), sentPayment(state), HERE)).toEqual([fault]);
  });

  it.each(['pending', 'submitted', 'settled', 'returned'] as const)(
    'contradicts at a partner that has left a payment which is %s, whichever way the money went',
    (status) => {
      const dispatch = dispatchIn('delivered', { attempt: 2, partnerId: 'ptn_2' });
      const gone = takenPayment(status, { partnerId: 'ptn_2', dispatch });
      const fault = { type: 'partner', expected: 'ptn_2', actual: 'ptn_1' };
      expect(compareEntry(entry(), gone, HERE)).toEqual([fault]);
      expect(compareEntry(entry(), gone, { ...HERE, partnerId: 'ptn_2' })).toEqual([]);
      expect(compareEntry(entry({ isReturn: true, direction: 'credit' }), gone, HERE)).toContainEqual(fault);
    },
  );

  it('contradicts at the partner that a payment is about to go from', () => {
    const { partnerId } = NEXT;
    const types = compareEntry(entry(), sentPayment('rejected', { partnerId }), HERE).map(({ type }) => type);
    expect(types).toEqual(['partner', 'status']);
  });

  it.each([
    [{ amount: '1250.49' }, { type: 'amount', expected: '1250.5', actual: '1250.49' }],
    [
      { currency: 'EUR', amount: '1' },
      { type: 'currency', expected: 'USD', actual: 'EUR' },
    ],
    [{ direction: 'credit' as const }, { type: 'direction', expected: 'debit', actual: 'credit' }],
  ])('contradicts by %j', (overrides, fault) => {
    expect(compareEntry(entry(overrides), takenPayment('settled'), HERE)).toEqual([fault]);
  });

  it('names all that contradicts', () => {
    const types = compareEntry(entry({ amount: '1', direction: 'credit' }), takenPayment('failed'), HERE).map(
      ({ type }) => type,
    );
    expect(types).toEqual(['amount', 'direction', 'status']);
  });

  it('that came back goes with a returned payment, whatever its amount', () => {
    const back = entry({ isReturn: true, direction: 'credit', amount: '1' });
    expect(compareEntry(back, takenPayment('returned'), HERE)).toEqual([]);
    expect(compareEntry(back, takenPayment('settled'), HERE)).toEqual([
      { type: 'status', expected: 'settled', actual: 'returned' },
    ]);
    expect(compareEntry({ ...back, direction: 'debit' }, takenPayment('returned'), HERE)).toEqual([
      { type: 'direction', expected: 'credit', actual: 'debit' },
    ]);
  });
});

describe('what an entry does to its payment', () => {
  const place = { partnerId: 'ptn_1', file: 'f', position: 1, otherReferences: new Set<string>() };
  const facts = { statementId: 'stm_1', place, expected: EXPECTED, isRepeated: false, isByPayeeReference: false };
  const decide = (overrides: Partial<StatementEntry>) =>
    decideStatementEntry(takenPayment('settled'), entry(overrides), facts, AT);

  it('is a booking that is kept where it confirms, and nothing where it is not booked yet', () => {
    expect(decide({})).toMatchObject({ result: 'confirmed', change: { bookings: [{ kind: 'debit' }], cases: [] } });
    expect(decide({ isBooked: false, amount: '1' })).toEqual({ result: 'not_booked', change: null });
  });

  it('is a case where the bank booked the same movement before', () => {
    const { change } = decide({});
    const state = takenPayment('settled', { bookings: change?.bookings ?? [] });
    const second = { ...facts, place: { ...place, position: 2 } };
    const decision = decideStatementEntry(state, entry(), second, AT);
    const { bookings = [], proof = null } = decision.change ?? {};
    const told = takenPayment('settled', { bookings, proof });
    expect(decideStatementEntry(told, entry(), second, AT)).toEqual({ result: 'contradicted', change: null });
    expect(decision).toMatchObject({
      result: 'contradicted',
      change: {
        cases: [{ detail: { discrepancies: [{ type: 'repeated', expected: 'booked once', actual: 'booked again' }] } }],
      },
    });
  });

  it('is nothing where a reference of the payee alone names the payment', () => {
    const decideBy = (overrides: Partial<StatementEntry>, isRepeated = false) =>
      decideStatementEntry(
        takenPayment('settled'),
        entry(overrides),
        { ...facts, isRepeated, isByPayeeReference: true },
        AT,
      );
    expect(decideBy({})).toEqual({ result: 'confirmed', change: null });
    expect(decideBy({ amount: '1' })).toEqual({ result: 'unmatched', change: null });
    expect(decideBy({}, true)).toEqual({ result: 'unmatched', change: null });
  });

  describe('that its partner is known not to have', () => {
    const decideSent = (state: DispatchState, overrides: Partial<StatementEntry> = {}) =>
      decideStatementEntry(sentPayment(dispatchIn(state, { sends: 2, deniedAt: AT })), entry(overrides), facts, AT);

    it('makes it doubtful whether it arrived, and opens a case', () => {
      expect(decideSent('not_delivered')).toMatchObject({
        result: 'contradicted',
        change: {
          plan: { status: 'pending', history: [], events: [] },
          dispatch: { kind: 'update', state: 'unknown', sends: 2, fault: 'its bank has booked it', deniedAt: null },
          cases: [{ kind: 'statement_contradicts' }],
        },
      });
    });

    it.each([{ direction: 'credit' as const }, { isReturn: true }, { isReturn: true, direction: 'credit' as const }])(
      'leaves it as it is where %j',
      (overrides) => {
        const { result, change } = decideSent('not_delivered', overrides);
        expect([result, change?.dispatch]).toEqual(['contradicted', undefined]);
      },
    );

    it('says nothing of the partner that has it now', () => {
      const dispatch = dispatchIn('not_delivered', { attempt: 2, partnerId: NEXT.partnerId });
      const gone = sentPayment(dispatch, { partnerId: NEXT.partnerId });
      const { result, change } = decideStatementEntry(gone, entry(), facts, AT);
      expect([result, change?.dispatch]).toEqual(['contradicted', undefined]);
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
            detail: {
              current: 'settled',
              partnerId: 'ptn_1',
              statementId: 'stm_1',
              line: 3,
              discrepancies: [{ type: 'amount' }],
            },
          },
        ],
      },
    });
  });
});
