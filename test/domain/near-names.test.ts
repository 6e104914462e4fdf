import { nearestName } from '../../domain/near-names';

const KNOWN = ['amount', 'currency', 'swiftBic'];

describe('the name that a misspelt one stands for', () => {
  it.each([
    ['amout', 'amount'],
    ['Amount', 'amount'],
    ['swift_bic', 'swiftBic'],
    ['SWIFT-BIC', 'swiftBic'],
    ['currancy', 'currency'],
  ])('%s is %s', (written, expected) => expect(nearestName(written, KNOWN)).toBe(expected));

  it.each(['description', 'sum', ''])('is none for "%s"', (written) => expect(nearestName(written, KNOWN)).toBeNull());

  it('is the same name in another style before one that is merely alike', () => {
    expect(nearestName('swift_bic', ['swiftBics', 'swiftBic'])).toBe('swiftBic');
    expect(nearestName('amount', ['amounts', 'amount'])).toBe('amount');
    expect(nearestName('amoun', ['amount', 'amount2'])).toBe('amount');
  });

  it('is none where none is known', () => expect(nearestName('amount', [])).toBeNull());
});
