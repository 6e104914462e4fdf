import { customsRequirements } from '../../../../domain/tariffs/duty/customs-requirements';

const PAPERS = { commercialInvoice: true, certificateOfOrigin: false, billOfLading: true };

describe('papers of a customs entry', () => {
  it.each([
    ['US', /19 CFR 142\.3/, true],
    ['DE', /952\/2013, article 163/, false],
    ['FR', /952\/2013, article 163/, false],
    ['GB', /HM Revenue/, false],
  ])('of %s are known, with the rule that asks for them', (country, source, packingList) => {
    const { requirements, source: said } = customsRequirements(country, '2026-11-26');
    expect(requirements).toEqual({ ...PAPERS, packingList });
    expect(said).toMatch(source);
  });

  it('are not guessed', () => {
    const unknown = { commercialInvoice: null, packingList: null, certificateOfOrigin: null, billOfLading: null };
    expect(customsRequirements('BR', '2026-11-26')).toEqual({ requirements: unknown, source: null });
  });
});
