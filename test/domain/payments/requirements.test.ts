import { requirementsFor } from '../../../domain/payments/requirements';

function required(currency: string, country: string): string[] {
  return requirementsFor(currency, country)
    .filter((entry) => entry.required)
    .map(({ field }) => field);
}

/** Source: docs/GAPS.md#P2 */
const ALWAYS = [
  'amount',
  'beneficiary',
  'beneficiary.bankAccount',
  'beneficiary.bankAccount.accountNumber',
  'beneficiary.bankAccount.country',
  'beneficiary.country',
  'beneficiary.name',
  'currency',
  'purpose',
  'purpose.code',
  'settlementRoute',
];
const BIC = 'beneficiary.bankAccount.swiftBic';

describe('requirements of an instruction', () => {
  it('name every required field, and a BIC', () => {
    expect(required('USD', 'US').sort()).toEqual([...ALWAYS, BIC].sort());
  });

  it('spare the BIC of an IBAN in euros only', () => {
    expect(required('EUR', 'DE').sort()).toEqual([...ALWAYS].sort());
    expect(required('USD', 'DE')).toContain(BIC);
    expect(required('EUR', 'US')).toContain(BIC);
  });

  it('name what may be left out, too', () => {
    const optional = requirementsFor('USD', 'US').filter((entry) => !entry.required);
    expect(optional.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['valueDate', 'clientReference', 'beneficiary.address.city', 'settlementRoute.routeId']),
    );
  });
});
