import { askedCode, resolveNode, type HsNode, type Nomenclature } from '../../../domain/hs-codes/nomenclature';
import { referenceOf } from '../../support/tariff-facts';

const node = (code: string): [string, HsNode] => [code, { code, section: 'XVI', description: code, children: [] }];
const TREE: Nomenclature = {
  ...referenceOf().nomenclature,
  nodes: new Map([node('85'), node('8517'), node('851713')]),
  replacements: new Map([
    ['851712', { codes: ['851713', '851714'], oldEdition: 'HS 2017', newEdition: 'HS 2022', source: '' }],
  ]),
  predecessors: new Map([['851713', ['851712']]]),
};

/** Source: docs/GAPS.md#H1 */
describe('a code of the nomenclature', () => {
  it.each([
    ['851713', '851713'],
    ['8517130010', '851713'],
    ['851799', '8517'],
    ['8517', '8517'],
  ])('of %s is %s', (code, expected) => expect(resolveNode(TREE, code)?.code).toBe(expected));

  it('is at least a heading', () => {
    expect([resolveNode(TREE, '8599'), resolveNode(TREE, '85')]).toEqual([null, null]);
  });

  it('stands for those that it replaced', () => {
    expect(askedCode(TREE, '8517130010')).toEqual({
      code: '8517130010',
      known: '851713',
      predecessors: ['851712'],
      successors: [],
    });
  });

  it('of an older edition stands for those that replaced it', () => {
    expect(askedCode(TREE, '8517120010')).toEqual({
      code: '8517120010',
      known: '8517',
      predecessors: [],
      successors: ['851713', '851714'],
    });
  });

  it('that is known has no successor, though a concordance names one', () => {
    const both = { ...TREE, nodes: new Map([...TREE.nodes, node('851712')]) };
    expect(askedCode(both, '851712').successors).toEqual([]);
  });

  it('that is unknown stands for itself', () => {
    expect(askedCode(TREE, '9999')).toEqual({ code: '9999', known: '9999', predecessors: [], successors: [] });
  });
});
