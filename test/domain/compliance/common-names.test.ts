import { isCommonName } from '../../../domain/compliance/common-names';
import { soundOf } from '../../../domain/compliance/sounds';

const OF_COMPANIES =
  'alliance aviation chemical cotton electronics finance furniture grupo international management national pacific ' +
  'phoenix shipping solar union western';

it.each(['mohammed', 'garcia', 'trading', ...OF_COMPANIES.split(' ')])('%s is a name of very many', (name) => {
  expect(isCommonName(soundOf(name))).toBe(true);
});

it('an invented name is rare', () => expect(isCommonName(soundOf('zhadrekov'))).toBe(false));
