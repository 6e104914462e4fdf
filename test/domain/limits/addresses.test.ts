import { ADDRESS_BUCKET, addressUnit, OPEN_BUCKET, WRONG_KEY_BUCKET } from '../../../domain/limits/addresses';

describe('unit of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['nonsense', 'unknown'],
  ])('of %s is %s', (address, unit) => {
    expect(addressUnit(address)).toBe(unit);
  });
});

/** Source: docs/GAPS.md#L3, docs/GAPS.md#A1 */
it('an address may ask 600 times a minute without a key, and 20 times with a wrong one', () => {
  expect([ADDRESS_BUCKET, OPEN_BUCKET]).toEqual(new Array(2).fill({ limit: 600, period: 'minute' }));
  expect(WRONG_KEY_BUCKET).toEqual({ limit: 20, period: 'minute' });
});
