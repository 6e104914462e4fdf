import { buildLexicon, buildPostings, type SearchDocument } from '../../../../../domain/hs-codes/search/index/build';
import { runAtOnce } from '../../../../support/postings';

const document = (code: string, texts: Partial<SearchDocument['texts']>): SearchDocument => ({
  code,
  texts: { name: [], description: [], heading: [], chapter: [], national: [], ...texts },
});
const impacts = (documents: SearchDocument[], term: string) => [
  ...(runAtOnce(buildPostings(documents)).get(term)?.impacts ?? []),
];

describe('the inverted index', () => {
  const DOCUMENTS = [
    document('0901', { description: ['Coffee'], name: ['mocha'] }),
    document('0902', { description: ['Tea'], heading: ['coffee'], national: ['coffee'] }),
  ];

  it('says in which documents and fields a term stands', () => {
    const found = runAtOnce(buildPostings(DOCUMENTS)).get('coffe');
    expect([...(found?.documents ?? [])]).toEqual([0, 1]);
    expect([...(found?.fields ?? [])]).toEqual([2, 4 | 16]);
    expect(runAtOnce(buildPostings(DOCUMENTS)).get('cocoa')).toBeUndefined();
  });

  it('weighs a term by BM25F: its rarity, and its saturated frequency by field', () => {
    // One of two documents: ln(1 + 1.5/1.5); weight 4 of the description, of average length; k1 = 3.
    const rarity = Math.log(2);
    expect(impacts(DOCUMENTS, 'tea')).toEqual([Math.round(1000 * ((rarity * 4 * 4) / (3 + 4)))]);
    expect(impacts(DOCUMENTS, 'mocha')).toEqual([Math.round(1000 * ((rarity * 3 * 4) / (3 + 3)))]);
    const common = Math.log(1 + 0.5 / 2.5);
    const second = 1.2 + 2;
    expect(impacts(DOCUMENTS, 'coffe')).toEqual([
      Math.round(1000 * ((common * 4 * 4) / (3 + 4))),
      Math.round(1000 * ((common * second * 4) / (3 + second))),
    ]);
  });

  it('discounts a long field', () => {
    const long = document('0903', { description: ['Mate leaves twigs stems'] });
    const short = document('0904', { description: ['Pepper'] });
    const [ofLong = 0] = impacts([long, short], 'mate');
    const [ofShort = 0] = impacts([long, short], 'pepper');
    expect(ofLong).toBeLessThan(ofShort);
    // Lengths 4 and 1, average 2.5, b = 0.4.
    const frequency = 4 / (0.6 + (0.4 * 4) / 2.5);
    expect(ofLong).toBe(Math.round(1000 * ((Math.log(2) * frequency * 4) / (3 + frequency))));
  });

  it('leaves out what a text says it is not', () => {
    const documents = [document('0905', { description: ['Vanilla (excl. cinnamon)'] }), ...DOCUMENTS];
    expect(runAtOnce(buildPostings(documents)).has('cinnamon')).toBe(false);
  });

  it('counts every document that has a word as written, once', () => {
    const documents = [
      document('0901', { description: ['Coffee beans, coffee'], name: ['beans'] }),
      document('0902', { national: ['coffee'] }),
    ];
    expect(runAtOnce(buildLexicon(documents))).toEqual(
      new Map([
        ['coffee', 2],
        ['beans', 1],
      ]),
    );
  });
});
