import { DecisionRequest, ScreeningRequest } from '../../../domain/payments/operator-schema';

const takes = (body: object): boolean => DecisionRequest.safeParse(body).success;

describe('a decision of an operator', () => {
  it.each(['delivered', 'never_received', 'try_now', 'give_up'])('may be %s, with a reason', (decision) => {
    expect([takes({ decision, reason: 'by phone' }), takes({ decision }), takes({ decision, reason: '  ' })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('names a reference of the partner only where the partner has the payment', () => {
    const body = { reason: 'by phone', partnerReference: 'P-1' };
    expect(takes({ ...body, decision: 'delivered' })).toBe(true);
    expect(DecisionRequest.safeParse({ ...body, decision: 'give_up' }).error?.issues).toMatchObject([
      { path: ['partnerReference'], message: 'goes with delivered alone', params: { code: 'not_applicable' } },
    ]);
  });

  it('has a reason of 500 characters at most, and a reference of 140', () => {
    const body = (reason: number, reference: number) => ({
      decision: 'delivered',
      reason: 'r'.repeat(reason),
      partnerReference: 'p'.repeat(reference),
    });
    expect([takes(body(500, 140)), takes(body(501, 140)), takes(body(500, 141)), takes(body(500, 0))]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

it('a decision about a hold is to release it or to reject it', () => {
  const takesHold = (decision: string) => ScreeningRequest.safeParse({ decision, reason: 'another person' }).success;
  expect([takesHold('release'), takesHold('reject'), takesHold('wait')]).toEqual([true, true, false]);
});
