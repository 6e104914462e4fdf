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
    expect(range('20')).toEqual({ atLeast: 1_300, atMost: 1_300, because: [] });
  });

  it('leave what is open out of the lower one, and its VAT too', () => {
    expect(range('20', open(100, true))).toEqual({ atLeast: 1_300, atMost: 1_420, because: ['it may be due'] });
    expect(range('20', open(100))).toMatchObject({ atLeast: 1_300, atMost: 1_400 });
  });

  it('have no upper one where an amount or the VAT has none', () => {
    expect(range('20', open(100), open(null))).toMatchObject({ atLeast: 1_300, atMost: null });
    expect(range(null)).toEqual({ atLeast: 1_100, atMost: null, because: ['VAT is not known'] });
  });
});
