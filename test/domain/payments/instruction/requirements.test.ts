import { requirementsFor, rulesFor } from '../../../../domain/payments/instruction/requirements';

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

  it('spare the BIC of an IBAN in any currency', () => {
    expect(required('EUR', 'DE').sort()).toEqual([...ALWAYS].sort());
    expect(required('USD', 'DE').sort()).toEqual([...ALWAYS].sort());
    expect(required('EUR', 'US')).toContain(BIC);
  });

  it('name the clearing code of the country, and who bears the charges there', () => {
    const rule = (field: string, currency: string, country: string) =>
      requirementsFor(currency, country).find((entry) => entry.field === field)?.rule;
    const CLEARING = 'beneficiary.bankAccount.clearing';
    expect(rule(`${CLEARING}.scheme`, 'GBP', 'GB')).toMatch(/; here GBDSC, United Kingdom sort code$/);
    expect(rule(`${CLEARING}.code`, 'GBP', 'GB')).toMatch(/; GBDSC: 6 digits without hyphens$/);
    expect(rule(CLEARING, 'GBP', 'GB')).toBe('object');
    expect(rule(`${CLEARING}.code`, 'EUR', 'FR')).toMatch(/; banks of FR have none that is known here$/);
    expect(rule('chargeBearer', 'EUR', 'FR')).toMatch(/; here SLEV$/);
    expect(rule('chargeBearer', 'USD', 'FR')).toMatch(/; here SHAR, DEBT or CRED; SHAR by default$/);
  });

  it('say of each member what it has to be, as the schema does', () => {
    const rule = (field: string, country = 'US') =>
      requirementsFor('USD', country).find((entry) => entry.field === field)?.rule;
    expect(rule('amount')).toBe('number; In the given currency');
    expect(rule('beneficiary.bankAccount.bankName')).toBe('string; 0 to 140 characters');
    expect(rule('settlementRoute.routeId')).toBe('string; 1 to 64 characters');
    expect(rule('settlementRoute.settlementTimeline')).toBe(
      'string; one of instant, same_day, t_plus_1, t_plus_2, t_plus_n',
    );
    expect(rule(BIC)).toMatch(
      /^string; pattern \^.*\$; is required unless the account is an IBAN, or a clearing code or bankName names the bank$/,
    );
    const account = rule('beneficiary.bankAccount.accountNumber');
    expect(rule('beneficiary.bankAccount.accountNumber', 'DE')).toBe(
      `${account}; an IBAN of DE has 22 characters (DE2!n8!n10!n) and valid check digits`,
    );
  });

  it('are stricter by what the corridor always asks for, where that is enforced', () => {
    const added = (isStrict: boolean) =>
      requirementsFor('AED', 'AE', isStrict).flatMap((entry) => (entry.required ? [entry.field] : []));
    expect(required('AED', 'AE')).toEqual(added(false));
    expect(added(true).filter((field) => !added(false).includes(field))).toEqual(['purpose.nationalCode']);
  });

  it('keep the words about a member that is enforced, and ask for all of a clearing code', () => {
    const strict = requirementsFor('INR', 'IN', true).filter(({ field }) => field.includes('.clearing'));
    expect(strict.map((entry) => entry.required)).toEqual([true, true, true]);
    expect(strict.at(-1)?.rule).toMatch(/INFSC: 4 capital letters/);
    const account = requirementsFor('EUR', 'DE', true).find(({ field }) => field.endsWith('accountNumber'));
    expect(account?.rule).toMatch(/an IBAN of DE has 22 characters/);
  });

  it('show codes that are for everybody or for that type, and all without a type', () => {
    const codes = (type?: 'individual' | 'company') =>
      rulesFor('AED', 'AE', type).flatMap(({ codes: known }) => known?.list.map(({ code }) => code) ?? []);
    const shown = (type?: 'individual' | 'company') =>
      ['ACM', 'BON', 'GDE'].filter((code) => codes(type).includes(code));
    expect([shown('company'), shown('individual'), shown()]).toEqual([
      ['ACM', 'GDE'],
      ['BON', 'GDE'],
      ['ACM', 'BON', 'GDE'],
    ]);
    const swift = ['swift_address_of_beneficiary', 'swift_address_of_debtor'];
    expect(rulesFor('USD', 'CN', 'company').map(({ id }) => id)).toEqual(swift);
    expect(rulesFor('USD', 'CN').map(({ id }) => id)).toEqual(swift);
  });

  it('name what may be left out, too', () => {
    const optional = requirementsFor('USD', 'US').filter((entry) => !entry.required);
    expect(optional.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['valueDate', 'clientReference', 'beneficiary.address.city', 'settlementRoute.routeId']),
    );
  });
});
