import { isOutcome, PAYMENT_STATUSES } from '../../../../domain/payments/instruction/status';

it('nothing but a return can follow an outcome', () => {
  expect(PAYMENT_STATUSES.filter(isOutcome)).toEqual(['settled', 'failed', 'cancelled', 'returned']);
});
