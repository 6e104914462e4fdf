import fc from 'fast-check';
import { isRightBy371 } from '../../domain/weights-371';

describe('digits that are weighted by 3, 7 and 1', () => {
  // Routing numbers of banks as they publish them, and the examples of account numbers of Mexico.
  it.each(['021000021', '026009593', '111000025', '076401251', '032180000118359719', '002010077777777771'])(
    'are right in %s',
    (digits) => expect(isRightBy371(digits)).toBe(true),
  );

  it.each(['021000022', '120000021', '032180000118359718', '002010077777777717'])('are wrong in %s', (digits) =>
    expect(isRightBy371(digits)).toBe(false),
  );

  it.each([8, 17])('are wrong after one of %i and a check digit has changed', (length) => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(9), { minLength: length, maxLength: length }),
        fc.nat(length),
        fc.integer({ min: 1, max: 9 }),
        (digits, at, by) => {
          const sum = digits.reduce((total, digit, place) => total + digit * ([3, 7, 1][place % 3] ?? 0), 0);
          const whole = [...digits, (10 - (sum % 10)) % 10];
          expect(isRightBy371(whole.join(''))).toBe(true);
          whole[at] = ((whole[at] ?? 0) + by) % 10;
          expect(isRightBy371(whole.join(''))).toBe(false);
        },
      ),
    );
  });
});
