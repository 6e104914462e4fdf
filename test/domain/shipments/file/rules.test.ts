import { ruleOf, TOPICS } from '../../../../domain/shipments/file/rules';

describe('the rules', () => {
  it('have a severity each', () => {
    expect(TOPICS.length).toBeGreaterThanOrEqual(20);
    expect(TOPICS.every((topic) => ['info', 'warning', 'error'].includes(ruleOf(topic).severity))).toBe(true);
  });

  it('let codes have fewer digits, and a part of the goods be named', () => {
    const { agree } = ruleOf('hs_codes');
    expect(agree?.(['610910', '610510'], ['6109'])).toBe(true);
    expect(agree?.(['610910'], ['610510'])).toBe(false);
  });

  it('let a payment come early, and not late', () => {
    const { agree } = ruleOf('payment_date');
    expect([agree?.('2026-03-15', '2026-03-15'), agree?.('2026-03-15', '2026-03-16')]).toEqual([true, false]);
  });
});
