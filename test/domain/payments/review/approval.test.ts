import { awaitsApproval } from '../../../../domain/payments/review/approval';
import { approvalOf } from '../../../support/payment-states';

/** Source: docs/GAPS.md#P17 */
describe('a payment that waits for approvals', () => {
  it.each([
    ['waiting', true],
    ['approved', false],
    ['rejected', false],
    ['expired', false],
  ] as const)('is one whose approvals are %s: %s', (state, expected) => {
    expect(awaitsApproval(approvalOf({ state }))).toBe(expected);
  });

  it('is none that needs no approval', () => {
    expect(awaitsApproval(null)).toBe(false);
  });
});
