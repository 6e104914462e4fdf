import { customsRequirements } from '../../../../domain/tariffs/duty/customs-requirements';

const PAPERS = { commercialInvoice: true, packingList: true, certificateOfOrigin: false, billOfLading: true };

describe('papers of a customs entry', () => {
  it.each([
    ['US', /19 CFR 142\.3/],
    ['DE', /952\/2013, article 163/],
    ['FR', /952\/2013, article 163/],
    ['GB', /HM Revenue/],
  ])('of %s are known, with the rule that asks for them', (country, source) => {
    const { requirements, source: said } = customsRequirements(country);
    expect(requirements).toEqual(PAPERS);
    expect(said).toMatch(source);
  });

  it('are not guessed', () => {
    const unknown = { commercialInvoice: null, packingList: null, certificateOfOrigin: null, billOfLading: null };
    expect(customsRequirements('BR')).toEqual({ requirements: unknown, source: null });
  });
});
