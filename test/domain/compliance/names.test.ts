import { nameReadings, nameTokens } from '../../../domain/compliance/names';

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
    ['Zh4drekov 2tesh', ['zh4drekov', '2tesh']],
    ['Zhadrek0v Qu1ll0n', ['zhadrekov', 'quillon']],
    ['T0s0 K1m', ['toso', 'kim']],
    ['سامي الأسد', ['SAMI', 'ASD']],
    ['Tesh 10 B52 t0 881', ['tesh', '10', 'b52', 't0', '881']],
    ['V.A. Zhadrekov', ['v', 'a', 'zhadrekov']],
    ['Zhadrekov S.A.', ['zhadrekov']],
    ['Zhadrekov A.B.C.', ['zhadrekov', 'abc']],
    ['Bank of the North', ['bank', 'north']],
    ['McNeil', ['mcneil']],
    ['Zolltd', ['zolltd']],
    ['Galesltd', ['gales']],
    ['Zorblatov Zakrytoe', ['zorblatov']],
    ['Zorblatov Sirketi', ['zorblatov']],
    ['Zorblatov Pty', ['zorblatov']],
    ['Quillon ed Tesh', ['quillon', 'tesh']],
    ['Quillon i Tesh', ['quillon', 'tesh']],
    ['Quillon bin Tesh', ['quillon', 'tesh']],
    // Syllables of a given name are no particles.
    ['박수빈', ['bak', 'su', 'bin']],
    ['王德明', ['wang', 'de', 'ming']],
  ])('%s are %j', (name, expected) => {
    expect(words(name)).toEqual(expected);
  });

  it.each(['Abdul Aziz', 'Abdulaziz', 'Abdelaziz', 'Abd al-Aziz', 'Abdoul Aziz', 'Abdoulaziz'])(
    '%s are those of one name',
    (name) => {
      expect(words(name)).toEqual(['abd', 'aziz']);
    },
  );

  it.each(['Abdullah', 'Abdulla', 'Abdoullah'])('keep %s as one', (name) => expect(words(name)).toEqual(['abdallah']));

  it.each(['Abdurrahman', 'Abdirahman', 'Abdul Rahman'])('part %s', (name) => {
    expect(words(name)).toEqual(['abd', 'rahman']);
  });

  it.each(['Zabdullah', 'Zabdul', 'Zabdelaziz'])('leave %s whole', (name) => {
    expect(words(name)).toEqual([name.toLowerCase()]);
  });

  it('remember the particles before them, written as one', () => {
    expect(nameTokens('Hassan al Saeed')).toEqual([
      { text: 'hassan', glued: null, ended: null },
      { text: 'saeed', glued: 'alsaeed', ended: null },
    ]);
  });

  it('remember the article after them that is often a part of them', () => {
    expect(nameTokens('Zhadr-ul-Quillon al Tesh')).toEqual([
      { text: 'zhadr', glued: null, ended: 'zhadrul' },
      { text: 'quillon', glued: 'ulquillon', ended: null },
      { text: 'tesh', glued: 'altesh', ended: null },
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

describe('the readings of a name', () => {
  const read = (name: string): string[][] => nameReadings(name).map((tokens) => tokens.map(({ text }) => text));

  it.each([
    ['V.A. Zhadrekov', [['v', 'a', 'zhadrekov']]],
    [
      'J.F.Q. Zhadrekov',
      [
        ['jfq', 'zhadrekov'],
        ['j', 'f', 'q', 'zhadrekov'],
      ],
    ],
    ['Zhadrekov', [['zhadrekov']]],
  ])('of %s are %j', (name, expected) => expect(read(name)).toEqual(expected));

  it('remember particles before consonants alone as such', () => {
    expect(nameTokens('الأسد')).toEqual([{ text: 'ASD', glued: 'ALASD', ended: null }]);
  });
});
