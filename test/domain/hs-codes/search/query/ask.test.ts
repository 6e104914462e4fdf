import { questionsFor } from '../../../../../domain/hs-codes/search/query/ask';

describe('what to ask where codes fit alike', () => {
  const shirts = [
    { code: '620520', fullDescription: "Clothes, not knitted > Men's or boys' shirts > Of cotton", score: 10 },
    {
      code: '620530',
      fullDescription: "Clothes, not knitted > Men's or boys' shirts > Of man-made fibres",
      score: 9.8,
    },
    { code: '610510', fullDescription: "Clothes, knitted or crocheted > Men's or boys' shirts > Of cotton", score: 9 },
  ];

  it('names the distinctions that part them, with the codes of each answer', () => {
    expect(questionsFor('shirts', shirts)).toEqual([
      {
        question: 'Is it knitted or woven?',
        options: [
          { answer: 'knitted or crocheted', codes: ['610510'] },
          { answer: 'woven', codes: ['620520', '620530'] },
        ],
      },
      {
        question: 'What is it made of?',
        options: [
          { answer: 'cotton', codes: ['620520', '610510'] },
          { answer: 'synthetic or artificial fibres', codes: ['620530'] },
        ],
      },
    ]);
  });

  it('does not ask what the query says', () => {
    const questions = questionsFor('knitted shirts of cotton', shirts).map(({ question }) => question);
    expect(questions).toEqual([]);
  });

  it('asks nothing where one code leads clearly', () => {
    expect(questionsFor('shirts', [shirts[0] ?? { code: '', fullDescription: '', score: 0 }])).toEqual([]);
    const clear = shirts.map((shirt, at) => ({ ...shirt, score: at === 0 ? 10 : 5 }));
    expect(questionsFor('shirts', clear)).toEqual([]);
    expect(questionsFor('shirts', [])).toEqual([]);
  });

  it('prefers what a code says itself to what its heading says of all its codes', () => {
    const fish = [
      { code: '030211', fullDescription: 'Fish, fresh, frozen or dried > Trout > Fresh trout', score: 5 },
      { code: '030314', fullDescription: 'Fish, fresh, frozen or dried > Trout > Frozen trout', score: 5 },
    ];
    expect(questionsFor('trout', fish)).toEqual([
      {
        question: 'In what state is it?',
        options: [
          { answer: 'fresh or chilled', codes: ['030211'] },
          { answer: 'frozen', codes: ['030314'] },
        ],
      },
    ]);
  });

  it.each([
    ['What is it made of?', 'wool or fine animal hair', 'Of wool', 'Of silk', 'silk'],
    ['What is it made of?', 'leather', 'Of leather', 'Of plastic', 'plastics'],
    ['What is it made of?', 'rubber', 'Of rubber', 'Of wood', 'wood'],
    ['What is it made of?', 'paper or paperboard', 'Of paper', 'Of glass', 'glass'],
    ['What is it made of?', 'ceramics', 'Of porcelain', 'Of steel', 'iron or steel'],
    ['What is it made of?', 'copper', 'Of brass', 'Of aluminium', 'aluminium'],
    ['What is it made of?', 'precious metal', 'Of precious metal', 'Of ceramic', 'ceramics'],
    ['What is it made of?', 'wood', 'Wooden', 'Woollen', 'wool or fine animal hair'],
    ['What is it made of?', 'synthetic or artificial fibres', 'Of polyester', 'Of paperboard', 'paper or paperboard'],
    ['Who is it for?', 'men or boys', "For men's wear", "For women's wear", 'women or girls'],
    ['Who is it for?', 'men or boys', 'Boys', 'Babies', 'babies'],
    ['Who is it for?', 'men or boys', 'Boys', "Babies' garments", 'babies'],
    ['Who is it for?', 'women or girls', 'For girls', 'For infants', 'babies'],
    ['In what state is it?', 'live', 'Live', 'Dried', 'dried, salted or smoked'],
    ['In what state is it?', 'dried, salted or smoked', 'Smoked', 'Prepared', 'prepared or preserved'],
    ['Is it knitted or woven?', 'knitted or crocheted', 'Knit', 'Not knitted', 'woven'],
    ['Is it knitted or woven?', 'knitted or crocheted', 'Knitted', 'Woven', 'woven'],
    ['Is it the whole article or a part of it?', 'a part or accessory', 'A part', 'Bicycles', 'the whole article'],
    ['Is it the whole article or a part of it?', 'a part or accessory', 'Parts', 'Bicycles', 'the whole article'],
    [
      'Is it the whole article or a part of it?',
      'a part or accessory',
      'An accessory',
      'Bicycles',
      'the whole article',
    ],
  ])('%s: %s of "%s", and of "%s" %s', (question, first, left, right, second) => {
    const codes = [left, right].map((fullDescription, at) => ({ code: String(at), fullDescription, score: 1 }));
    const asked = questionsFor('goods', codes).find((each) => each.question === question);
    const answers = new Map((asked?.options ?? []).map(({ answer, codes: of }) => [answer, of]));
    expect([answers.get(first), answers.get(second)]).toEqual([['0'], ['1']]);
  });

  it('asks nothing that most of the codes leave open', () => {
    const codes = ['Of silk', 'Of wool', 'Of any kind', 'Of others', 'Of more'].map((fullDescription, at) => {
      return { code: String(at), fullDescription, score: 1 };
    });
    expect(questionsFor('goods', codes)).toEqual([]);
  });

  it('takes what is not woven for neither', () => {
    const codes = ['Non-woven, of silk', 'Woven, of wool', 'Knitted, of wool'].map((fullDescription, at) => {
      return { code: String(at), fullDescription, score: 1 };
    });
    expect(questionsFor('goods', codes)[0]).toEqual({
      question: 'Is it knitted or woven?',
      options: [
        { answer: 'knitted or crocheted', codes: ['2'] },
        { answer: 'woven', codes: ['1'] },
      ],
    });
  });

  it('asks where the score of a code is three quarters of the best, and three fifths of the codes say something', () => {
    const codes = (scores: readonly number[], texts: readonly string[]) =>
      scores.map((score, at) => ({ code: String(at), fullDescription: texts[at] ?? '', score }));
    const ofTwo = (score: number) => questionsFor('goods', codes([4, score], ['Of silk', 'Of wool']));
    expect([ofTwo(3).length, ofTwo(2.99).length]).toEqual([1, 0]);
    const texts = ['Of silk', 'Of wool', 'Of wool', 'Of any kind', 'Of others', 'Of more'];
    const ofMany = (count: number) => questionsFor('goods', codes(Array<number>(count).fill(1), texts));
    expect([ofMany(5).length, ofMany(6).length]).toEqual([1, 0]);
  });

  it('asks three questions at most, what nomenclatures tell goods apart by most commonly first', () => {
    const texts = ['Fresh, of silk, knitted, for men', 'Frozen, of wool, woven, for women'];
    const codes = texts.map((fullDescription, at) => ({ code: String(at), fullDescription, score: 1 }));
    expect(questionsFor('goods', codes).map(({ question }) => question)).toEqual([
      'Is it knitted or woven?',
      'Who is it for?',
      'What is it made of?',
    ]);
  });
});
