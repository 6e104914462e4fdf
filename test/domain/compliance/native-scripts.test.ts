import { toLatin, isSyllabic, isVowelless } from '../../../domain/compliance/native-scripts';

const words = (name: string): string[] => toLatin(name).split(' ').filter(Boolean);

/** Source: docs/GAPS.md#P13 */
describe('a name in Latin letters', () => {
  it.each([
    ['Зорблатов Квиллон', ['zorblatov', 'kvillon']],
    ['Zorblátov', ['zorblatov']],
    ["Quillon-O'Brien JR. 3", ["quillon-o'brien", 'jr.', '3']],
    // Letters of the Cyrillic and Greek alphabets in words of Latin ones.
    ['Zоrblаtоv ΖORBLATOV', ['zorblatov', 'zorblatov']],
    ['سامي', ['SAMI']],
    ['حَسَن', ['hasan']],
    ['حسن', ['hasan']],
    ['وليد ياسر', ['WLID', 'YASR']],
    ['الأسد', ['al', 'ASD']],
    ['عبدالملک', ['abd', 'MLK']],
    ['عبد الملك', ['abd', 'al', 'MLK']],
    ['عبدالله عبدالرحمن', ['abdallah', 'abd', 'RHMN']],
    ['نصرالله', ['NSRALLAH']],
    ['فخری‌زاده', ['FKHRIZADH']],
    ['דוד', ['DVD']],
    ['मसूद', ['MSUUD']],
    ['김정은', ['kim', 'jong', 'un']],
    ['박 진혁', ['bak', 'jin', 'hyok']],
    // Lists write the surname in the northern way; elsewhere the syllable is read as it stands.
    ['이진혁', ['ri', 'jin', 'hyok']],
    ['김이혁', ['kim', 'i', 'hyok']],
    ['王伟明', ['wang', 'wei', 'ming']],
    ['曾伟明', ['zeng', 'wei', 'ming']],
    // The character has its usual reading where it is no surname.
    ['王曾', ['wang', 'ceng']],
  ])('%s is %j', (name, expected) => expect(words(name)).toEqual(expected));

  it('has the comma of its own script', () => expect(toLatin('سامي، وليد')).toBe('SAMI, WLID'));
});

it.each([
  ['박진혁', true],
  ['王伟明', true],
  ['Park Jin Hyok', false],
  ['سامي', false],
])('each syllable of %s is a word: %s', (name, expected) => expect(isSyllabic(name)).toBe(expected));

it.each([
  ['MLK', true],
  ['alMLK', true],
  ['malik', false],
  ['12', false],
])('the consonants of %s alone are known: %s', (word, expected) => expect(isVowelless(word)).toBe(expected));
