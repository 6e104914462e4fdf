import { ACCOUNT_RULES, isAccountUnknown, numberFault } from '../../../../domain/payments/instruction/account-rules';
import { clearingSystemsOf } from '../../../../domain/payments/instruction/clearing';
import { ibanFormatOf } from '../../../../domain/payments/instruction/iban-registry';

const message = (form: Parameters<typeof numberFault>[0], given: string, country = 'MX') =>
  numberFault(form, given, country)?.message ?? null;

/** Source: docs/GAPS.md#corridors */
describe('an account number', () => {
  it.each([
    ['032180000118359719', null],
    ['0321 8000 0118 3597 19', null],
    ['032180000118359718', 'is a CLABE with a wrong check digit'],
    ['03218000011835971', 'must be a CLABE of 18 digits'],
    ['03218000011835971A', 'must be a CLABE of 18 digits'],
  ])('%s as a CLABE: %s', (given, fault) => expect(message('clabe', given)).toBe(fault));

  it.each([
    ['123', null],
    ['123-456 789', null],
    ['12', 'must have 3 to 9 digits'],
    ['1234567890', 'must have 3 to 9 digits'],
    ['12A', 'must have 3 to 9 digits'],
  ])('%s of 3 to 9 digits: %s', (given, fault) => expect(message({ least: 3, most: 9 }, given, 'AU')).toBe(fault));

  it('has at most so many digits', () => {
    expect(message({ least: 1, most: 2 }, '123')).toBe('must have at most 2 digits');
    expect(numberFault({ least: 1, most: 2 }, '', 'US')?.code).toBe('account_number');
  });

  // Worldpay, Account Payouts, Morocco: bank 3, place 3, account 16, check digits 2.
  it.each([
    ['011519000001205000534921', null],
    ['MA64011519000001205000534921', null],
    ['01151900000120500053492', 'must have 24 digits'],
  ])('%s as a RIB of Morocco, or in an IBAN: %s', (given, fault) =>
    expect(message({ least: 24, most: 24 }, given, 'MA')).toBe(fault),
  );

  it('is an IBAN where it is meant as one', () => {
    expect([message('iban', 'DE89370400440532013000', 'DE'), message('iban', '532013000', 'DE')]).toEqual([
      null,
      'must be an IBAN',
    ]);
  });
});

describe('the rules of account numbers', () => {
  it('are for countries that have what they ask for', () => {
    for (const { countries = [], fields, number } of ACCOUNT_RULES) {
      for (const country of countries) {
        if (number === 'iban') expect([country, ibanFormatOf(country)]).not.toEqual([country, null]);
        if (fields.includes('beneficiary.bankAccount.clearing')) expect(clearingSystemsOf(country)).toHaveLength(1);
      }
    }
  });

  // World Bank, Personal remittances received, 2022, as printed by Wikipedia, "List of countries by remittances received".
  it('are for most of the thirty countries that receive the largest remittances, and say of which none is known', () => {
    const thirty = 'IN MX FR PK EG CN BD NG DE GT UZ UA BE VN MA IT PT DO ID CO NP PH TH RO HN KR SV US LB PL'.split(
      ' ',
    );
    const ruled = new Set(ACCOUNT_RULES.flatMap(({ countries = [] }) => countries));
    const unknown = ['BD', 'UZ', 'DO', 'SV', 'LB'];
    // China asks for a purpose code.
    expect(thirty.filter((country) => !ruled.has(country))).toEqual(['CN', ...unknown]);
    expect(thirty.filter(isAccountUnknown)).toEqual(unknown);
  });

  it('are for more than thirty countries, each once', () => {
    const countries = ACCOUNT_RULES.flatMap(({ countries: all = [] }) => all);
    expect(new Set(countries).size).toBe(countries.length);
    expect(countries.length).toBeGreaterThan(30);
  });
});
