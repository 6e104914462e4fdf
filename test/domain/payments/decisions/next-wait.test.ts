import { waitForPeople, nextWait } from '../../../../domain/payments/decisions/next-wait';
import { approvalOf, AT, unsentPayment } from '../../../support/payment-states';

const LATER = new Date(AT.getTime() + 1);
const review = { complianceHold: { state: 'review' } } as const;

/** Source: docs/GAPS.md#P17 */
describe('what people have to decide before a payment is sent', () => {
  it.each([
    ['nothing', {}, null],
    ['a review', review, 'compliance_review'],
    ['approvals', { approval: approvalOf() }, 'approval'],
    ['both: the review is shown', { ...review, approval: approvalOf() }, 'compliance_review'],
    ['nothing once it is approved', { approval: approvalOf({ state: 'approved' }) }, null],
  ])('%s', (_what, holds, expected) => {
    expect(waitForPeople(unsentPayment(holds))).toBe(expected);
  });

  it('comes before its value date, which comes before its turn', () => {
    expect(nextWait(unsentPayment({ approval: approvalOf(), releaseAt: LATER }), AT)).toBe('approval');
    expect(nextWait(unsentPayment({ releaseAt: LATER }), AT)).toBe('value_date');
    expect(nextWait(unsentPayment({ releaseAt: AT }), AT)).toBe('engine_busy');
    expect(nextWait(unsentPayment(), AT)).toBe('engine_busy');
  });
});
