import { questionsFor } from '../../../../domain/hs-codes/search/ask';

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
});
