import { currencyDigits } from '../../domain/money';
import { withdrawnMessage } from '../../domain/withdrawn-currencies';
import { WITHDRAWN_CURRENCIES } from '../../domain/facts/withdrawn';

/** Source: docs/GAPS.md#G6 */
describe('a currency that has ended', () => {
  it.each([
    ['BGN', '2025-12-31', '2026-01-01', 'EUR'],
    ['HRK', '2022-12-31', '2023-01-01', 'EUR'],
    ['ANG', '2025-03-30', '2025-03-31', 'XCG'],
  ])('%s can be paid on %s, and not on %s: its successor is %s', (code, lastDay, next, successor) => {
    expect(withdrawnMessage(code, lastDay)).toBeNull();
    expect(withdrawnMessage(code, next)).toBe(
      `is withdrawn: the last day of ${code} was ${lastDay}, its successor is ${successor}`,
    );
  });

  it.each(['EUR', 'XCG', 'CUP', 'SLE', 'USD'])('%s has not', (code) => {
    expect(withdrawnMessage(code, '2026-11-24')).toBeNull();
  });

  it('has a successor that one can pay in, and is named by the list of historic currencies', () => {
    for (const { key, value, from, source } of WITHDRAWN_CURRENCIES.facts) {
      expect(source).toContain('ISO 4217, list three');
      if (from === null) continue;
      const successor = value?.successor ?? '';
      expect([key, currencyDigits(successor) !== null, withdrawnMessage(successor, '2999-12-31')]).toEqual([
        key,
        true,
        null,
      ]);
    }
  });
});
