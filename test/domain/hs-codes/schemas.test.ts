import { ClassifyRequest, SearchRequest } from '../../../domain/hs-codes/schemas';

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

  it('has at most 200 characters, one of them a letter or a digit', () => {
    const takes = (query: string) => SearchRequest.safeParse({ query }).success;
    expect([takes('é'.repeat(200)), takes('𠮷'.repeat(200)), takes('7'), takes('茶')]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([takes('e'.repeat(201)), takes(''), takes(' -?! ')]).toEqual([false, false, false]);
    expect(SearchRequest.safeParse({ query: '?' }).error?.issues).toMatchObject([{ params: { code: 'no_words' } }]);
  });

  it('for a class has a description in its place', () => {
    expect(ClassifyRequest.parse({ description: 'tea' })).toEqual({ description: 'tea', limit: 10 });
    expect(ClassifyRequest.safeParse({ query: 'tea' }).success).toBe(false);
  });
});
