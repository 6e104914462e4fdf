import { decideDetailsConfirmed } from '../../../../domain/payments/decisions/beneficiary-hold';
import { decideDispatch } from '../../../../domain/payments/decisions/dispatch';
import { decideWaiting } from '../../../../domain/payments/decisions/waiting';
import { sentPayment, unsentPayment } from '../../../support/payment-states';

const AT = new Date('2026-11-20T12:00:00Z');
const LATER = new Date('2026-11-23T12:00:00Z');
const LATEST = new Date('2026-11-30T12:00:00Z');
const TO = { partnerId: 'ptn_1' };
const held = unsentPayment({ beneficiaryHeldUntil: LATER });

describe('a payment to changed bank details', () => {
  it('is not sent before they are confirmed or old enough', () => {
    expect(decideDispatch(held, TO, AT)).toEqual({
      result: { kind: 'held', because: 'beneficiary_changed', until: LATER },
      change: null,
    });
    expect(decideDispatch(held, TO, LATER).result.kind).toBe('send');
    expect(decideDispatch(unsentPayment(), TO, AT).result.kind).toBe('send');
    const back = sentPayment('not_delivered', { beneficiaryHeldUntil: LATER });
    expect(decideDispatch(back, TO, AT).result.kind).toBe('held');
  });

  it('is still asked about where a call may have left', () => {
    expect(decideDispatch(sentPayment('unknown', { beneficiaryHeldUntil: LATER }), TO, AT).result.kind).toBe(
      'ambiguous',
    );
  });

  it('says that it waits for that, whatever else is in the way', () => {
    for (const reason of ['engine_busy', 'partner_outage', 'beneficiary_changed'] as const) {
      expect(decideWaiting(held, reason, AT).change).toMatchObject({ waitingReason: 'beneficiary_changed' });
    }
    const review = { ...held, complianceHold: { state: 'review' } as const };
    expect(decideWaiting(review, 'beneficiary_changed', AT).change).toMatchObject({
      waitingReason: 'compliance_review',
    });
    expect(
      decideWaiting(sentPayment('unknown', { beneficiaryHeldUntil: LATER }), 'partner_slow', AT).change,
    ).toMatchObject({
      waitingReason: 'partner_slow',
    });
  });

  it('says that it waits for its value date where that is later', () => {
    const dated = (releaseAt: Date) => decideWaiting({ ...held, releaseAt }, 'value_date', AT).change;
    expect(dated(LATEST)).toMatchObject({ waitingReason: 'value_date' });
    expect(dated(new Date(AT.getTime() + 1))).toMatchObject({ waitingReason: 'beneficiary_changed' });
  });

  it('says so no more once nothing holds it', () => {
    expect(decideWaiting(held, 'beneficiary_changed', LATER)).toEqual({ result: null, change: null });
    expect(decideWaiting(unsentPayment(), 'beneficiary_changed', AT)).toEqual({ result: null, change: null });
  });
});

describe('a confirmation', () => {
  const waiting = unsentPayment({ waitingReason: 'beneficiary_changed' });

  it('tells the payments that waited for it', () => {
    expect(decideDetailsConfirmed(waiting, AT)).toMatchObject({
      result: true,
      change: { waitingReason: 'engine_busy', messages: [{ topic: 'changed', retry: true }] },
    });
    expect(decideDetailsConfirmed({ ...waiting, releaseAt: LATER }, AT)).toMatchObject({
      change: { waitingReason: 'value_date', messages: [{ retry: false }] },
    });
  });

  it('leaves others as they are', () => {
    const others = [
      unsentPayment({ waitingReason: 'compliance_review' }),
      { ...waiting, beneficiaryHeldUntil: LATER },
      { ...waiting, status: 'cancelled' as const },
    ];
    for (const state of others) expect(decideDetailsConfirmed(state, AT)).toEqual({ result: false, change: null });
  });
});
