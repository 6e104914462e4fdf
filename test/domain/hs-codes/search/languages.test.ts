import type { Searcher } from '../../../../domain/hs-codes/search/query/search-words';
import { codesFor, starterSearcher } from '../../../support/searcher';

describe('words of other languages', () => {
  let searcher: Searcher;
  beforeAll(async () => {
    searcher = await starterSearcher();
  });

  it.each([
    ['Herren Hemd Baumwolle', '6205'],
    ['Kaffeemaschine', '8516'],
    ['Fußball', '9506'],
    ['chaussures en cuir homme', '6403'],
    ['huile d’olive', '1509'],
    ['neumáticos', '4011'],
    ['paneles solares', '8541'],
    ['手机', '8517'],
    ['Wärmepumpe', '8418'],
    ['pâte à tartiner', '1806'],
    ['couches pour bébé', '9619'],
    ['macchina per caffè', '8516'],
    ['thé noir', '0902'],
    ['pain', '1905'],
    ['Stehtisch', '9403'],
    ['tooth brush', '9603'],
  ])('finds %s under %s', (query, heading) => {
    expect(codesFor(searcher, query, 3).map((code) => code.slice(0, 4))).toContain(heading);
  });

  it('takes Chinese apart, which has no spaces', () => {
    expect(codesFor(searcher, '棉质T恤男士', 3).map((code) => code.slice(0, 4))).toContain('6109');
    expect(codesFor(searcher, '不锈钢保温杯', 3).map((code) => code.slice(0, 4))).toContain('9617');
  });

  it.each([
    ['screw driver set', '820540'],
    ['led strip lights', '940542'],
    ['e-bike 250w', '871160'],
  ])('finds %s, in two words or with a hyphen, under %s first', (query, code) => {
    expect(codesFor(searcher, query, 1)).toEqual([code]);
  });

  it('takes German compounds apart', () => {
    expect(codesFor(searcher, 'Damenkleider', 10).map((code) => code.slice(0, 4))).toContain('6204');
    expect(codesFor(searcher, 'Lederhandschuhe', 3).map((code) => code.slice(0, 4))).toContain('4203');
  });

  it('keeps English words that another language writes alike', () => {
    expect(codesFor(searcher, 'garden hose', 3).map((code) => code.slice(0, 4))).toContain('3917');
    expect(codesFor(searcher, 'gift wrap', 3).map((code) => code.slice(0, 4))).toContain('4811');
  });
});
