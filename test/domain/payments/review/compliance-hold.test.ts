import { isHeldForReview } from '../../../../domain/payments/review/compliance-hold';

it('a person has to look while the hold is in review', () => {
  const decided = { reason: 'another person', by: 'usr_1', at: '2026-11-20T10:00:00.000Z' };
  expect(isHeldForReview({ state: 'review' })).toBe(true);
  expect(isHeldForReview({ state: 'released', ...decided })).toBe(false);
  expect(isHeldForReview({ state: 'rejected', ...decided })).toBe(false);
  expect(isHeldForReview(null)).toBe(false);
});
