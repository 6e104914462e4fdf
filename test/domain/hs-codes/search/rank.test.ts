import type { Searcher } from '../../../../domain/hs-codes/search/search-words';
import { codesFor, searcherOf } from '../../../support/searcher';

/** Headings 6101 to 6116 that all name gloves once, and 4203, of which six subheadings name leather gloves. */
function gloves(): Searcher {
  const nodes: Record<string, string> = { '42': 'Leather', '4203': 'Leather gloves', '61': 'Clothes' };
  for (const last of '123456') nodes[`42031${last}`] = `Leather gloves, sort ${last}`;
  for (let heading = 6101; heading <= 6116; heading += 1) {
    nodes[String(heading)] = `Clothes of group ${heading}`;
    nodes[`${heading}10`] = `Clothes of group ${heading} with knitted gloves and a long list of many other words`;
    nodes[`${heading}20`] = `Other clothes of group ${heading} with gloves and another long list of many other words`;
  }
  return searcherOf(nodes);
}

describe('ranking', () => {
  it('shows two codes of a heading, then others, then the siblings of the best again', () => {
    const headings = codesFor(gloves(), 'leather gloves').map((code) => code.slice(0, 4));
    expect(headings.slice(0, 2)).toEqual(['4203', '4203']);
    expect(headings[2]).not.toBe('4203');
    expect(new Set(headings).size).toBeGreaterThanOrEqual(6);
    expect(headings.filter((heading) => heading === '4203').length).toBeGreaterThan(2);
  });

  it('prefers what is named to what it is packed in, in a long text', () => {
    const searcher = searcherOf({
      '39': 'Plastics',
      '3923': 'Packing',
      '392310': 'Plastic boxes',
      '95': 'Games',
      '9503': 'Playthings',
      '950300': 'Toy trains',
    });
    const query = 'A toy train for children older than three years, packaged in a plastic box with lid';
    expect(codesFor(searcher, query)).toEqual(['950300', '392310']);
  });

  it('prefers of two alike the code that has more everyday names', () => {
    const searcher = searcherOf(
      {
        '61': 'Clothes',
        '6109': 'Singlets',
        '610910': 'Singlets of cotton',
        '6110': 'Vests',
        '611010': 'Vests of cotton',
      },
      [
        ['611010', 'pullover'],
        ['611010', 'jumper'],
      ],
    );
    expect(codesFor(searcher, 'cotton')[0]).toBe('611010');
  });

  it('completes the last word of a label that was cut after 30 characters', () => {
    const searcher = searcherOf({
      '62': 'Clothes',
      '6204': 'Garments',
      '620453': 'Embroidered skirts',
      '620462': 'Embroidered trousers',
      '95': 'Sport',
      '9506': 'Sports articles',
      '950611': 'Skis',
    });
    expect(codesFor(searcher, 'collection of embroidered trou')[0]).toBe('620462');
    expect(codesFor(searcher, 'collection of embroidered ski')[0]).toBe('620453');
  });
});
