import { isCommonName } from '../../../domain/compliance/common-names';
import { soundOf } from '../../../domain/compliance/sounds';

it.each(['mohammed', 'garcia', 'trading'])('%s is a name of very many', (name) => {
  expect(isCommonName(soundOf(name))).toBe(true);
});

it('an invented name is rare', () => expect(isCommonName(soundOf('zhadrekov'))).toBe(false));
