import { isCommonName, isGenericWord, isPatronymic } from '../../../domain/compliance/common-names';
import { soundOf } from '../../../domain/compliance/sounds';

const OF_COMPANIES =
  'alliance aviation chemical cotton electronics finance furniture grupo international management national pacific ' +
  'phoenix shipping solar union western';

it.each(['mohammed', 'garcia', 'trading', ...OF_COMPANIES.split(' ')])('%s is a name of very many', (name) => {
  expect(isCommonName(soundOf(name))).toBe(true);
});

it('an invented name is rare', () => expect(isCommonName(soundOf('zhadrekov'))).toBe(false));

it.each([
  ['group', true],
  ['Trading'.toLowerCase(), true],
  ['zhadrekov', false],
])('%s is added to any company: %s', (word, expected) => expect(isGenericWord(soundOf(word))).toBe(expected));

it.each([
  ['petrovich', true],
  ['anatolijevitch', true],
  ['sergeevna', true],
  ['petrov', false],
  ['milosevic', false],
  ['ovna', false],
])('%s is a name of the father: %s', (word, expected) => expect(isPatronymic(soundOf(word))).toBe(expected));
