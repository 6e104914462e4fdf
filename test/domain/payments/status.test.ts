import { isOutcome, PAYMENT_STATUSES } from '../../../domain/payments/status';

it('nothing but a return can follow an outcome', () => {
  expect(PAYMENT_STATUSES.filter(isOutcome)).toEqual(['settled', 'failed', 'cancelled', 'returned']);
});
