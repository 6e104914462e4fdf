import { documentsOf } from '../../../../../domain/hs-codes/search/index/documents';

const node = (code: string, description: string) => ({ code, description });

describe('documents of the index', () => {
  const documents = documentsOf({
    nodes: [
      node('09', 'Coffee, tea'),
      node('0901', 'Coffee'),
      node('090111', 'Not roasted'),
      node('97', 'Art'),
      node('9701', 'Paintings'),
      node('9801', 'Special'),
      node('9999', 'Other'),
    ],
    names: [
      { code: '0901110010', text: 'green beans' },
      { code: '090199', text: 'mocha' },
      { code: '0999', text: 'nowhere' },
    ],
    national: [
      { code: '09011100', text: 'Coffee > Not roasted > Arabica' },
      { code: '09011190', text: 'Coffee > Not roasted > Other' },
    ],
  });

  it('are headings and subheadings of chapters 1 to 97', () => {
    expect(documents.map(({ code }) => code)).toEqual(['0901', '090111', '9701']);
  });

  it('have names and national texts of their own, each text once', () => {
    expect(documents[1]?.texts).toEqual({
      name: ['green beans'],
      description: ['Not roasted'],
      heading: ['Coffee', 'mocha'],
      chapter: ['Coffee, tea'],
      national: ['Coffee', 'Not roasted', 'Arabica', 'Other'],
    });
  });

  it('of headings have no heading above them, and the names of subheadings that are unknown', () => {
    expect(documents[0]?.texts).toEqual({
      name: ['mocha'],
      description: ['Coffee'],
      heading: [],
      chapter: ['Coffee, tea'],
      national: [],
    });
  });

  it('of which chapter and heading are unknown lack these', () => {
    const [lone] = documentsOf({ nodes: [node('010121', 'Horses')], names: [], national: [] });
    expect(lone?.texts).toMatchObject({ heading: [''], chapter: [''] });
  });
});
