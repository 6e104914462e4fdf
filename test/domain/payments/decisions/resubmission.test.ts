import {
  checkResubmittable,
  decideResubmitted,
  type OpenCase,
  type Resubmittable,
} from '../../../../domain/payments/decisions/resubmission';
import { PAYMENT_STATUSES } from '../../../../domain/payments/instruction/status';
import { AT, takenPayment } from '../../../support/payment-states';

const AGAIN = ['failed', 'cancelled', 'returned'] as const;

const failed = (overrides: Partial<Resubmittable> = {}): Resubmittable => ({
  status: 'failed',
  isInstructedAgain: false,
  cases: [],
  isWithPayee: false,
  ...overrides,
});
const caseOf = (kind: OpenCase['kind'], number = 1): OpenCase => ({
  id: `case_${number}`,
  kind,
  instructionId: `instr_${number}`,
});

/** Source: docs/GAPS.md#resubmission */
describe('instructing again', () => {
  it.each(AGAIN)('a payment that is %s is allowed', (status) => {
    expect(() => checkResubmittable(failed({ status }))).not.toThrow();
  });

  it.each(PAYMENT_STATUSES.filter((status) => !AGAIN.some((one) => one === status)))(
    'a payment that is %s would pay twice',
    (status) => {
      expect(() => checkResubmittable(failed({ status }))).toThrow(
        expect.objectContaining({
          code: 'INVALID_TRANSITION',
          message: `An instruction that is ${status} cannot be resubmitted.`,
          extra: { current: status, allowed: [] },
        }) as Error,
      );
    },
  );

  it.each([
    'conflicting_report',
    'conflicting_settlement',
    'partner_continues',
    'stop_refused',
    'conflicting_submission',
    'earlier_partner',
    'statement_contradicts',
    'given_up',
  ] as const)('a payment with an open case of %s could pay twice, and the case is named', (kind) => {
    expect(() => checkResubmittable(failed({ cases: [caseOf('return_mismatch'), caseOf(kind, 2)] }))).toThrow(
      expect.objectContaining({
        code: 'INVALID_TRANSITION',
        message: 'This payment may have been paid: it can be resubmitted once its open cases are closed.',
        details: [
          {
            field: 'instructionId',
            code: kind,
            message: expect.stringMatching(/^case_2 is open about instr_2: /) as string,
          },
        ],
        extra: { current: 'failed', allowed: [] },
      }) as Error,
    );
  });

  it.each(['return_mismatch', 'reconciliation_mismatch', 'listed_beneficiary'] as const)(
    'a payment with an open case of %s is allowed: it does not say that money went',
    (kind) => {
      expect(() => checkResubmittable(failed({ status: 'returned', cases: [caseOf(kind)] }))).not.toThrow();
    },
  );

  it('leaves a second one to the refusal that names the first', () => {
    const cases = [caseOf('partner_continues')];
    expect(() => checkResubmittable(failed({ isInstructedAgain: true, cases }))).not.toThrow();
  });

  it('links the first new payment, and no later one', () => {
    const payment = takenPayment('failed');
    expect(decideResubmitted(payment, 'instr_2', AT)).toMatchObject({
      result: null,
      change: { at: AT, resubmittedAs: 'instr_2', plan: { status: 'failed', history: [], events: [] } },
    });
    expect(decideResubmitted({ ...payment, resubmittedAs: 'instr_2' }, 'instr_3', AT).change).toBeNull();
  });
});
