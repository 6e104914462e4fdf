import { currencyDigits } from '../../domain/money';
import { withdrawnMessage } from '../../domain/withdrawn-currencies';
import FACTS from '../../domain/withdrawn-currencies.json';

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

  it('has a successor that one can pay in, a source and the day on which that was looked at', () => {
    for (const { code, lastDay, successor, source, checkedAt } of FACTS) {
      expect([code, currencyDigits(successor) !== null, withdrawnMessage(successor, '2999-12-31')]).toEqual([
        code,
        true,
        null,
      ]);
      expect([lastDay, checkedAt].every((day) => /^\d{4}-\d\d-\d\d$/.test(day))).toBe(true);
      expect(source).toContain('ISO 4217, list three');
    }
  });
});
