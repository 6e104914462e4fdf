import {
  awaitsPayeeDecision,
  payeeCheckIn,
  payeeCheckResult,
  type PayeeCheck,
} from '../../../../domain/payments/review/payee-check';

/** Source: docs/GAPS.md#P24 */
describe('what a bank says of the name of a payee', () => {
  it.each([
    ['RCVC', 'match'],
    ['RVMC', 'close_match'],
    ['RVNM', 'no_match'],
    ['RVNA', 'not_possible'],
    ['close_match', 'close_match'],
    ['RVCM', null],
    ['toString', null],
    [7, null],
  ])('%s is %s', (text, result) => expect(payeeCheckResult(text)).toBe(result));

  it('is read from an answer, as far as it can be read', () => {
    const name = 'x'.repeat(200);
    const said = { result: 'RVMC', suggestedName: name };
    expect(payeeCheckIn({ payeeCheck: said })).toEqual({ result: 'close_match', suggestedName: name.slice(0, 140) });
    expect(payeeCheckIn({ payeeCheck: { result: 'match', suggestedName: 7 } })).toEqual({ result: 'match' });
    for (const other of [null, 'RVMC', {}, { payeeCheck: null }, { payeeCheck: { result: {} } }]) {
      expect(payeeCheckIn(other)).toBeUndefined();
    }
    for (const unknown of ['perhaps', { result: 'perhaps' }]) {
      expect(payeeCheckIn({ payeeCheck: unknown })).toEqual({ result: 'perhaps' });
    }
    expect(payeeCheckIn({ payeeCheck: 'DE89370400440532013000' })).toEqual({ result: 'a text' });
  });

  it('waits for a person while it is pending', () => {
    const check: PayeeCheck = {
      ...{ result: 'no_match', source: 'report', at: '2026-11-20T10:00:00.000Z', nameId: null },
      ...{ decision: 'pending', expiresAt: '2026-11-21T10:00:00.000Z', decidedAt: null },
    };
    expect([check, { ...check, decision: 'released' as const }, null].map(awaitsPayeeDecision)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
