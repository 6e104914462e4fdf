import {
  chargeBearerMessage,
  CHARGE_BEARERS,
  defaultChargeBearer,
} from '../../../../domain/payments/instruction/charge-bearer';
import { isInSepa } from '../../../../domain/payments/instruction/sepa';

const taken = (currency: string, country: string) =>
  CHARGE_BEARERS.filter((one) => chargeBearerMessage(one, currency, country) === null);

/** Source: docs/GAPS.md#P2 */
describe('who bears the charges', () => {
  it.each([
    ['USD', 'US', 'SHAR', ['SHAR', 'DEBT', 'CRED']],
    ['EUR', 'US', 'SHAR', ['SHAR', 'DEBT', 'CRED']],
    ['USD', 'DE', 'SHAR', ['SHAR', 'DEBT', 'CRED']],
    ['EUR', 'DE', 'SLEV', ['SLEV']],
    ['EUR', 'CH', 'SLEV', ['SLEV']],
    ['EUR', 'RE', 'SLEV', ['SLEV']],
  ])('of %s to %s is %s, and may be %j', (currency, country, usual, all) => {
    expect(defaultChargeBearer(currency, country)).toBe(usual);
    expect(taken(currency, country)).toEqual(all);
    expect(isInSepa(currency, country)).toBe(usual === 'SLEV');
  });

  it('says why it cannot be that', () => {
    expect(chargeBearerMessage('SHAR', 'EUR', 'DE')).toBe('must be SLEV for a payment in euros inside SEPA');
    expect(chargeBearerMessage('SLEV', 'USD', 'DE')).toBe('can be SLEV for a payment in euros inside SEPA only');
  });

  it('leaves to the schema what is none of them', () => {
    expect(chargeBearerMessage('OUR', 'EUR', 'DE')).toBeNull();
  });
});
