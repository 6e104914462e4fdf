import { stem } from '../../../../domain/hs-codes/search/stem';

describe('the stem of a word', () => {
  it.each([
    [['shirt', 'shirts']],
    [['box', 'boxes', 'boxed']],
    [['knife', 'knives']],
    [['berry', 'berries']],
    [['mixture', 'mixtures']],
    [['dry', 'dried', 'drying']],
    [['machine', 'machines']],
    [['valve', 'valves']],
    [['olive', 'olives']],
    [['mould', 'molds', 'moulded']],
    [['tyre', 'tires']],
    [['jewellery', 'jewelry']],
    [['aluminium', 'aluminum']],
    [['fibre', 'fibers']],
    [['coloured', 'colored']],
    [['sulphate', 'sulfate']],
    [['palletiser', 'palletizers']],
    [['pasteurised', 'pasteurized']],
    [['grey', 'gray']],
  ])('is one of %j', (words) => {
    expect(new Set(words.map(stem)).size).toBe(1);
  });

  it('keeps words apart that mean different things', () => {
    expect(stem('organ')).not.toBe(stem('organic'));
    expect(stem('glass')).not.toBe(stem('glue'));
    expect(stem('four')).not.toBe(stem('for'));
    expect(stem('flour')).not.toBe(stem('floor'));
    expect(stem('rise')).not.toBe(stem('rice'));
  });
});
