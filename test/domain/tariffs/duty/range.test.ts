import { Exact } from '../../../../domain/money';
import { rangeOf, type OpenAmount } from '../../../../domain/tariffs/duty/range';

const open = (most: number | null, isTaxed = false): OpenAmount => ({
  because: 'it may be due',
  most: most === null ? null : new Exact(most),
  isTaxed,
});
const range = (vatPercent: string | null, ...amounts: OpenAmount[]) =>
  rangeOf({ certain: new Exact(1_100), taxed: new Exact(1_000), vatPercent, open: amounts, digits: 2 });

/** Worked by hand. Source: docs/GAPS.md#H9 */
describe('the bounds of a sum', () => {
  it('are the sum itself where nothing is open', () => {
    expect(range('20')).toEqual({ total: 1_300, atLeast: 1_300, atMost: 1_300, because: [] });
  });

  it('leave what is open out of the lower one, and its VAT too', () => {
    expect(range('20', open(100, true))).toEqual({
      total: null,
      atLeast: 1_300,
      atMost: 1_420,
      because: ['it may be due'],
    });
    expect(range('20', open(100))).toMatchObject({ atLeast: 1_300, atMost: 1_400 });
  });

  it('go below what is stated where less may be due, with its VAT', () => {
    const lower = { ...open(50, true), least: new Exact(-100) };
    // 1,000 and 180 of VAT; 1,150 and 210.
    expect(range('20', lower)).toMatchObject({ total: null, atLeast: 1_180, atMost: 1_360 });
  });

  it('have no upper one where an amount or the VAT has none', () => {
    expect(range('20', open(100), open(null))).toMatchObject({ atLeast: 1_300, atMost: null });
    expect(range(null)).toEqual({ total: null, atLeast: 1_100, atMost: null, because: ['VAT is not known'] });
  });
});
