import { partnerAsks } from '../../../../domain/payments/dispatch/partner-asks';
import { PAYMENT_STATUSES, SENT_STATUSES } from '../../../../domain/payments/instruction/status';

const GIVEN = { cancellation: null, hasConfirmation: false, reconciliation: null } as const;
const OUTCOME = 'Report the outcome: settled, failed or cancelled.';

it.each(PAYMENT_STATUSES)('a payment that is %s waits for an outcome only while its partner has it', (status) => {
  expect(partnerAsks({ ...GIVEN, status }).includes(OUTCOME)).toBe(SENT_STATUSES.includes(status));
});

it('a wanted cancellation comes first, and only while nothing is decided', () => {
  const cancellation = { status: 'requested' } as const;
  expect(partnerAsks({ ...GIVEN, status: 'accepted', cancellation })).toEqual([
    expect.stringMatching(/^Cancel the payment if you still can/),
    OUTCOME,
  ]);
  expect(partnerAsks({ ...GIVEN, status: 'accepted', cancellation: { status: 'refused' } })).toEqual([OUTCOME]);
  expect(partnerAsks({ ...GIVEN, status: 'cancelled', cancellation })).toEqual([]);
});

it('a settlement is confirmed with figures, and figures that differ are compared', () => {
  expect(partnerAsks({ ...GIVEN, status: 'settled' })).toEqual([expect.stringMatching(/^Confirm the settlement/)]);
  const confirmed = { ...GIVEN, status: 'settled', hasConfirmation: true } as const;
  expect(partnerAsks(confirmed)).toEqual([]);
  expect(partnerAsks({ ...confirmed, reconciliation: { status: 'matched' } })).toEqual([]);
  expect(partnerAsks({ ...confirmed, reconciliation: { status: 'mismatched' } })).toHaveLength(1);
  expect(partnerAsks({ ...GIVEN, status: 'failed' })).toEqual([]);
});
