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

  it('is none where none is known', () => expect(nearestName('amount', [])).toBeNull());
});
