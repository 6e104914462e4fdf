import { coverageOf, excludedFrom } from '../../../../domain/tariffs/schedule/coverage';
import { provenance } from '../../../support/tariff-facts';

/** Source: docs/GAPS.md#H7 */
describe('what stands behind an answer', () => {
  it('is complete where nothing is missing and nothing is left out', () => {
    expect(coverageOf([provenance()])).toEqual({
      complete: true,
      missing: [],
      sources: [provenance()],
      excluded: [],
    });
    expect(coverageOf([], ['VAT']).complete).toBe(false);
    expect(coverageOf([], [], ['excise']).complete).toBe(false);
  });

  it('names each source and each gap once', () => {
    const other = provenance({ edition: '2025' });
    const younger = provenance({ validFrom: '2026-02-01' });
    const renamed = provenance({ title: 'VAT' });
    const { sources, missing } = coverageOf([provenance(), provenance(), other, younger, renamed], ['a', 'b', 'a']);
    expect(sources).toEqual([provenance(), other, younger, renamed]);
    expect(missing).toEqual(['a', 'b']);
  });

  it('says what is left out', () => {
    expect(coverageOf([], [], ['excise'])).toMatchObject({ excluded: ['excise'] });
  });
});

describe('what answers about duties leave out', () => {
  it('is the same everywhere, and more where the schedule has more', () => {
    const everywhere = excludedFrom([]);
    expect(everywhere).toContain('anti-dumping and countervailing duties');
    expect(excludedFrom(['JP'])).toEqual(everywhere);
    expect(excludedFrom([''])).toEqual(everywhere.slice(2));
    expect(excludedFrom(['', 'JP'])).toEqual(everywhere);
    expect(excludedFrom(['US']).slice(everywhere.length).join()).toMatch(/chapter 99.*chapters 22 and 24/);
    expect(excludedFrom(['GB', 'EU']).slice(everywhere.length)).toHaveLength(4);
  });

  it('names a schedule once', () => expect(excludedFrom(['US', 'US'])).toEqual(excludedFrom(['US'])));
});
