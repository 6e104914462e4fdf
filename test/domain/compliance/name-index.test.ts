import { NameIndex } from '../../../domain/compliance/name-index';
import { screenParty, type ScreeningDecision } from '../../../domain/compliance/screen';

/** Invented names beside enough others for the weights of words to tell. */
function index(): NameIndex {
  const made = new NameIndex();
  const entries: [string, string, boolean][] = [
    ['1', 'ZHADREKOV, Quillon Mikhail', false],
    ['2', 'Drovnik Tesh Trading Company LLC', false],
    ['3', 'Абдул Рахман Зорблатов', false],
    ['4', 'Krell', true],
    ...Array.from({ length: 200 }, (_, at): [string, string, boolean] => [
      `o${at}`,
      `Ordinary Trading Word${at} Company`,
      false,
    ]),
  ];
  for (const [entryId, name, isWeak] of entries)
    made.add('imp_1', { entryId, kind: 'person', names: [{ name, isWeak }] });
  return made;
}

const names = index();
const screen = (name: string, countries: string[] = []): ScreeningDecision =>
  screenParty({ name, countries }, { editions: ['imp_1'], index: names, blockedCountries: new Set(['KP']) }).decision;

describe('screening of a name', () => {
  it.each([
    'ZHADREKOV, Quillon Mikhail',
    'Quillon Mikhail Zhadrekov',
    'quillon  mikhail zhadrekov',
    'Quíllon Mikhaïl Zhadrekov',
    'Drovnik Tesh Trading L.L.C.',
    'Drovnik-Tesh Trading Co., Ltd.',
    'Abdul Rahman Zorblatov',
    'Abdulrahman Zorblatov',
  ])('blocks %s', (name) => {
    expect(screen(name)).toBe('blocked');
  });

  it.each(['Quillon Zhadrekov', 'Krell'])('holds %s for a person', (name) => {
    expect(screen(name)).toBe('review');
  });

  it.each([
    ['a letter left out', 'Quillon Mikhail Zhadrkov'],
    ['letters exchanged', 'Quillon Mihkail Zhadrekov'],
    ['another transliteration', 'Kvillon Mihail Jadrekow'],
    ['a known spelling of a given name', 'Quillon Michael Zhadrekov'],
    ['an initial', 'Quillon M. Zhadrekov'],
    ['words as one', 'QuillonMikhail Zhadrekov'],
    ['an article and another vowel', 'Abd ar-Rahman Zorblatof'],
  ])('finds a name in spite of %s', (_what, name) => {
    expect(screen(name)).not.toBe('clear');
  });

  it('finds words that stand in several names of one entry', () => {
    const several = new NameIndex();
    const spellings = ['Zhadrekov, Quillon', 'Ombrasko, Quillon Tesh'].map((name) => ({ name, isWeak: false }));
    several.add('imp_1', { entryId: '1', kind: 'person', names: spellings });
    const rules = { editions: ['imp_1'], index: several, blockedCountries: new Set<string>() };
    expect(screenParty({ name: 'Ombrasko Zhadrekov', countries: [] }, rules).decision).toBe('review');
  });

  it.each(['Example Trading Ltd', 'Maria Lopez', 'Quillon Meyer', 'Northern Foods GmbH', '—', ''])(
    'lets "%s" pass',
    (name) => {
      expect(screen(name)).toBe('clear');
    },
  );

  it('blocks a country whatever the name', () => {
    expect(screen('Example Trading Ltd', ['US', 'KP'])).toBe('blocked');
  });

  it('gives the same verdict and candidates each time', () => {
    const again = (): unknown => names.find('Quillon Zhadrekov', 0.5);
    expect(again()).toEqual(again());
  });
});
