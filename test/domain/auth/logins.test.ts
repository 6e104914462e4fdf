import { formSeedOf } from '../../../domain/auth/logins';

/** Source: docs/GAPS.md#A13 */
describe('the seed of a login’s form tokens', () => {
  it.each([
    ['seed.secret', 'seed'],
    ['seed.other', 'seed'],
    ['without-a-part', 'without-a-part'],
    ['', ''],
  ])('of %s is %s, which a proof keeps', (token, seed) => {
    expect(formSeedOf(token)).toBe(seed);
  });
});
