import { RecentNames } from '../../../db/compliance/recent-names';
import { NameIndex, type NameMatch } from '../../../domain/compliance/name-index';

/** An index that counts what it is asked. */
class Counted extends NameIndex {
  asked: string[] = [];

  override find(name: string, leastScore: number): NameMatch[] {
    this.asked.push(`${name} ${leastScore}`);
    return super.find(name, leastScore);
  }
}

function listed(): Counted {
  const index = new Counted();
  index.add('imp_1', { entryId: '7', kind: 'person', names: [{ name: 'Quillon Zhadrekov', isWeak: false }] });
  return index;
}

describe('names that were asked for lately', () => {
  it('are found as the index finds them, and looked for once', () => {
    const index = listed();
    const recent = new RecentNames(index);
    const [first, again] = [recent.find('Quillon Zhadrekow', 0.7), recent.find('Quillon Zhadrekow', 0.7)];
    expect(first).toMatchObject([{ editionId: 'imp_1', entryId: '7', name: 'Quillon Zhadrekov' }]);
    expect(again).toEqual(first);
    expect(index.asked).toEqual(['Quillon Zhadrekow 0.7']);
  });

  it('are remembered where nothing is like them', () => {
    const index = listed();
    const recent = new RecentNames(index);
    expect([recent.find('Ombrasko', 0.7), recent.find('Ombrasko', 0.7)]).toEqual([[], []]);
    expect(index.asked).toEqual(['Ombrasko 0.7']);
  });

  it('are looked for again with another least score', () => {
    const index = listed();
    const recent = new RecentNames(index);
    const scores = [0.7, 0.99].map((least) => recent.find('Quillon Zhadrekow', least).length);
    expect(scores).toEqual([1, 0]);
    expect(index.asked).toHaveLength(2);
  });
});
