import {
  decideCancellation,
  decideCancellationAnswer,
  type CancellationAnswer,
} from '../../../../domain/payments/decisions/cancellation';
import type { Cancellation, PaymentState } from '../../../../domain/payments/instruction/state';
import { AT, dispatchIn, reportOf, sentPayment, takenPayment, unsentPayment } from '../../../support/payment-states';

const audit = { actor: 'key_1', act: 'payment.cancel', requestId: 'req_1', detail: {} };
const cancel = (state: PaymentState) => decideCancellation(state, { reason: 'changed plans', at: AT, audit });

const REQUESTED: Cancellation = { status: 'requested', reason: 'changed plans', requestedAt: AT.toISOString() };

/** Source: docs/GAPS.md#P7 */
describe('a cancellation that the client asks for', () => {
  it.each([
    ['was never sent', unsentPayment()],
    ['provably was not delivered', sentPayment('not_delivered')],
    ['was rejected', sentPayment('rejected')],
  ])('cancels at once a payment that %s', (_name, state) => {
    const { result, change } = cancel(state);
    const cancellation = { ...REQUESTED, status: 'cancelled' };
    expect(result).toEqual({ status: 'cancelled', cancellation });
    expect(change).toMatchObject({
      plan: { disposition: 'applied', previousStatus: 'pending', status: 'cancelled' },
      at: AT,
      cancellation,
      messages: [{ topic: 'changed', disposition: 'applied', reportId: null }],
      audit,
    });
    expect(change?.plan.history).toMatchObject([
      { status: 'cancelled', effectiveAt: AT, message: 'Cancelled by the client' },
    ]);
    expect(change?.plan.events).toEqual([{ status: 'cancelled', previousStatus: null, sequence: 1 }]);
  });

  it.each([
    ['in a call', sentPayment('sending')],
    ['in doubt', sentPayment('unknown')],
    ['reported on, while no dispatch is on record', unsentPayment({ isClaimed: true })],
    ['submitted', takenPayment('submitted')],
    ['accepted', takenPayment('accepted')],
  ])('asks the partner of a payment that is %s, whose word decides', (_name, state) => {
    const { result, change } = cancel(state);
    expect(result).toEqual({ status: state.status, cancellation: REQUESTED });
    expect(change).toMatchObject({ at: AT, cancellation: REQUESTED, messages: [{ topic: 'cancel' }], audit });
    expect(change?.plan).toMatchObject({ status: state.status, history: [], events: [] });
  });

  it.each(['processing', 'settled', 'failed', 'cancelled', 'returned'] as const)(
    'is refused once it is %s',
    (status) => {
      expect(() => cancel(takenPayment(status))).toThrow(
        expect.objectContaining({
          code: 'CANCELLATION_NOT_ALLOWED',
          message: `An instruction that is ${status} cannot be cancelled.`,
          extra: { current: status },
        }),
      );
    },
  );

  it('is refused for a payment that failed because its partner rejected it', () => {
    expect(() => cancel(sentPayment('rejected', { status: 'failed' }))).toThrow('failed cannot be cancelled');
  });

  it.each(['requested', 'cancelled', 'refused'] as const)('is answered as the first time when it is %s', (status) => {
    const cancellation: Cancellation = { status, reason: 'the first', requestedAt: '2026-11-20T09:00:00.000Z' };
    expect(cancel(takenPayment('processing', { cancellation }))).toEqual({
      result: { status: 'processing', cancellation },
      change: null,
    });
  });
});

describe('the answer of a partner that was asked to cancel', () => {
  const yes: CancellationAnswer = { kind: 'cancelled', report: reportOf('cancelled', { kind: 'cancellation' }) };
  const no: CancellationAnswer = { kind: 'refused', partnerId: 'ptn_1', message: 'too late' };
  const answer = (state: PaymentState, said: CancellationAnswer) => decideCancellationAnswer(state, said, AT).change;
  const moved = { partnerId: 'ptn_2', dispatch: dispatchIn('delivered', { attempt: 2, partnerId: 'ptn_2' }) };

  it('cancels with a yes', () => {
    const change = answer(takenPayment('accepted', { cancellation: REQUESTED }), yes);
    expect(change).toMatchObject({
      plan: { status: 'cancelled', disposition: 'applied' },
      report: { kind: 'cancellation' },
    });
    expect(change?.cancellation).toBeUndefined();
  });

  it('ends the wish of the client when a yes comes too late', () => {
    const change = answer(takenPayment('settled', { cancellation: REQUESTED }), yes);
    expect(change).toMatchObject({
      plan: { status: 'settled', disposition: 'conflicting' },
      cancellation: { status: 'refused' },
    });
    expect(answer(takenPayment('settled'), yes)?.cancellation).toBeUndefined();
  });

  it('changes nothing when it is repeated', () => {
    const repeat = {
      id: 'rep_0',
      bodyHash: 'hash',
      status: 'cancelled' as const,
      disposition: 'applied' as const,
      recordedAt: AT,
    };
    expect(answer(takenPayment('accepted', { cancellation: REQUESTED, repeat }), yes)).toBeNull();
  });

  it('leaves the wish open when a partner says yes that the payment has left', () => {
    const change = answer(takenPayment('accepted', { cancellation: REQUESTED, ...moved }), yes);
    expect(change?.plan.disposition).toBe('stale');
    expect(change?.cancellation).toBeUndefined();
  });

  it('ends the wish of the client with a no', () => {
    const state = takenPayment('accepted', { cancellation: REQUESTED });
    const change = answer(state, no);
    expect(change).toMatchObject({
      at: AT,
      cancellation: { status: 'refused' },
      plan: { status: 'accepted', events: [] },
    });
    expect(change?.cases).toBeUndefined();
  });

  it.each(['failed', 'cancelled'] as const)('opens a case with a no when the payment is %s here', (status) => {
    const change = answer(takenPayment(status), no);
    const detail = { current: status, reported: 'processing', message: 'too late' };
    expect(change?.cases).toEqual([{ kind: 'stop_refused', reportId: null, detail }]);
    expect(change?.plan.status).toBe(status);
  });

  it('means nothing with a no of the partner that had failed it meanwhile; one that had not is a case', () => {
    const cancellation: Cancellation = { ...REQUESTED, status: 'refused' };
    expect(answer(takenPayment('failed', { cancellation, endedByPartnerAt: AT }), no)).toBeNull();
    expect(answer(takenPayment('failed', { cancellation }), no)?.cases).toHaveLength(1);
  });

  it('means nothing with a no that crosses the own word of the partner that it has cancelled', () => {
    const cancellation: Cancellation = { ...REQUESTED, status: 'cancelled' };
    expect(answer(takenPayment('cancelled', { cancellation, endedByPartnerAt: AT }), no)).toBeNull();
    expect(answer(takenPayment('cancelled', { cancellation }), no)?.cases).toHaveLength(1);
    expect(answer(takenPayment('cancelled', { endedByPartnerAt: AT }), no)?.cases).toHaveLength(1);
  });

  it('means nothing with a no that nobody waits for', () => {
    const refused: Cancellation = { ...REQUESTED, status: 'refused' };
    expect(answer(takenPayment('settled', { cancellation: refused }), no)).toBeNull();
    expect(answer(takenPayment('accepted'), no)).toBeNull();
  });

  it('opens a case with the no of a partner that the payment has left, and the wish stays open', () => {
    const change = answer(takenPayment('accepted', { cancellation: REQUESTED, ...moved }), no);
    const detail = {
      current: 'accepted',
      reported: 'processing',
      kind: 'cancellation',
      partnerId: 'ptn_1',
      message: 'too late',
    };
    expect(change?.cases).toEqual([{ kind: 'earlier_partner', reportId: null, detail }]);
    expect(change?.cancellation).toBeUndefined();
  });
});
