import { checkResubmittable, decideResubmitted } from '../../../../domain/payments/decisions/resubmission';
import { PAYMENT_STATUSES } from '../../../../domain/payments/status';
import { AT, takenPayment } from '../../../support/payment-states';

const AGAIN = ['failed', 'cancelled', 'returned'] as const;

/** Source: docs/GAPS.md#resubmission */
describe('instructing again', () => {
  it.each(AGAIN)('a payment that is %s is allowed', (status) => {
    expect(() => checkResubmittable(status)).not.toThrow();
  });

  it.each(PAYMENT_STATUSES.filter((status) => !AGAIN.some((one) => one === status)))(
    'a payment that is %s would pay twice',
    (status) => {
      expect(() => checkResubmittable(status)).toThrow(
        expect.objectContaining({
          code: 'INVALID_TRANSITION',
          message: `An instruction that is ${status} cannot be instructed again.`,
          extra: { current: status, allowed: [] },
        }) as Error,
      );
    },
  );

  it('links the first new payment, and no later one', () => {
    const failed = takenPayment('failed');
    expect(decideResubmitted(failed, 'instr_2', AT)).toMatchObject({
      result: null,
      change: { at: AT, resubmittedAs: 'instr_2', plan: { status: 'failed', history: [], events: [] } },
    });
    expect(decideResubmitted({ ...failed, resubmittedAs: 'instr_2' }, 'instr_3', AT).change).toBeNull();
  });
});
