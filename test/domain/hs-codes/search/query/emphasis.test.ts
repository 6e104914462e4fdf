import { emphasisOf } from '../../../../../domain/hs-codes/search/query/emphasis';

describe('what a word counts for by its place', () => {
  const weight = (query: string, word: string): number => emphasisOf(query).get(word) ?? 1;

  it('prefers the noun that the words before it qualify', () => {
    expect(weight('cabbage cutters', 'cutters')).toBeGreaterThan(weight('cabbage cutters', 'cabbage'));
    expect(weight('overcoats, leather', 'overcoats')).toBeGreaterThan(weight('overcoats, leather', 'leather'));
  });

  it('holds back what a long text says after it has named the goods', () => {
    const text = 'A table sauce for human consumption, packaged in a plastic squeeze bottle of 300 g';
    expect(weight(text, 'table')).toBe(1);
    expect(weight(text, 'bottle')).toBeLessThan(1);
    expect(weight('sauce in a bottle', 'bottle')).toBe(1);
  });

  it('holds back the words that wrap a question', () => {
    const query = 'What is the commodity code for a rubber boot?';
    expect(weight(query, 'commodity')).toBeLessThan(weight(query, 'rubber') / 2);
    expect(weight('The product is a bellow', 'product')).toBeLessThan(0.5);
  });

  it('leaves out where goods come from and go to, and keeps porcelain and birds', () => {
    const query = 'soup plates from China to Turkey';
    expect(weight(query, 'china')).toBe(0);
    expect(weight(query, 'turkey')).toBe(0);
    expect(weight('china plates', 'china')).toBe(1);
    expect(weight('roast turkey slices', 'turkey')).toBe(1);
  });

  it('hardly counts how goods are packed, in a short text too', () => {
    expect(weight('mango chutney packed in glass', 'glass')).toBeLessThan(0.5);
  });

  it.each([
    ['blue cotton shirts and red wooden buttons for men', 'shirts', 1.2],
    ['blue cotton shirts and red wooden buttons for men', 'buttons', 0.65],
    ['cotton shirts and red wooden buttons for men', 'buttons', 1],
    ['from leather gloves', 'gloves', 1.2],
    ['a rubber boot please', 'boot', 1.2],
    ['a rubber boot please', 'please', 0.15],
    ['chutney shipped carefully in boxes', 'boxes', 0.3],
    ['chutney that comes  in tins', 'tins', 0.3],
    ['chutney packed  in glass; lids', 'glass', 0.3],
    ['pyjamas with hearts in a bag', 'bag', 0.3],
    ['a soap in an open tin', 'tin', 0.3],
    ['tea in bags', 'bags', 1],
    ['chutney packed in glass; lids', 'lids', 1],
    ['chutney packed in glass. lids', 'lids', 1],
  ])('in "%s" is for %s %d', (query, word, expected) => expect(weight(query, word)).toBe(expected));

  it('counts what goods have on them for half', () => {
    expect(weight('waistcoat with jetted pockets', 'waistcoat')).toBeGreaterThan(1);
    expect(weight('waistcoat with jetted pockets', 'pockets')).toBe(0.5);
    expect(weight('tea with lemon, sliced', 'sliced')).toBe(1);
  });

  it('hardly counts how goods look and fit, wherever it is said', () => {
    expect(weight('navy striped shirt', 'navy')).toBe(0.3);
    expect(weight('navy striped shirt', 'striped')).toBe(0.4);
    expect(weight('cotton shirt, oversized', 'oversized')).toBe(0.4);
    expect(weight('leather jacket black', 'black')).toBe(0.3);
    expect(weight('toys packed in black boxes', 'black')).toBe(0.3);
    expect(weight('chest with navy flags and print of a ship', 'navy')).toBe(0.3);
    expect(weight('leather jackets made in black', 'black')).toBe(0.3);
    expect(weight('whipped cream cake', 'cream')).toBe(1);
  });

  it('hardly counts the name of a shade', () => {
    expect(weight('chocolate brown ribbed vest', 'chocolate')).toBe(0.3);
    expect(weight('chocolate cake, brown icing', 'chocolate')).toBe(1);
    expect(weight('olive green', 'olive')).toBe(1);
  });

  it('counts them in full beside one other word, with which they may be a name', () => {
    expect(weight('green tea', 'green')).toBe(1);
    expect(weight('white chocolate please', 'white')).toBe(1);
    expect(weight('green tea bags', 'green')).toBe(0.3);
  });

  it('leaves a query of nothing but such words alone', () => {
    expect(emphasisOf('packing boxes').get('packing') ?? 1).toBe(1);
    expect(emphasisOf('product collection').size).toBe(0);
  });
});
