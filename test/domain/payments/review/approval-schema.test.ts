import { ApprovalRequest, ApprovalRuleInput } from '../../../../domain/payments/review/approval-schema';

/** Source: docs/GAPS.md#P17 */
describe('a rule of approvals', () => {
  const parse = (changes: object) =>
    ApprovalRuleInput.safeParse({ amount: 10_000, currency: 'EUR', approvals: 2, ...changes });

  it.each([
    [10_000, 'EUR', 2],
    [0, 'JPY', 1],
    [0.001, 'KWD', 3],
  ])('of more than %d %s needs %d', (amount, currency, approvals) => {
    expect(parse({ amount, currency, approvals }).data).toEqual({ above: { amount, currency }, approvals });
  });

  it.each([
    ['amount', { amount: -1 }],
    ['amount', { amount: 0.5, currency: 'JPY' }],
    ['amount', { amount: 1e15 }],
    ['currency', { currency: 'XXX' }],
    ['approvals', { approvals: 0 }],
    ['approvals', { approvals: 4 }],
    ['approvals', { approvals: 1.5 }],
  ])('is refused for its %s: %j', (field, changes) => {
    expect(parse(changes).error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });
});

describe('an approval', () => {
  const hash = '0123456789abcdef'.repeat(4);

  it('names a hash and a decision', () => {
    expect(ApprovalRequest.safeParse({ hash, decision: 'reject' }).success).toBe(true);
  });

  it.each([
    ['hash', { hash: hash.toUpperCase() }],
    ['hash', { hash: hash.slice(1) }],
    ['hash', { hash: `${hash}0` }],
    ['decision', { decision: 'perhaps' }],
    ['comment', { comment: 'x'.repeat(501) }],
  ])('is refused for its %s', (field, changes) => {
    const { error } = ApprovalRequest.safeParse({ hash, decision: 'approve', ...changes });
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });
});
