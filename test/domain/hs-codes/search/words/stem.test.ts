import { stem } from '../../../../../domain/hs-codes/search/words/stem';

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

  it.each([
    ...['glass glasses', 'tie ties', 'shelf shelves', 'half halves', 'calf calves', 'loaf loaves', 'leaf leaves'],
    ...['scarf scarves', 'wolf wolves', 'hoof hooves', 'thief thieves', 'hop hopped hopping', 'size sized sizing'],
    ...['tan tanned', 'hiss hissed', 'fizz fizzed', 'agree agreed', 'bake baked'],
    ...['laminate laminated laminating', 'enable enabled', 'snow snowed', 'apply applied', 'file filed filing'],
    ...[
      'relate relational',
      'digitize digitization',
      'digitise digitisation',
      'useful usefulness',
      'condition conditional',
    ],
    ...['porous porousness', 'effective effectiveness', 'operate operator', 'electric electrical', 'dark darkness'],
    ...['adjust adjustment', 'replace replacement', 'allow allowance', 'infer inference', 'adjust adjustable'],
    ...[
      'convert convertible',
      'filtrate filtration',
      'formal formally',
      'plough plow',
      'pyjama pajamas',
      'draught draft',
    ],
    ...['cheque check', 'anaesthetic anesthetic', 'haemostat hemostat', 'leukaemia leukemia', 'centre center'],
    ...['theatre theater', 'litre liter', 'metre meter', 'calibre caliber', 'lustre luster', 'sabre saber'],
    ...[
      'colour color',
      'flavour flavor',
      'armour armor',
      'vapour vapor',
      'harbour harbor',
      'odour odor',
      'rumour rumor',
    ],
    ...['savour savor', 'humour humor', 'parlour parlor', 'labour labor', 'tumour tumor', 'neighbour neighbor'],
    ...[
      'analysed analyzed',
      'analyser analyzer',
      'catalogue catalogues catalog',
      'travelled traveled',
      'jeweller jeweler',
    ],
    ...[
      'fill filled filling',
      'roll rolled',
      'drill drilled drilling',
      'pull pulled',
      'refill refilled',
      'install installed',
    ],
    ...['durable durability', 'fabric fabricate fabricated', 'ionisation ionization', 'palletises palletizes'],
    ...['traveller traveler', 'dish dishes', 'hammer hammered hammering', 'raise raised', 'type typed'],
    ...['steel steels', 'mouldings molding', 'pyjamas pajama', 'sulphur sulfur', 'jewelery jewelry', 'greyed grayed'],
  ])('is one of %s', (words) => {
    expect(new Set(words.split(' ').map(stem)).size).toBe(1);
  });

  it.each([
    ['bus', 'bus'],
    ['gas', 'gas'],
    ['virus', 'virus'],
    ['basis', 'basis'],
    ['ring', 'ring'],
    ['red', 'red'],
    ['by', 'by'],
    ['a4s', 'a4s'],
    ['sky', 'sky'],
    ['berry', 'berri'],
    ['organic', 'organic'],
    ['machine', 'machin'],
    ['hope', 'hope'],
    ['rate', 'rate'],
    ['probate', 'probat'],
    ['control', 'control'],
    ['controll', 'control'],
    ['roll', 'roll'],
    ['filed', 'file'],
    ['freed', 'freed'],
    ['tie', 'tie'],
    ['toy', 'toy'],
    ['ore', 'or'],
    ['wipe', 'wipe'],
    ['rogue', 'rogu'],
    ['raised', 'rais'],
    ['b52s', 'b52s'],
  ])('of %s is %s', (word, expected) => expect(stem(word)).toBe(expected));

  it('is the same when it is asked for again', () => {
    expect([stem('shirts'), stem('shirts')]).toEqual(['shirt', 'shirt']);
  });

  it('keeps words apart that mean different things', () => {
    expect(stem('organ')).not.toBe(stem('organic'));
    expect(stem('glass')).not.toBe(stem('glue'));
    expect(stem('four')).not.toBe(stem('for'));
    expect(stem('flour')).not.toBe(stem('floor'));
    expect(stem('rise')).not.toBe(stem('rice'));
    expect(stem('chequer')).not.toBe(stem('checker'));
    expect(stem('bing')).not.toBe(stem('b'));
    expect(stem('feed')).not.toBe(stem('fee'));
    expect(stem('nation')).not.toBe(stem('nate'));
  });
});
