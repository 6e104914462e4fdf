import {
  ClassifyAnswer,
  ClassifyRequest,
  CodeParams,
  CodeTariffs,
  HsCodeDetail,
  SearchAnswer,
  SearchRequest,
  TariffsQuery,
  WrittenCodeParams,
} from '../../../domain/hs-codes/schemas';

describe('a search', () => {
  it('has 10 results, or 1 to 100', () => {
    expect([
      SearchRequest.parse({ query: 'tea' }).limit,
      SearchRequest.parse({ query: 'tea', limit: null }).limit,
    ]).toEqual([10, 10]);
    expect([1, 100, 0, 101, 1.5].map((limit) => SearchRequest.safeParse({ query: 'tea', limit }).success)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('has at most 1,000 characters, one of them a letter or a digit', () => {
    const takes = (query: string) => SearchRequest.safeParse({ query }).success;
    expect([takes('é'.repeat(1_000)), takes('𠮷'.repeat(1_000)), takes('7'), takes('茶')]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([takes('e'.repeat(1_001)), takes(''), takes(' -?! ')]).toEqual([false, false, false]);
    const issuesOf = (query: string) => SearchRequest.safeParse({ query }).error?.issues;
    expect(issuesOf('?')).toMatchObject([
      { params: { code: 'no_words' }, message: 'must contain a letter or a digit' },
    ]);
    expect(issuesOf('e'.repeat(1_001))).toMatchObject([
      { params: { code: 'too_long' }, message: 'must have at most 1000 characters' },
    ]);
  });

  it('for a class has a description in its place', () => {
    expect(ClassifyRequest.parse({ description: 'tea' })).toEqual({ description: 'tea', limit: 10 });
    expect(ClassifyRequest.safeParse({ query: 'tea' }).success).toBe(false);
  });
});

it('a code in a path is read as digits, or kept as it was written', () => {
  expect(CodeParams.parse({ code: '6109.10' })).toEqual({ code: '610910' });
  expect(WrittenCodeParams.parse({ code: '6109.10' })).toEqual({ code: '6109.10' });
  expect([CodeParams, WrittenCodeParams].map((params) => params.safeParse({}).success)).toEqual([false, false]);
});

it('rates may be asked of one country, on one day', () => {
  const asked = { country: 'US', date: '2026-03-01' };
  expect(TariffsQuery.parse(asked)).toEqual(asked);
  expect(TariffsQuery.parse({})).toEqual({});
  expect([{ country: 'USA' }, { date: '1 March' }].map((one) => TariffsQuery.safeParse(one).success)).toEqual([
    false,
    false,
  ]);
});

/** What a member has that an answer does not name is left out of it: each of these has all that its answer names. */
describe('an answer names every member', () => {
  const coverage = { complete: true, missing: [], sources: [], excluded: [] };
  const relative = { code: '6109', description: 'T-shirts' };

  it('of a search', () => {
    const answer = {
      results: [
        {
          ...{ code: '610910', description: 'Of cotton', fullDescription: 'T-shirts > Of cotton' },
          ...{ chapter: '61', chapterName: 'Knitted clothes', score: 9.5 },
          matchedOn: [{ word: 'cotton', in: ['description'] }],
        },
      ],
      total: 1,
      tooGeneral: false,
      interpretedAs: [{ word: 'cottn', as: ['cotton'] }],
      unknownWords: ['cottn'],
      ask: [{ question: 'Of what?', options: [{ answer: 'cotton', codes: ['610910'] }] }],
      coverage,
    };
    expect(SearchAnswer.parse(answer)).toEqual(answer);
  });

  it('of a code', () => {
    const answer = {
      ...{ code: '610910', description: 'Of cotton', chapter: '61', chapterName: 'Knitted clothes' },
      ...{ section: 'XI', sectionName: 'Textiles', requestedCode: '61091000', fullDescription: 'T-shirts > Of cotton' },
      tradeData: { globalExports: 1, globalImports: null, topExporters: ['BD'], topImporters: ['US'] },
      parents: [relative],
      children: [relative],
      names: ['T-shirt'],
      replacedBy: { codes: ['610911'], edition: 'HS 2028', formerEdition: 'HS 2022', source: 'a concordance' },
      tradeYear: 2024,
      coverage,
    };
    expect(HsCodeDetail.parse(answer)).toEqual(answer);
  });

  it('of its rates', () => {
    const answer = {
      hsCode: '610910',
      tariffs: [
        {
          ...{ country: 'US', countryName: 'United States', mfnRate: 16.5, preferentialRates: { Pact: 0 }, unit: '%' },
          ...{ dutyExpression: '16.5%', rateBasis: 'line', rateRange: { min: 16.5, max: 32 } },
          ...{ estimate: false, lines: 2 },
          ...{ nonAdValoremLines: 0, lineCode: '61091000', requires: ['weight'], requiredUnits: ['kg'] },
          ...{ quantityUnits: 'doz., kg', columnTwoRate: 90, columnTwoExpression: '90%', edition: '2026' },
          validFrom: '2026-01-01',
        },
      ],
      matchedCode: '610910',
      date: '2026-03-01',
      coverage,
    };
    expect(CodeTariffs.parse(answer)).toEqual(answer);
  });

  it('of a classification', () => {
    const answer = { code: null, candidates: [{ ...relative, confidence: 0.04 }], coverage };
    expect(ClassifyAnswer.parse(answer)).toEqual(answer);
  });
});
