import { Exact } from '../../../domain/money';
import { deMinimisOf } from '../../../domain/tariffs/de-minimis';

const of = (destination: string, origin: string, date: string, value: number | null, currency?: string) =>
  deMinimisOf({
    destination,
    origin,
    date,
    valueIn: (asked) => (value === null || (currency !== undefined && asked !== currency) ? null : new Exact(value)),
  });

describe('the value below which no duty is charged', () => {
  it.each([
    ['US', 'DE', '2025-08-28', 800, true, 800, 'USD'],
    ['US', 'DE', '2025-08-28', 800.01, false, 800, 'USD'],
    ['US', 'DE', '2016-03-10', 1, true, 800, 'USD'],
    ['US', 'DE', '2025-08-29', 1, false, 0, 'USD'],
    ['US', 'CN', '2025-05-01', 1, true, 800, 'USD'],
    ['US', 'CN', '2025-05-02', 1, false, 0, 'USD'],
    ['US', 'HK', '2025-05-02', 1, false, 0, 'USD'],
    ['DE', 'US', '2026-06-30', 150, true, 150, 'EUR'],
    ['FR', 'US', '2026-06-30', 150.01, false, 150, 'EUR'],
    ['GB', 'US', '2021-01-01', 135, true, 135, 'GBP'],
    ['GB', 'US', '2026-11-20', 135.01, false, 135, 'GBP'],
  ])('of %s for goods of %s on %s, %f: %s', (destination, origin, date, value, dutyWaived, threshold, currency) => {
    expect(of(destination, origin, date, value, currency)).toMatchObject({ dutyWaived, threshold, currency });
  });

  it.each([
    ['US', '2016-03-09'],
    ['DE', '2009-12-31'],
    ['GB', '2020-12-31'],
    ['JP', '2026-01-01'],
  ])('is not known of %s on %s', (destination, date) => {
    expect(of(destination, 'CN', date, 1)).toEqual({ threshold: null, currency: null, dutyWaived: null, source: null });
  });

  it('is not known of the Union since its rule was to change', () => {
    expect(of('DE', 'US', '2026-07-01', 1)).toMatchObject({ threshold: null, currency: 'EUR', dutyWaived: null });
  });

  it('is known where the value is not, but not whether the goods are below it', () => {
    expect(of('GB', 'US', '2026-01-01', null)).toMatchObject({ threshold: 135, dutyWaived: null });
  });

  it.each([
    ['US', 'DE', '2026-01-01', 'Executive Order 14324'],
    ['US', 'CN', '2025-06-01', 'Executive Order 14256'],
    ['US', 'DE', '2024-01-01', '19 U.S.C. 1321'],
    ['DE', 'US', '2024-01-01', 'Regulation (EC) No 1186/2009'],
    ['DE', 'US', '2026-08-01', 'Regulation (EC) No 1186/2009'],
    ['GB', 'US', '2024-01-01', 'HM Revenue & Customs'],
  ])('of %s for goods of %s on %s names its source', (destination, origin, date, source) => {
    expect(of(destination, origin, date, 1).source).toContain(source);
  });
});
