import { groupFacts, type Fact } from '../../../../domain/shipments/file/fact';

const fact = (topic: Fact['topic'], key: string, scope?: string): Fact => ({
  ...{ topic, source: 'doc_1', kind: 'packing_list', path: 'path', value: key, key },
  ...(scope === undefined ? {} : { scope }),
});

describe('facts', () => {
  it('are grouped by topic and scope, in their order', () => {
    const facts = [fact('vessel', 'a'), fact('quantity', '1', 'x'), fact('vessel', 'b'), fact('quantity', '2', 'y')];
    expect(groupFacts(facts).map((group) => group.map(({ key }) => key))).toEqual([['a', 'b'], ['1'], ['2']]);
  });
});
