import { nameTokens } from '../../../domain/compliance/names';

const words = (name: string): string[] => nameTokens(name).map(({ text }) => text);

describe('the words of a name', () => {
  it.each([
    ['Quíllon  ZHADREKOV', ['quillon', 'zhadrekov']],
    ['ZHADREKOV, Quillon Mikhail', ['quillon', 'mikhail', 'zhadrekov']],
    ['Зорблатов', ['zorblatov']],
    ["O'Neil", ['oneil']],
    ['Drovnik Tesh L.L.C.', ['drovnik', 'tesh']],
    ['DrovnikTesh GmbH', ['drovnik', 'tesh']],
    ['Galesltda', ['gales']],
    ['Bank of the North', ['bank', 'north']],
  ])('%s are %j', (name, expected) => {
    expect(words(name)).toEqual(expected);
  });

  it.each(['Abdul Aziz', 'Abdulaziz', 'Abdelaziz', 'Abd al-Aziz'])('%s are those of one name', (name) => {
    expect(words(name)).toEqual(['abd', 'aziz']);
  });

  it('keep Abdullah as one', () => expect(words('Abdullah')).toEqual(['abdallah']));

  it('remember the particles before them, written as one', () => {
    expect(nameTokens('Hassan al Saeed')).toEqual([
      { text: 'hassan', glued: null },
      { text: 'saeed', glued: 'alsaeed' },
    ]);
  });

  it('are particles and legal forms only where there is nothing else', () => {
    expect(words('Al Limited')).toEqual(['al', 'limited']);
    expect(words('Al Hassan Limited')).toEqual(['hassan']);
  });

  it('are none of a name without letters or digits', () => expect(words(' — ')).toEqual([]));

  it('are at most 24', () => {
    const many = Array.from({ length: 25 }, (_, at) => `zh${'abcdefghijklmnopqrstuvwxyz'.charAt(at)}k`);
    expect(words(many.join(' '))).toEqual(many.slice(0, 24));
  });
});
