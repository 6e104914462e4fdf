import { isContradicted } from '../../../../domain/payments/review/contradiction';

const FOUND = { run: 'run_1', status: null, at: '2026-11-20T10:00:00.000Z' };

/** Source: docs/GAPS.md#P21 */
it('keeps a payment until a person has decided', () => {
  expect(isContradicted({ contradiction: null })).toBe(false);
  expect(isContradicted({ contradiction: { ...FOUND, state: 'open' } })).toBe(true);
  expect(isContradicted({ contradiction: { ...FOUND, state: 'decided' } })).toBe(false);
});
