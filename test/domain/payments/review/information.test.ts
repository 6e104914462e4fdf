import { informationStatus } from '../../../../domain/payments/review/information';

/** Source: docs/GAPS.md#information */
describe('where a question of a review stands', () => {
  const [asked, answered] = [{ answeredAt: null }, { answeredAt: '2026-11-20T09:00:00.000Z' }];

  it.each([
    ['open', asked, 'pending', 'compliance_review'],
    ['closed', asked, 'pending', 'value_date'],
    ['closed', asked, 'failed', null],
    ['closed', asked, 'failed', 'compliance_review'],
    ['answered', answered, 'pending', 'compliance_review'],
    ['answered', answered, 'submitted', null],
  ] as const)('is %s', (expected, request, status, waitingReason) => {
    expect(informationStatus(request, { status, waitingReason })).toBe(expected);
  });
});
